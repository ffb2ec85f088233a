// What the map itself says: the names of countries, and the cities of the gazetteer with their dots.

import { dotGap, labelBox } from "./map-labels.js";

/** From how many people on the name of a city has one of the three sizes of type. */
const sizes = [0, 1_000_000, 5_000_000];

export class MapNames {
  #layer;
  #countries = [];
  #places = [];
  #known = new Map();

  constructor(layer) {
    this.#layer = layer;
  }

  /** The names of countries in a language, in the order of their importance. */
  nameCountries(countries, locale = "en") {
    const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
    this.#countries = countries.flatMap(({ code, anchor, width, height }) => {
      const name = code && names.of(code);
      if (!name) return [];
      const text = document.createElement("span");
      text.className = "map-country";
      text.textContent = name;
      text.dir = "auto";
      this.#layer.append(text);
      return [{ text, point: anchor, width, height, isShown: false }];
    });
  }

  /** Draws these cities and no others; says whether there are new ones, whose labels must be measured. */
  show(places) {
    if (places === this.#places) return false;
    this.#places = places;
    const before = this.#known;
    this.#known = new Map();
    let hasNew = false;
    for (const place of places) {
      let item = before.get(place.id);
      if (!item) {
        hasNew = true;
        item = { text: document.createElement("span"), isShown: false };
        item.text.className = "map-place";
        item.text.dataset.size = sizes.findLastIndex((least) => place.population >= least) + 1;
        item.text.toggleAttribute("data-capital", place.isCapital);
        item.text.dir = "auto";
        this.#layer.append(item.text);
        item.text.textContent = place.name;
      }
      item.place = place;
      before.delete(place.id);
      this.#known.set(place.id, item);
    }
    for (const { text } of before.values()) text.remove();
    return hasNew;
  }

  /** What has a box to be measured. */
  get items() { return [...this.#countries, ...this.#known.values()]; }

  /** The cities for the choice of labels; those that have a marker are left out. */
  places(place, isMarked, keepsSides) {
    return [...this.#known.values()].filter(({ place: { id } }) => !isMarked(id))
      .map((item) => ({
        ...place(item.place.point), label: item.label, side: keepsSides ? item.side : undefined, item,
      }));
  }

  /** The countries for the choice of labels. */
  countries(place, size) {
    return this.#countries.map((item) => ({
      ...place(item.point), label: item.label, width: item.width * size, height: item.height * size, item,
    }));
  }

  /** Puts everything where it was placed. */
  draw(countries, ways, places, sides) {
    for (const [i, { item, x, y }] of countries.entries()) {
      const way = ways[i];
      const { left, top } = labelBox({ x: x + (way?.x ?? 0), y: y + (way?.y ?? 0) }, item.label);
      put(item, way !== undefined, left, top);
    }
    const drawn = new Set();
    for (const [i, { item, x, y }] of places.entries()) {
      const side = sides[i];
      item.side = side;
      const { left, top } = labelBox({ x, y }, item.label, side, dotGap);
      put(item, side !== undefined, left, top);
      drawn.add(item);
      if (side === undefined) continue;
      item.at = { x, y };
      item.text.style.setProperty("--dot-x", `${x - left}px`);
      item.text.style.setProperty("--dot-y", `${y - top}px`);
    }
    for (const item of this.#known.values()) if (!drawn.has(item)) put(item, false);
  }

  /** The id of the city whose dot or name is at a point; `undefined` if there is none. */
  hit({ x, y }) {
    for (const { place, at, isShown, text, label } of this.#known.values()) {
      if (!isShown) continue;
      const left = at.x - parseFloat(text.style.getPropertyValue("--dot-x"));
      const top = at.y - parseFloat(text.style.getPropertyValue("--dot-y"));
      const isOnName = x >= left && x <= left + label.width && y >= top - 4 && y <= top + label.height + 4;
      if (isOnName || Math.hypot(at.x - x, at.y - y) < 12) return place.id;
    }
    return undefined;
  }
}

function put(item, isShown, left, top) {
  if (isShown !== item.isShown) item.text.toggleAttribute("data-shown", isShown);
  item.isShown = isShown;
  if (isShown) item.text.style.transform = `translate(${left}px, ${top}px)`;
}
