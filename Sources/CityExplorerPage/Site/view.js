// Which of list and map a phone shows, as map apps do: both before a search, the list while a text is typed, and the
// map after a place is chosen. Wide pages show both at all times; the style sheet decides which pages are wide.

import { text } from "./texts.js";

const main = document.querySelector("main");
const sheet = document.getElementById("sheet");
const button = document.getElementById("view");

/** Calls a function after another part is shown. */
export function onViewChanged(changed) {
  button.addEventListener("click", () => showView(main.dataset.view === "map" ? "list" : "map"));
  new MutationObserver(changed).observe(main, { attributes: true, attributeFilter: ["data-view"] });
}

/** Shows "list", "map" or "both". */
export function showView(name) {
  if (main.dataset.view === name) return;
  main.dataset.view = name;
  button.textContent = text(name === "map" ? "showList" : "showMap");
  if (name === "list") sheet.scrollTop = 0;
}

/** Shows what belongs to an address of the page. */
export function showViewOf({ q, place }) {
  showView(place !== "" ? "map" : q !== "" ? "list" : "both");
}

// The keyboards of some phones cover the page, and do not resize it.
if (window.visualViewport) {
  const fit = () => {
    if (visualViewport.scale !== 1) return;
    document.documentElement.style.setProperty("--visible-height", `${visualViewport.height}px`);
  };
  visualViewport.addEventListener("resize", fit);
  fit();
}
