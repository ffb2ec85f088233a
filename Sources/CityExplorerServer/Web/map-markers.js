// The markers of a map and their labels, and the names of the countries between them.

import { project } from "./map-camera.js";
import { labelBox, placedLabels } from "./map-labels.js";

/** The largest distance of a tap from the center of its marker, in pixels: half of a finger. */
const reach = 24;

export class MapMarkers {
  #list;
  #layer;
  #items = new Map();
  /** The items in the order in which labels are placed. */
  #ordered = [];
  #countries = [];
  #selected = null;
  /** The size of the world for which labels have their sides. */
  #size;
  #needsMeasuring = false;
  /** The elements over the map that no label may cover, and their boxes. */
  #covers;
  #obstacles = [];

  constructor(list, layer, covers) {
    this.#list = list;
    this.#layer = layer;
    this.#covers = covers;
    // Labels have other sizes when the font is there, or when the reader's is larger.
    new ResizeObserver(() => { this.#needsMeasuring = true; }).observe(layer.parentElement);
    document.fonts.addEventListener("loadingdone", () => { this.#needsMeasuring = true; });
  }

  /** Shows these markers and no others; the elements of those that stay are kept, and with them the focus. */
  show(markers) {
    const before = this.#items;
    this.#items = new Map();
    for (const [position, marker] of markers.entries()) {
      const id = String(marker.id);
      const item = before.get(id) ?? { id, ...element(id), isShown: false };
      before.delete(id);
      item.marker = marker;
      item.rank = marker.rank ?? position;
      item.point = project(marker.latitude, marker.longitude);
      item.text.textContent = marker.label;
      item.button.dataset.kind = marker.isFavorite ? "favorite" : marker.kind;
      const notes = [marker.isFavorite && "favorite", marker.kind === "address" && "address"];
      item.button.setAttribute("aria-label", [marker.label, ...notes].filter(Boolean).join(", "));
      this.#items.set(id, item);
    }
    for (const { entry } of before.values()) entry.remove();
    // In the order of the array, without moving elements that are in place.
    let next = this.#list.firstElementChild;
    for (const { entry } of this.#items.values()) {
      if (entry === next) next = next.nextElementSibling;
      else this.#list.insertBefore(entry, next);
    }
    this.#needsMeasuring = true;
    this.select(this.#selected);
  }

  /** Draws the marker with an id larger than the others, whose label comes first. */
  select(id) {
    this.#selected = id;
    for (const item of this.#items.values()) {
      item.isSelected = item.id === id;
      if (item.isSelected) item.button.setAttribute("aria-current", "true");
      else item.button.removeAttribute("aria-current");
    }
    this.#ordered = [...this.#items.values()].sort(
      (a, b) => b.isSelected - a.isSelected || a.rank - b.rank);
  }

  /** The names of countries in the language of the page, each where the country is widest. */
  nameCountries(countries) {
    const names = new Intl.DisplayNames(
      [document.documentElement.lang || "en"], { type: "region", fallback: "none" });
    this.#countries = countries.flatMap(({ code, anchor }) => {
      const name = code && names.of(code);
      if (!name) return [];
      const text = document.createElement("span");
      text.textContent = name;
      this.#layer.append(text);
      return [{ text, point: anchor, width: anchor.width, isShown: false }];
    }).sort((a, b) => b.width - a.width);
    this.#needsMeasuring = true;
  }

  /** The point of the world of a marker. */
  pointOf(id) { return this.#items.get(id)?.point; }

  /** The id of the clicked marker: that of the label or the key, or else the nearest to the pointer. */
  hit(target, pointer) {
    const button = target.closest("[data-marker]");
    if (!pointer || target.closest(".map-label")) return button?.dataset.marker;
    let best;
    let least = reach;
    for (const { id, place } of this.#ordered) {
      if (!place) continue;
      const distance = Math.hypot(place.x - pointer.x, place.y - pointer.y);
      if (distance < least || (distance === least && id === button?.dataset.marker)) {
        least = distance;
        best = id;
      }
    }
    return best ?? button?.dataset.marker;
  }

  /** Puts everything where it is now; `place` gives the pixels of a point of the world. */
  draw(place, view, size) {
    if (this.#needsMeasuring) this.#measure();
    // While the map moves at one size, labels stay where they are if they can.
    const keepsSides = size === this.#size;
    this.#size = size;
    for (const item of this.#ordered) {
      item.place = place(item.point);
      item.entry.style.transform = `translate(${item.place.x}px, ${item.place.y}px)`;
    }
    const markers = this.#ordered.map((item) => ({
      ...item.place, label: item.label, radius: item.isSelected ? 12 : 9, 
      side: keepsSides ? item.side : undefined, isForced: item.isSelected,
    }));
    const names = this.#countries.map(({ point, label, width }) => ({
      ...place(point), label, room: width * size,
    }));
    const placed = placedLabels(markers, names, view, this.#obstacles);
    for (const [i, item] of this.#ordered.entries()) this.#setSide(item, placed.sides[i]);
    for (const [i, country] of this.#countries.entries()) {
      const isShown = placed.names[i];
      if (isShown !== country.isShown) country.text.toggleAttribute("data-shown", isShown);
      country.isShown = isShown;
      if (!isShown) continue;
      const { left, top } = labelBox(names[i], country.label, "around");
      country.text.style.transform = `translate(${left}px, ${top}px)`;
    }
  }

  #setSide(item, side) {
    const isShown = side !== undefined;
    if (isShown !== item.isShown) item.text.toggleAttribute("data-shown", isShown);
    item.isShown = isShown;
    if (!isShown || side === item.side) return;
    item.side = side;
    const { left, top } = labelBox({ x: 0, y: 0 }, item.label, side);
    item.text.style.transform = `translate(${left}px, ${top}px)`;
  }

  /** Reads the boxes of all labels at once, so that the page is laid out once. */
  #measure() {
    this.#needsMeasuring = false;
    for (const item of [...this.#items.values(), ...this.#countries]) {
      item.label = { width: item.text.offsetWidth, height: item.text.offsetHeight };
      item.side = undefined;
    }
    this.#obstacles = this.#covers.map((element) => ({
      left: element.offsetLeft, right: element.offsetLeft + element.offsetWidth,
      top: element.offsetTop, bottom: element.offsetTop + element.offsetHeight,
    }));
  }
}

function element(id) {
  const entry = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.marker = id;
  const text = document.createElement("span");
  text.className = "map-label";
  button.append(text);
  entry.append(button);
  return { entry, button, text };
}
