// <world-map>: the world with markers, which zooms and moves by pointer, wheel, pinch and keys.
//
//   markers   array of {id, latitude, longitude, label, rank?, isFavorite?, kind}: kind is "city" or "address"; labels
//             of smaller ranks are placed first, and the order of the array decides between equal ones; a property only
//   region    JSON {south, west, north, east} in degrees: the map moves there; it crosses the antimeridian if east < west
//   selected  id of the marker that is drawn larger, and moved into view
//
// The attributes are properties, too. `prepareMap` gives it the rest, which does not change. Events, which bubble:
// `marker-selected` with detail.id when a marker is tapped, `place-selected` with detail.id when a city of the map is,
// and `region-changed` with detail {south, west, north, east} after a person moved the map. What covers the edges of the
// map is left free by flights if the style of the element says so as scroll-padding.

import * as camera from "./map-camera.js";
import { listenForGestures } from "./map-gestures.js";
import { drawingSize, loadOutline } from "./map-outline.js";
import { MapMarkers } from "./map-markers.js";
import { MapNames } from "./map-names.js";
import { MapPlaces, MapTiles } from "./map-places.js";

const world = { south: -56, west: -180, north: 76, east: 180 };
const stillMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** The least distance between the edge of the view and what a flight brings into view, in pixels. */
const margin = 44;

/** How long the map waits while a person types, before it moves to what was found, in milliseconds. */
const foundPause = 600;

/** The size of the world in pixels, from which on the coarse outline is angular: zoom 4. */
const fineSize = 2 ** 12;
/** How long a lake is at least that is drawn, in pixels. */
const leastLake = 3;

const englishTexts = {
  map: "Map of the world",
  keys: "Arrow keys move the map, plus and minus zoom, 0 shows the world. Tab goes to the places, and arrow keys go "
    + "from one to the next.",
  places: "Places on the map", zoomIn: "Zoom in", zoomOut: "Zoom out", home: "Show the whole world",
  kilometers: "{count} km", meters: "{count} m", favorite: "favorite", address: "address", more: "and {count} more",
  problem: "The outline of the world could not be loaded.", retry: "Try again",
};

class WorldMap extends HTMLElement {
  static observedAttributes = ["region", "selected"];

  #camera = { x: 0.53, y: 0.42, size: 1 };
  #view = { width: 0, height: 0 };
  /** The region that the view was moved to, until a person moves it. */
  #fitted = world;
  #flight;
  #frame;
  #changes = new Set();
  #idleTimer;
  #foundTimer;
  /** The ids of the markers that were brought into view last. */
  #found = "";
  #parts;
  /** What `markers` has. */
  #given = [];
  #markers;
  #names;
  #places;
  #tiles;
  #texts;
  #gesture;
  #shapes = [];
  #asksForFine = false;

