// Replaces parts of the document by the parts that the server sends, by id.

/** Replaces a part, and restores the focus. */
export function show(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const part = template.content.firstElementChild;
  const place = part && document.getElementById(part.id);
  if (!place) return;
  if (place.localName === "world-map") {
    // The map element stays, so that it can animate to its new region.
    copyAttributes(part, place, ["markers", "region", "selected"]);
    return;
  }
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const first = firstKey(place);
  place.replaceChildren(...part.childNodes);
  if (first !== firstKey(place)) place.scrollTop = 0;
  if (focused && !focused.isConnected) focusAgain(focused.id, place);
}

function copyAttributes(from, to, names) {
  for (const name of names) {
    const value = from.getAttribute(name);
    if (value === to.getAttribute(name)) continue;
    if (value === null) to.removeAttribute(name);
    else to.setAttribute(name, value);
  }
}

function firstKey(place) {
  return place.querySelector("[data-key]")?.dataset.key;
}

/** Focuses the replacement of an element, or else the part that contained it. */
function focusAgain(id, place) {
  const element = id && document.getElementById(id);
  if (element && !element.disabled) {
    element.focus();
  } else {
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
}
