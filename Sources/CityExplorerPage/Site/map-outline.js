// The outlines of the world, a coarse and a fine one, drawn in Mercator's projection; see world.md.

import { project } from "./map-camera.js";

/** How many units of the drawing the world is wide and high: so many that whole numbers are finer than pixels. */
export const drawingSize = 2 ** 20;

/**
 * What an outline has: countries, each {code, capital, anchor, width, height, shapes}, in the order of their importance,
 * and the shapes of rivers and lakes.
 *
 * A shape is {kind, path, box, zoom}: what it is, a function that gives its path in units of the drawing, the part of
 * the world that it covers, and for a river, the zoom from which it is shown. The kinds of a country are "land",
 * "border" and "coast".
 */
export async function loadOutline(address) {
  const response = await fetch(address, { priority: "low" });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return outline(await response.text());
}

function outline(text) {
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
  const width = Number(drawing.documentElement.getAttribute("viewBox")?.split(" ")[2]);
  if (!width) throw new Error("it is no outline");
  const grid = new Grid(width);
  const lines = (id) => [...drawing.querySelectorAll(`#${id} > path`)].map((path) => (
    { path, lines: parsed(path.getAttribute("d"), grid) }));
  const areas = lines("countries");
  const borders = new Borders(width);
  for (const { lines: rings } of areas) for (const ring of rings) borders.count(ring);
  for (const { lines: unlike } of lines("borders")) for (const [a, b] of unlike) borders.add(a, b);
  const countries = areas.filter(({ lines: rings }) => rings.length > 0).map(({ path, lines: rings }) => {
    const around = box(rings);
    const parted = rings.map((ring) => ({ ring, kinds: edges(ring).map(([a, b]) => borders.kind(a, b)) }));
    const isRound = (point) => borders.isRound(point);
    const shape = (kind, draw) => ({ kind, box: around, path: () => parted.map(draw).join("") });
    return {
      code: path.id.length === 2 ? path.id : undefined,
      capital: path.dataset.capital,
      ...anchor(rings),
      shapes: [
        shape("land", ({ ring }) => closed(ring, isRound)),
        shape("border", ({ ring, kinds }) => runs(ring, kinds, "border", isRound)),
        shape("coast", ({ ring, kinds }) => runs(ring, kinds, "coast", isRound)),
      ],
    };
  });
  const water = (kind, id, draw) => lines(id).map(({ path, lines: all }) => ({
    kind, path: () => all.map((each) => draw(each, () => true)).join(""), box: box(all),
    zoom: Number(path.dataset.zoom ?? 0),
  }));
  return { countries, rivers: water("river", "rivers", open), lakes: water("lake", "lakes", closed) };
}

/** The points of an outline: whole numbers of its own, as points of the world and of the drawing. */
class Grid {
  #degree;
  #rows = [];

  constructor(width) {
    this.#degree = width / 360;
  }

  point(column, row) {
    // Many points have a latitude, and its projection is the costly part.
    const y = this.#rows[row] ??= project(90 - row / this.#degree, 0).y;
    return { column, row, x: column / this.#degree / 360, y };
  }
}

/** The lines of a path of absolute M, relative l, and z. */
function parsed(path, grid) {
  return path.split("M").filter(Boolean).map((part) => {
    const [x, y, ...steps] = part.match(/-?\d+/g).map(Number);
    const points = [grid.point(x, y)];
    for (let i = 0, column = x, row = y; i + 1 < steps.length; i += 2) {
      column += steps[i];
      row += steps[i + 1];
      points.push(grid.point(column, row));
    }
    return points;
  });
}

/** Tells borders from coasts: a border is an edge of two countries, which the outline has alike, or lists. */
class Borders {
  #width;
  #all = new Set();
  #shared = new Set();
  /** How many edges end at a point. */
  #degrees = new Map();
  #drawn = new Set();

  constructor(width) {
    this.#width = width;
  }

  count(ring) {
    for (const [a, b] of edges(ring)) {
      const key = this.#key(a, b);
      if (this.#all.has(key)) {
        this.#shared.add(key);
        continue;
      }
      this.#all.add(key);
      for (const point of [a, b]) this.#degrees.set(this.#place(point), (this.#degrees.get(this.#place(point)) ?? 0) + 1);
    }
  }

  #place({ column, row }) { return column * this.#width + row; }

  /** Whether a corner may be round: where three countries meet, or land is cut, nothing moves. */
  isRound(point) {
    return this.#degrees.get(this.#place(point)) === 2 && point.column !== 0 && point.column !== this.#width;
  }

  add(a, b) { this.#shared.add(this.#key(a, b)); }

  /** The middle of an edge, as one number: edges that do not cross have different ones. */
  #key(a, b) {
    return (a.column + b.column) * 2 * this.#width + a.row + b.row;
  }

