// The ground of the map: its cities, and pictures of a tile server.

import { onScreen, project, visibleRegion, visibleTiles } from "./map-camera.js";

/** The most cities that are named in a view; fewer have room. */
const limit = 250;
/** How much larger than the view the part is whose cities are asked for, so that small moves ask for none. */
const margin = 1.4;

/** By how much a capital is more important than a city as large: as if it had six times its people. */
const capitalBonus = 15;

/** The importance of a city: the weight by which the search orders cities, with capitals first. */
function importance({ population, isCapital }) {
  return Math.round(20 * Math.log10(population + 100)) + (isCapital ? capitalBonus : 0);
}

/** The least population of a city that is named: the world has names of harbors in its oceans, but few look for them. */
function leastPopulation(size) {
  return size < 2 ** 11 ? 100_000 : size < 2 ** 12.5 ? 15_000 : 0;
}

/** The cities that are seen, the most important first. */
export class MapPlaces {
  #citiesIn;
  #citiesWithIDs;
  #capitalIDs = [];
  /** The capitals that the cities of now have, which may be too small to be among the most populous ones. */
  #capitals;
  #asked;
  #shown = [];

  /**
   * @param citiesIn gives the most populous cities of a region, and citiesWithIDs those with some ids; null while
   *   there are none.
   */
  constructor(citiesIn, citiesWithIDs) {
    this.#citiesIn = citiesIn;
    this.#citiesWithIDs = citiesWithIDs;
  }

  set capitalIDs(ids) {
    this.#capitalIDs = ids;
    this.reset();
  }

  /** Asks again, because there are other cities. */
  reset() {
    this.#asked = undefined;
    this.#capitals = undefined;
  }

  /** The cities in view, {id, name, point, population, isCapital}. */
  inView(camera, view) {
    if (!this.#citiesIn || this.#isAsked(camera, view)) return this.#shown;
    const wide = { width: view.width * margin, height: view.height * margin };
    const cities = this.#citiesIn(visibleRegion(camera, wide), limit);
    if (!cities) return [];
    this.#asked = { ...camera, ...wide };
    this.#capitals ??= new Map((this.#citiesWithIDs?.(this.#capitalIDs) ?? []).map((city) => (
      [city.id, { ...city, isCapital: true, point: project(city.latitude, city.longitude) }])));
    const isSeen = ({ point }) => {
      const { x, y } = onScreen(point, camera, wide);
      return x >= 0 && y >= 0 && x <= wide.width && y <= wide.height;
    };
    const least = leastPopulation(camera.size);
    this.#shown = [
      ...[...this.#capitals.values()].filter(isSeen),
      ...cities.filter(({ id }) => !this.#capitals.has(id)).map(({ id, name, latitude, longitude, population }) => (
        { id, name, population, isCapital: false, point: project(latitude, longitude) })),
    ].filter(({ population }) => population >= least).map((city) => ({ city, value: importance(city) }))
      .sort((a, b) => b.value - a.value || b.city.population - a.city.population).map(({ city }) => city);
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
