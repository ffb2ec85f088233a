// The ground of the map that comes from the server: its cities by zoom, and pictures of a tile server.

import { project, visibleTiles } from "./map-camera.js";

/** How wide a tile of cities is, in pixels: a phone shows about four. */
const tileLength = 320;
/** The zoom from which on all cities of a place are in one tile. */
const largestZoom = 11;
/** How many tiles are kept; the longest unused ones are dropped. */
const capacity = 400;

/** The cities of the tiles that are seen, the most populous first. */
export class MapPlaces {
  #source;
  #changed;
  #tiles = new Map();
  #shown = [];
  #shownKey = "";

  /**
   * @param source the address of the tiles: {z}, {x} and {y} stand for zoom, column and row.
   * @param changed is called when cities of a tile have arrived.
   */
  constructor(source, changed) {
    this.#source = source;
    this.#changed = changed;
  }

  /** The cities in view, {id, name, point, population}; requests tiles that are missing. */
  inView(camera, view) {
    if (!this.#source) return [];
    const keys = visibleTiles(camera, view, tileLength, largestZoom)
      .map(({ zoom, column, row }) => `${zoom}/${column}/${row}`);
    const loaded = [...new Set(keys)].filter((key) => Array.isArray(this.#tile(key)));
    const shownKey = loaded.join();
    if (shownKey === this.#shownKey) return this.#shown;
    const places = loaded.flatMap((key) => this.#tiles.get(key));
    // Until all new tiles are there, the cities of before stay in place.
    if (loaded.length < new Set(keys).size) places.push(...this.#shown);
    this.#shownKey = shownKey;
    this.#shown = [...new Map(places.map((place) => [place.id, place])).values()]
      .sort((a, b) => b.population - a.population);
    return this.#shown;
  }

  /** The cities of a tile; a promise until they arrive, and `null` for a moment after a failure. */
  #tile(key) {
    if (this.#tiles.has(key)) {
      const tile = this.#tiles.get(key);
      // At the end, as the latest used.
      this.#tiles.delete(key);
      this.#tiles.set(key, tile);
      return tile;
    }
    const promise = this.#fetched(key).then((places) => {
      this.#tiles.set(key, places);
      this.#changed();
    }).catch(() => {
      this.#tiles.set(key, null);
      setTimeout(() => this.#tiles.delete(key), 10_000);
    });
    this.#tiles.set(key, promise);
    if (this.#tiles.size > capacity) this.#tiles.delete(this.#tiles.keys().next().value);
    return promise;
  }

  async #fetched(key) {
    const answer = await fetch(address(this.#source, ...key.split("/")));
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    return (await answer.json()).map(({ id, name, latitude, longitude, population }) => (
      { id: String(id), name, population, point: project(latitude, longitude) }));
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
