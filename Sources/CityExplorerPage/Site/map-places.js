// The ground of the map: its cities, and pictures of a tile server.

import { onScreen, project, visibleRegion, visibleTiles } from "./map-camera.js";

/** The most cities that are named in a view; fewer have room. */
const limit = 250;
/** How much larger than the view the part is whose cities are asked for, so that small moves ask for none. */
const margin = 1.4;

/** The cities that are seen, the most populous first: names go by population at every zoom. */
export class MapPlaces {
  #citiesIn;
  #asked;
  #shown = [];

  /** @param citiesIn gives the most populous cities of a region; null while there are none. */
  constructor(citiesIn) {
    this.#citiesIn = citiesIn;
  }

  /** Asks again, because there are other cities. */
  reset() {
    this.#asked = undefined;
  }

  /** The cities in view, {id, name, point, population}. */
  inView(camera, view) {
    if (!this.#citiesIn || this.#isAsked(camera, view)) return this.#shown;
    const wide = { width: view.width * margin, height: view.height * margin };
    const cities = this.#citiesIn(visibleRegion(camera, wide), limit);
    if (!cities) return [];
    this.#asked = { ...camera, ...wide };
    this.#shown = cities.map(({ id, name, latitude, longitude, population }) => (
      { id, name, population, point: project(latitude, longitude) }));
    return this.#shown;
  }

  /** Whether the cities of a view are known, at about its size. */
  #isAsked({ x, y, size }, view) {
    const asked = this.#asked;
    if (!asked || Math.abs(Math.log2(size / asked.size)) > 0.25) return false;
    const { x: left, y: top } = onScreen({ x, y }, asked, asked);
    const scale = asked.size / size;
    const [width, height] = [(view.width / 2) * scale, (view.height / 2) * scale];
    return left - width >= 0 && left + width <= asked.width && top - height >= -1 && top + height <= asked.height + 1;
  }
}

/** The pictures of a tile server below everything else. */
export class MapTiles {
  static #length = 256;
  #layer;
  #source;
  #images = new Map();

  constructor(layer, source) {
    this.#layer = layer;
    this.#source = source;
  }

  draw(camera, view) {
    if (!this.#source) return;
    const tiles = visibleTiles(camera, view, MapTiles.#length, 19);
    const wanted = new Set();
    for (const { zoom, column, row, turn } of tiles) {
      const key = `${zoom}/${column}/${row}/${turn}`;
      wanted.add(key);
      let image = this.#images.get(key);
      if (!image) {
        image = document.createElement("img");
        image.alt = "";
        image.draggable = false;
        image.src = address(this.#source, zoom, column, row);
        this.#images.set(key, image);
        this.#layer.append(image);
      }
      const size = camera.size / 2 ** zoom;
      const x = view.width / 2 + (column / 2 ** zoom + turn - camera.x) * camera.size;
      const y = view.height / 2 + (row / 2 ** zoom - camera.y) * camera.size;
      // Rounded edges leave no gaps between the pictures.
      const [left, top] = [Math.round(x), Math.round(y)];
      image.style.transform = `translate(${left}px, ${top}px)`;
      image.style.inlineSize = `${Math.round(x + size) - left}px`;
      image.style.blockSize = `${Math.round(y + size) - top}px`;
    }
    for (const [key, image] of this.#images) {
      if (wanted.has(key)) continue;
      image.remove();
      this.#images.delete(key);
    }
  }
}

function address(source, zoom, column, row) {
  return source.replace("{z}", zoom).replace("{x}", column).replace("{y}", row);
}
