// Which of list and map a phone shows, as map apps do: both before a search, the list while a text is typed, and the
// map after a place is chosen. Wide pages show both at all times; the style sheet decides which pages are wide.

const main = document.querySelector("main");
const sheet = document.getElementById("sheet");
const button = document.getElementById("view");

/** Shows "list", "map" or "both". */
export function showView(name) {
  if (main.dataset.view === name) return;
  main.dataset.view = name;
  button.textContent = button.dataset[name === "map" ? "list" : "map"];
  if (name === "list") sheet.scrollTop = 0;
}

/** Shows what belongs to an address of the page. */
export function showViewOf({ q, place }) {
  showView(place !== null ? "map" : q !== "" ? "list" : "both");
}

button.addEventListener("click", () => showView(main.dataset.view === "map" ? "list" : "map"));

// The keyboards of some phones cover the page, and do not resize it.
if (window.visualViewport) {
  const fit = () => {
    if (visualViewport.scale !== 1) return;
    document.documentElement.style.setProperty("--visible-height", `${visualViewport.height}px`);
  };
  visualViewport.addEventListener("resize", fit);
  fit();
}
