// Elements of the document, made from values: text stays text.

/** Makes an element; properties that are undefined or false are left out, and children may be texts. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false || value === null) continue;
    if (key === "onclick" || key === "onsubmit") made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

/** A button. */
export function button(label, properties, onclick) {
  return element("button", { type: "button", ...properties, onclick }, label);
}

/** A text with the marked parts of a name: [location, length] in UTF-16. */
export function marked(text, marks = []) {
  const parts = [];
  let end = 0;
  for (const [location, length] of marks) {
    if (location < end) continue;
    parts.push(text.slice(end, location), element("mark", {}, text.slice(location, location + length)));
    end = location + length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== "");
}

/** Puts children into a part of the page, and keeps the focus: on the element with the same id, or on the part. */
export function replace(part, ...children) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  part.replaceChildren(...children.flat().filter(Boolean));
  if (!focused || focused === part || focused.isConnected) return;
  const again = focused.id && document.getElementById(focused.id);
  if (again && !again.disabled) {
    again.focus();
  } else {
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }
}