  /** What an edge is: "coast", "border" for the first of its two countries, "drawn" for the other, and else "cut". */
  kind(a, b) {
    const key = this.#key(a, b);
    if (this.#shared.has(key)) {
      if (this.#drawn.has(key)) return "drawn";
      this.#drawn.add(key);
      return "border";
    }
    // Land ends at the edges of the outline, but no coast is there.
    const isCut = (a.column === b.column && (a.column === 0 || a.column === this.#width))
      || (a.row === b.row && a.row === this.#width / 2);
    return isCut ? "cut" : "coast";
  }
}

// MARK: - Paths

/** Writes a path in whole numbers, each from the one before, which are short. */
class Pen {
  text = "";
  #x = 0;
  #y = 0;

  #step({ x, y }) {
    return `${Math.round(x * drawingSize) - this.#x} ${Math.round(y * drawingSize) - this.#y}`;
  }

  #at({ x, y }) {
    this.#x = Math.round(x * drawingSize);
    this.#y = Math.round(y * drawingSize);
  }

  move(point) {
    this.text += `M${Math.round(point.x * drawingSize)} ${Math.round(point.y * drawingSize)}`;
    this.#at(point);
  }

  line(point) {
    this.text += `l${this.#step(point)}`;
    this.#at(point);
  }

  /** Goes around a corner to a point. */
  curve(corner, point) {
    this.text += `q${this.#step(corner)} ${this.#step(point)}`;
    this.#at(point);
  }
}

function middle(a, b) {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** A ring, whose corners are round where a function of their point says so: nature has no corners. */
function closed(ring, isRound) {
  const pen = new Pen();
  const begins = isRound(ring[0]);
  pen.move(begins ? middle(ring.at(-1), ring[0]) : ring[0]);
  for (let i = begins ? 0 : 1; i < ring.length; i += 1) {
    corner(pen, ring.at(i - 1), ring[i], ring[(i + 1) % ring.length], isRound(ring[i]));
  }
  return `${pen.text}z`;
}

/** A line, whose corners are round. */
function open(points) {
  const pen = new Pen();
  pen.move(points[0]);
  for (let i = 1; i + 1 < points.length; i += 1) corner(pen, points[i - 1], points[i], points[i + 1], true);
  pen.line(points.at(-1));
  return pen.text;
}

function corner(pen, before, point, after, isRound) {
  if (!isRound) return pen.line(point);
  pen.line(middle(before, point));
  pen.curve(point, middle(point, after));
}

/** The parts of a ring whose edges are of a kind, as round as those of the land. */
function runs(ring, kinds, kind, isRound) {
  if (kinds.every((each) => each === kind)) return closed(ring, isRound);
  const pen = new Pen();
  // From an edge on that begins a part.
  const first = kinds.findIndex((each, i) => each === kind && kinds.at(i - 1) !== kind);
  if (first < 0) return "";
  for (let n = 0; n < ring.length; n += 1) {
    const i = (first + n) % ring.length;
    if (kinds[i] !== kind) continue;
    const [before, point, after] = [ring.at(i - 1), ring[i], ring[(i + 1) % ring.length]];
    if (kinds.at(i - 1) === kind) corner(pen, before, point, after, isRound(point));
    else pen.move(isRound(point) ? middle(before, point) : point);
    if (kinds.at(i - 1) !== kind && isRound(point)) pen.curve(point, middle(point, after));
    if (kinds[(i + 1) % ring.length] !== kind) pen.line(isRound(after) ? middle(point, after) : after);
  }
  return pen.text;
}

// MARK: - Geometry

function box(lines) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const points of lines) {
    for (const { x, y } of points) {
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
    }
  }
  return { left, top, right, bottom };
}

/**
 * Where the name of a country stands, in the middle of the widest part of its largest ring at the height of its
 * centroid, and about how wide and high the country is: at least as its whole area, so that islands have a name.
 */
function anchor(rings) {
  let ring = rings[0];
  let largest = 0;
  let whole = 0;
  let y = rings[0][0].y;
  for (const points of rings) {
    let area = 0;
    let moment = 0;
    for (const [a, b] of edges(points)) {
      const cross = a.x * b.y - b.x * a.y;
      area += cross;
      moment += (a.y + b.y) * cross;
    }
    whole += Math.abs(area) / 2;
    if (Math.abs(area) > largest) {
      largest = Math.abs(area);
      ring = points;
      y = moment / (3 * area);
    }
  }
  const crossings = edges(ring)
    .filter(([a, b]) => a.y <= y !== b.y <= y)
    .map(([a, b]) => a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x))
    .sort((a, b) => a - b);
  let widest = { x: ring[0].x, width: 0 };
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const width = crossings[i + 1] - crossings[i];
    if (width > widest.width) widest = { x: crossings[i] + width / 2, width };
  }
  const side = Math.sqrt(whole);
  const { top, bottom } = box([ring]);
  return { anchor: { x: widest.x, y }, width: Math.max(widest.width, side), height: bottom - top };
}

function edges(points) {
  return points.map((point, i) => [point, points[(i + 1) % points.length]]);
}
