// The outlines of the world, a coarse and a fine one, drawn in Mercator's projection; see world.md.

import { project } from "./map-camera.js";

/** How many units of the drawing the world is wide and high. */
export const drawingSize = 8192;

/**
 * The countries of an outline, each {code, path, anchor, box}: the path in units of the drawing, the place for a name,
 * and the part of the world that it covers.
 */
export async function loadOutline(address) {
  const response = await fetch(address, { priority: "low" });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return countries(await response.text());
}

function countries(text) {
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
  const degree = Number(drawing.documentElement.getAttribute("viewBox").split(" ")[2]) / 360;
  return [...drawing.querySelectorAll("path")].map((path) => {
    const rings = parsed(path.getAttribute("d"), degree);
    return {
      code: path.id.length === 2 ? path.id : undefined,
      path: rings.map(drawn).join(""),
      anchor: anchor(rings),
      box: box(rings),
    };
  });
}

/** The rings of a path of absolute M, relative l, and z, as points of the world. */
function parsed(path, degree) {
  return path.split("z").filter(Boolean).map((ring) => {
    const [x, y, ...steps] = ring.match(/-?\d+/g).map(Number);
    const points = [toWorld(x, y, degree)];
    for (let i = 0, column = x, row = y; i + 1 < steps.length; i += 2) {
      column += steps[i];
      row += steps[i + 1];
      points.push(toWorld(column, row, degree));
    }
    return points;
  });
}

function toWorld(column, row, degree) {
  return project(90 - row / degree, column / degree - 180);
}

function box(rings) {
  const [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  return rings.flat().reduce((all, { x, y }) => ({
    left: Math.min(all.left, x), top: Math.min(all.top, y), right: Math.max(all.right, x), bottom: Math.max(all.bottom, y),
  }), { left, top, right, bottom });
}

function drawn(points) {
  const pairs = points.map(({ x, y }) =>
    `${(x * drawingSize).toFixed(2)} ${(y * drawingSize).toFixed(2)}`);
  return `M${pairs.join("L")}Z`;
}

/** The middle of the widest part of the largest ring at the height of its centroid, and that width. */
function anchor(rings) {
  let ring = rings[0];
  let largest = 0;
  let y = rings[0][0].y;
  for (const points of rings) {
    let area = 0;
    let moment = 0;
    for (const [a, b] of edges(points)) {
      const cross = a.x * b.y - b.x * a.y;
      area += cross;
      moment += (a.y + b.y) * cross;
    }
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
  let widest = { x: ring[0].x, y, width: 0 };
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const width = crossings[i + 1] - crossings[i];
    if (width > widest.width) widest = { x: crossings[i] + width / 2, y, width };
  }
  return widest;
}

function edges(points) {
  return points.map((point, i) => [point, points[(i + 1) % points.length]]);
}
