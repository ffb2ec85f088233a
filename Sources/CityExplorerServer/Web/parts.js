// Puts parts of the document that the server sends in place of those with the same ids.

/** Shows a part; the focus stays where it was. */
export function show(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const part = template.content.firstElementChild;
  const place = part && document.getElementById(part.id);
  if (!place) return;
  if (place.localName === "world-map") {
    // The map keeps what it shows, and moves to what is new.
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

/** Focuses what took the place of an element, or else the part that it was in. */
function focusAgain(id, place) {
  const element = id && document.getElementById(id);
  if (element && !element.disabled) {
    element.focus();
  } else {
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
}