  get markers() { return this.#given; }
  set markers(value) {
    this.#given = value ?? [];
    this.#changes.add("markers");
    this.#schedule();
  }
  get region() { return JSON.parse(this.getAttribute("region") ?? "null"); }
  set region(value) { this.#reflect("region", value && JSON.stringify(value)); }
  get selected() { return this.getAttribute("selected"); }
  set selected(value) { this.#reflect("selected", value); }

  /** The coordinates at the edges of what is shown. */
  get visibleRegion() { return camera.visibleRegion(this.#camera, this.#view); }
  /** Whether an animation is running or scheduled. */
  get isMoving() { return this.#flight !== undefined || this.#changes.size > 0; }

  connectedCallback() {
    if (!this.#parts) this.#build();
    this.#resizeObserver.observe(this);
    this.#schedule();
  }

  disconnectedCallback() {
    this.#resizeObserver.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#flight = undefined;
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#foundTimer);
  }

  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    // Who asks for a region wants no other one a moment later.
    if (name === "region") clearTimeout(this.#foundTimer);
    // Attributes that change together count together, and with what else changes on the page until the next frame.
    this.#changes.add(name);
    this.#schedule();
  }

  #reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  // MARK: - Changes from outside

  /** Moves, when nothing else was shown for a moment, so that these markers are in view; not if they are already. */
  bringIntoView(ids) {
    if (String(ids) === this.#found) return;
    this.#found = String(ids);
    clearTimeout(this.#foundTimer);
    if (ids.length === 0) return;
    this.#foundTimer = setTimeout(() => {
      const points = ids.flatMap((id) => this.#markers?.pointOf(id) ?? []);
      if (points.length === 0 || this.#view.width === 0 || points.every((point) => this.#isClear(point, noInset))) return;
      this.#fitted = null;
      // The region of before is another one from now on, also if it is asked for again.
      this.region = null;
      this.#fly(camera.around(points, this.#view, this.#inset()));
    }, foundPause);
  }

  #applyChanges() {
    if (this.#changes.size === 0) return;
    const changes = this.#changes;
    this.#changes = new Set();
    if (changes.has("markers")) this.#markers.show(this.#given);
    if (changes.has("selected")) this.#markers.select(this.selected);
    const region = changes.has("region") ? this.region : null;
    if (region) {
      this.#fitted = region;
      this.#fly(camera.fitting(region, this.#view, this.#inset()));
    } else if (changes.has("selected")) {
      this.#reveal(this.#markers.pointOf(this.selected));
    }
  }

  /** Whether a point is in the part of the view that nothing covers, or will be at the end of a flight. */
  #isClear(point, inset = this.#inset()) {
    const { x, y } = camera.onScreen(point, this.#flight?.goal ?? this.#camera, this.#view);
    return x >= inset.left && x <= this.#view.width - inset.right
      && y >= inset.top && y <= this.#view.height - inset.bottom;
  }

  /** Moves the map if a point is not in view. */
  #reveal(point) {
    if (!point || this.#view.width === 0 || this.#isClear(point)) return;
    const goal = this.#flight?.goal ?? this.#camera;
    const { x, y } = camera.onScreen(point, goal, this.#view);
    const inset = this.#inset();
    const center = {
      x: (inset.left + this.#view.width - inset.right) / 2,
      y: (inset.top + this.#view.height - inset.bottom) / 2,
    };
    this.#fly(camera.dragged(goal, this.#view, center.x - x, center.y - y));
  }

  /** What flights leave free at the edges; in small views, at most three quarters of them. */
  #inset() {
    const style = getComputedStyle(this);
    const pair = (first, second, length) => {
      const sides = [first, second].map(
        (name) => (parseFloat(style[`scrollPadding${name}`]) || 0) + margin);
      const share = Math.min(1, (0.75 * length) / (sides[0] + sides[1]));
      return sides.map((side) => side * share);
    };
    const [top, bottom] = pair("Top", "Bottom", this.#view.height);
    const [left, right] = pair("Left", "Right", this.#view.width);
    return { top, bottom, left, right };
  }

  #resizeObserver = new ResizeObserver(() => {
    this.#view = { width: this.clientWidth, height: this.clientHeight };
    if (this.#view.width === 0 || this.#view.height === 0) return;
    this.#flight = undefined;
    this.#camera = this.#fitted
      ? camera.fitting(this.#fitted, this.#view, this.#fitted === world ? noInset : this.#inset())
      : camera.clamped(this.#camera, this.#view);
    this.#schedule();
  });

  // MARK: - Motion

  /** Moves to a camera: by a flight, or at once if less motion is preferred. */
  #fly(goal) {
    if (this.#view.width === 0) return;
    if (stillMotion.matches) {
      this.#flight = undefined;
      this.#camera = goal;
    } else {
      const path = camera.flight(this.#camera, goal, this.#view);
      this.#start(goal, path.at, Math.min(1400, 250 + path.length * 500), easedBoth);
    }
    this.#schedule();
  }

  #start(goal, at, duration, ease) {
    this.#flight = { goal, at, duration, ease, start: undefined };
    this.#schedule();
  }

  /** A short way that a person asked for by a key or a button. */
  #step(goal, at) {
    this.#movedByPerson();
    if (stillMotion.matches) {
      this.#flight = undefined;
      this.#camera = goal;
      this.#schedule();
    } else {
      this.#start(goal, at, 220, easedOut);
    }
  }

  #advance(time) {
    const flight = this.#flight;
    if (!flight) return;
    flight.start ??= time;
    const part = Math.min(1, (time - flight.start) / flight.duration);
    this.#camera = camera.clamped(flight.at(flight.ease(part)), this.#view);
    if (part === 1) this.#flight = undefined;
    else this.#schedule();
  }

  #movedByPerson() {
    this.#fitted = null;
    clearTimeout(this.#foundTimer);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      this.#dispatch("region-changed", this.visibleRegion);
    }, 300);
  }

  #middle() { return { x: this.#view.width / 2, y: this.#view.height / 2 }; }

  #hands = {
    grabbed: () => { this.#flight = undefined; },
    dragged: (dx, dy) => {
      this.#movedByPerson();
      this.#camera = camera.dragged(this.#camera, this.#view, dx, dy);
      this.#schedule();
    },
    released: (vx, vy) => {
      // The map glides on for a moment, as far as its speed carries it.
      if (stillMotion.matches || Math.hypot(vx, vy) < 0.2) return;
      const start = this.#camera;
      const way = (t) => camera.dragged(start, this.#view, vx * 220 * t, vy * 220 * t);
      this.#movedByPerson();
      this.#start(way(1), way, 600, easedOut);
    },
    zoomed: (factor, point) => {
      this.#movedByPerson();
      this.#flight = undefined;
      this.#camera = camera.zoomed(this.#camera, this.#view, this.#camera.size * factor, point);
      this.#schedule();
    },
    stepped: (dx, dy) => {
      const start = this.#camera;
      const goal = camera.dragged(this.#flight?.goal ?? start, this.#view, dx, dy);
      const turn = camera.shortestWay(start.x, goal.x);
      this.#step(goal, (t) => ({
        x: start.x + turn * t, y: start.y + (goal.y - start.y) * t,
        size: start.size * (goal.size / start.size) ** t,
      }));
    },
    zoomedStep: (factor, point = this.#middle()) => {
      const start = this.#camera;
      const size = (this.#flight?.goal ?? start).size * factor;
      const goal = camera.zoomed(start, this.#view, size, point);
      this.#step(goal, (t) => camera.zoomed(
        start, this.#view, start.size * (goal.size / start.size) ** t, point));
    },
    home: () => {
      this.#movedByPerson();
      this.#fly(camera.fitting(world, this.#view, noInset));
    },
  };

  #tapped(event) {
    if (event.target.closest("[data-map-tools]")) return;
    // Ignore the click at the end of a drag. Keys and screen readers click without a pointer.
    if (this.#gesture.didDrag && event.detail > 0) {
      this.#gesture.didDrag = false;
      return;
    }
    const box = this.getBoundingClientRect();
    const id = this.#markers.hit(
      event.target, event.detail > 0 && { x: event.clientX - box.left, y: event.clientY - box.top });
    if (id !== undefined) {
      this.#selectMarker(id);
    } else if (!event.target.closest("[data-marker]")) {
      const place = this.#names.hit({ x: event.clientX - box.left, y: event.clientY - box.top });
      if (place !== undefined) this.#dispatch("place-selected", { id: place });
    }
  }

  /** Zooms in to markers that are drawn as one; if no zoom parts them, each tap selects the next one. */
  #selectMarker(id) {
    const { points, next } = this.#markers.joined(id);
    const [left, right] = [Math.min, Math.max].map((of) => of(...points.map(
      ({ x }) => camera.shortestWay(points[0].x, x))));
    const [top, bottom] = [Math.min, Math.max].map((of) => of(...points.map(({ y }) => y)));
    const extent = Math.max(right - left, bottom - top);
    if (points.length === 1 || extent * camera.largestSize < 60) {
      this.#dispatch("marker-selected", { id: next });
      return;
    }
    this.#movedByPerson();
    const room = 0.6 * Math.min(this.#view.width, this.#view.height);
    this.#fly(camera.clamped({
      x: points[0].x + (left + right) / 2, y: (top + bottom) / 2,
      size: Math.max(this.#camera.size * 2, Math.min(camera.largestSize, room / extent)),
    }, this.#view));
  }

  #dispatch(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }

  // MARK: - Drawing

  #build() {
    const { tiles } = this.options;
    this.#texts = { ...englishTexts, ...this.options.texts };
    this.#parts = build(this, this.#texts);
    this.#names = new MapNames(this.#parts.names);
    this.#markers = new MapMarkers(
      this.#parts.markers, this.#names, [this.#parts.tools, this.#parts.scale], this.#texts);
    this.#tiles = new MapTiles(this.#parts.tiles, tiles);
    this.#places = new MapPlaces(
      tiles ? null : (...region) => this.options.citiesIn(...region), (ids) => this.options.citiesWithIDs?.(ids));
    this.#gesture = listenForGestures(this, this.#hands);
    this.addEventListener("click", (event) => this.#tapped(event));
    this.addEventListener("focusin", (event) => {
      const id = event.target.dataset.marker;
      if (id !== undefined && event.target.matches(":focus-visible")) {
        this.#reveal(this.#markers.pointOf(id));
      }
    });
    this.#parts.zoomIn.addEventListener("click", () => this.#hands.zoomedStep(2));
    this.#parts.zoomOut.addEventListener("click", () => this.#hands.zoomedStep(0.5));
    this.#parts.home.addEventListener("click", () => this.#hands.home());
    this.#parts.retry.addEventListener("click", () => this.#outline(0));
    this.#changes.add("markers").add("selected").add("region");
    if (tiles) {
      this.toggleAttribute("data-drawn", true);
      return;
    }
    this.#outline(0);
  }

  /** Draws an outline in place of the one before, when it is there. */
  async #outline(number) {
    const { outlines } = this.options;
    try {
      const { countries, rivers, lakes } = await loadOutline(outlines[number]);
      const of = (kind) => countries.flatMap(({ shapes }) => shapes.filter((shape) => shape.kind === kind));
      // Borders end at lakes, and coasts are above all.
      this.#shapes = [...of("land"), ...of("border"), ...rivers, ...lakes, ...of("coast")].map((shape) => (
        { ...shape, element: svg("path", { class: `map-${shape.kind}`, "data-unseen": "" }), isShown: false }));
      for (const { zoom, element } of this.#shapes) if (zoom) element.dataset.zoom = zoom;
      this.#parts.shapes.replaceChildren(this.#parts.grid, ...this.#shapes.map(({ element }) => element));
      this.#parts.problem.hidden = true;
      if (number === 0) {
        this.#names.nameCountries(countries, this.options.locale);
        this.#places.capitalIDs = countries.flatMap(({ capital }) => capital ?? []);
        this.#markers.measureAgain();
      }
      this.toggleAttribute("data-drawn", true);
      this.#schedule();
    } catch (error) {
      console.warn(`The outline of the world was not loaded: ${error.message}`);
      // Without the fine one, the coarse one stays.
      if (number === 0) this.#parts.problem.hidden = false;
    }
  }

  /** The cities are others now. */
  citiesChanged() {
    this.#places?.reset();
    this.#schedule();
  }

  /** Hides what is not in view or too small, so that the finest outline costs what is seen of it. */
  #drawShapes() {
    const { x, y, size } = this.#camera;
    if (size >= fineSize && this.#shapes.length > 0 && !this.#asksForFine && this.options.outlines[1]) {
      this.#asksForFine = true;
      this.#outline(1);
    }
    const [width, height] = [this.#view.width / size / 2, this.#view.height / size / 2];
    const zoom = Math.log2(size / 256) + 0.5;
    this.#parts.shapes.toggleAttribute("data-near", zoom > 7);
    for (const shape of this.#shapes) {
      const { left, top, right, bottom } = shape.box;
      const middle = (left + right) / 2;
      const isLarge = shape.kind === "river" ? shape.zoom <= Math.max(zoom, 2)
        : shape.kind !== "lake" || Math.max(right - left, bottom - top) * size > leastLake;
      const isShown = isLarge && Math.abs(camera.shortestWay(x, middle)) <= width + (right - left) / 2 + 1e-9
        && top <= y + height && bottom >= y - height;
      if (isShown === shape.isShown) continue;
      shape.element.toggleAttribute("data-unseen", !isShown);
      // Most of the fine outline is never seen, and need not be drawn.
      if (!shape.element.hasAttribute("d")) shape.element.setAttribute("d", shape.path());
      shape.isShown = isShown;
    }
  }

  #schedule() {
    if (this.#frame !== undefined || !this.isConnected) return;
    this.#frame = requestAnimationFrame((time) => {
      this.#frame = undefined;
      this.#applyChanges();
      this.#advance(time);
      this.#draw();
    });
  }

  #draw() {
    const { width, height } = this.#view;
    if (width === 0 || height === 0) return;
    const { x, y, size } = this.#camera;
    this.#parts.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const [turn, copy] of [[-1, this.#parts.west], [0, this.#parts.world], [1, this.#parts.east]]) {
      const left = width / 2 + (turn - x) * size;
      // A copy that is not in view costs nothing; the middle one is what the others are copies of.
      const isSeen = left < width && left + size > 0;
      copy.toggleAttribute("data-unseen", !isSeen);
      copy.setAttribute(
        "transform", `translate(${left} ${height / 2 - y * size}) scale(${size / drawingSize})`);
    }
    this.#drawShapes();
    this.#tiles.draw(this.#camera, this.#view);
    const places = this.#places.inView(this.#camera, this.#view);
    if (this.#names.show(places)) this.#markers.measureAgain();
    this.#markers.draw((point) => camera.onScreen(point, this.#camera, this.#view), this.#view, size);
    const limit = camera.smallestSize(this.#view);
    this.#parts.zoomIn.disabled = size >= camera.largestSize * 0.999;
    this.#parts.zoomOut.disabled = size <= limit * 1.001;
    const { latitude } = camera.unproject(this.#camera);
    const perPixel = (40_075 * Math.cos((latitude * Math.PI) / 180)) / size;
    const [kilometers, length] = scale(perPixel);
    const [text, count] = kilometers < 1
      ? [this.#texts.meters, kilometers * 1_000] : [this.#texts.kilometers, kilometers];
    this.#parts.scale.textContent = text.replace(
      "{count}", Math.round(count).toLocaleString(this.options.locale ?? "en"));
    this.#parts.scale.style.inlineSize = `${length}px`;
  }
}

const easedOut = (part) => 1 - (1 - part) ** 3;
const easedBoth = (part) => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2);

const noInset = { top: 0, right: 0, bottom: 0, left: 0 };

/** The largest round number of kilometers that fits into 128 pixels, and its length. */
function scale(kilometersPerPixel) {
  const most = 128 * kilometersPerPixel;
  const power = 10 ** Math.floor(Math.log10(most));
  const kilometers = [5, 2, 1].map((digit) => digit * power).find((each) => each <= most);
  return [kilometers, kilometers / kilometersPerPixel];
}

let mapCount = 0;

/** Makes the parts of a map, in place of the picture for pages without script. */
function build(map, texts) {
  mapCount += 1;
  const name = texts.map;
  const hint = html("p", { id: `map-keys-${mapCount}`, class: "map-hint" }, texts.keys);
  const shapes = svg("g", { id: `map-world-${mapCount}`, class: "map-shapes" });
  const lines = svg("path", { class: "map-grid", d: grid() });
  shapes.append(lines);
  const world = svg("g", {});
  world.append(shapes);
  const [west, east] = [svg("g", {}), svg("g", {})];
  for (const copy of [west, east]) copy.append(svg("use", { href: `#${shapes.id}` }));
  const drawing = svg("svg", { "aria-hidden": "true", focusable: "false" });
  drawing.append(west, world, east);
  const ground = html("div", {
    class: "map-ground", role: "application", tabindex: "0", "aria-label": name,
    "aria-describedby": hint.id,
  });
  const tiles = html("div", { class: "map-tiles", "aria-hidden": "true" });
  ground.append(drawing, tiles);
  const names = html("div", { class: "map-names", "aria-hidden": "true" });
  const markers = html("ul", { class: "map-markers", "aria-label": texts.places });
  const zoomIn = html("button", { type: "button", "aria-label": texts.zoomIn }, "+");
  const zoomOut = html("button", { type: "button", "aria-label": texts.zoomOut }, "\u2212");
  const home = html("button", { type: "button", "aria-label": texts.home, class: "map-home" });
  const tools = html("div", { class: "map-tools", "data-map-tools": "" });
  tools.append(zoomIn, zoomOut, home);
  const scale = html("div", { class: "map-scale", "aria-hidden": "true" });
  const problem = html("div", { class: "map-problem", role: "alert" });
  const retry = html("button", { type: "button", "data-map-tools": "" }, texts.retry);
  problem.append(html("p", {}, texts.problem), retry);
  problem.hidden = true;
  map.replaceChildren(ground, names, markers, tools, scale, problem, hint);
  return {
    shapes, grid: lines, tiles, world, west, east, drawing, names, markers, tools, zoomIn, zoomOut, home, scale,
    problem, retry,
  };
}

/** The equator, and a line for every 30 degrees. */
function grid() {
  let path = "";
  for (let longitude = -180; longitude < 180; longitude += 30) {
    path += `M${((longitude + 180) / 360) * drawingSize} 0V${drawingSize}`;
  }
  for (let latitude = -60; latitude <= 60; latitude += 30) {
    path += `M0 ${camera.project(latitude, 0).y * drawingSize}H${drawingSize}`;
  }
  return path;
}

function html(tag, attributes, text) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/**
 * Gives a map what does not change, and makes it one.
 *
 * @param options outlines: the addresses of a coarse and a fine outline of the world; tiles: the address of pictures
 *   of 256 pixels, with {z}, {x} and {y}, in place of the outline and its cities; citiesIn: a function that gives the
 *   most populous cities of a region, {id, name, latitude, longitude, population}; citiesWithIDs: one that gives those
 *   of some ids; locale: the language of names and numbers; texts: texts in place of the English ones.
 */
export function prepareMap(map, options) {
  map.options = options;
  customElements.define("world-map", WorldMap);
}
