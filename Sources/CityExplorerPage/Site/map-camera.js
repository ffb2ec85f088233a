// The camera of the map as pure geometry: Mercator projection, regions, and flights.
//
// The world is the unit square: x grows to the east from the antimeridian, y to the south. A camera is
// {x, y, size}: the point in the middle of the view, and the width of the world in CSS pixels.

/** The latitude at which Mercator's world is a square. */
export const northernmost = 85.0511287798;
/** The largest size, where the outline ends to say more: its points are 14 pixels apart or more, 150 meters each. */
export const largestSize = 2 ** 18;

/** How many degrees of longitude flights show at least along the shorter side of a view: a city with its neighbors. */
const leastSpan = 2;

/** The part of the height of the world that is shown at least, so that no view is taller than the world. */
const usedHeight = 0.78;

/** The world's point of a coordinate in degrees. */
export function project(latitude, longitude) {
  const clamped = Math.max(-northernmost, Math.min(northernmost, latitude));
  const angle = (clamped * Math.PI) / 180;
  return {
    x: (longitude + 180) / 360,
    y: 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI),
  };
}

/** The coordinate of a point of the world, with a longitude from -180 up to 180. */
export function unproject({ x, y }) {
  const angle = 2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2;
  return { latitude: (angle * 180) / Math.PI, longitude: wrapped(x) * 360 - 180 };
}

/** The fractional part of x, because the world repeats to the east and the west. */
function wrapped(x) {
  return x - Math.floor(x);
}

/** The shortest way from one x to another, which may cross the antimeridian: -0.5 to 0.5. */
export function shortestWay(from, to) {
  const way = to - from;
  return way - Math.round(way);
}

/** The smallest size: the world is as wide as the view and covers its height, so no place is seen twice. */
export function smallestSize(view) {
  return Math.max(view.width, view.height / usedHeight, 1);
}

/** The nearest camera that shows nothing beyond the poles, nor too much or too little. */
export function clamped(camera, view) {
  const size = Math.min(
    Math.max(camera.size, smallestSize(view)), Math.max(largestSize, smallestSize(view)));
  const half = view.height / 2 / size;
  return { x: wrapped(camera.x), y: Math.max(half, Math.min(1 - half, camera.y)), size };
}

/** The camera of a view that shows a region; it crosses the antimeridian if east is less than west. */
export function fitting(region, view, inset) {
  const { south, west, north, east } = region;
  const degrees = east < west ? east - west + 360 : east - west;
  const top = project(north, west);
  const bottom = project(south, west);
  const width = Math.max(view.width - inset.left - inset.right, 1);
  const height = Math.max(view.height - inset.top - inset.bottom, 1);
  const size = Math.min(
    width / Math.max(degrees / 360, 1e-9), height / Math.max(bottom.y - top.y, 1e-9), largestSize,
    (Math.min(view.width, view.height) * 360) / leastSpan);
  return clamped({
    x: top.x + degrees / 720 + (inset.right - inset.left) / 2 / size,
    y: (top.y + bottom.y) / 2 + (inset.bottom - inset.top) / 2 / size,
    size,
  }, view);
}

/** The camera of a view that shows points of the world, on the shortest way around the world from the first one. */
export function around(points, view, inset) {
  const [first] = points;
  const ways = points.map(({ x }) => shortestWay(first.x, x));
  const [west, east] = [Math.min(...ways), Math.max(...ways)].map((way) => unproject({ x: first.x + way, y: 0 }).longitude);
  const heights = points.map(({ y }) => y);
  const [north, south] = [Math.min(...heights), Math.max(...heights)].map((y) => unproject({ x: 0, y }).latitude);
  return fitting({ south, west, north, east }, view, inset);
}

/** The camera after the point at (x, y) of the view was held while the size became another. */
export function zoomed(camera, view, size, { x, y }) {
  const within = clamped({ ...camera, size }, view).size;
  const way = 1 / camera.size - 1 / within;
  return clamped({
    x: camera.x + (x - view.width / 2) * way,
    y: camera.y + (y - view.height / 2) * way,
    size: within,
  }, view);
}

/** The camera after the map was dragged by a number of pixels. */
export function dragged(camera, view, dx, dy) {
  return clamped({ ...camera, x: camera.x - dx / camera.size, y: camera.y - dy / camera.size }, view);
}

/** Where a point of the world is in the view: its copy that is nearest to the middle. */
export function onScreen(point, camera, view) {
  return {
    x: view.width / 2 + shortestWay(camera.x, point.x) * camera.size,
    y: view.height / 2 + (point.y - camera.y) * camera.size,
  };
}

/**
 * The tiles that cover the view, {zoom, column, row}, where a tile is `length` pixels wide at its own zoom.
 *
 * At a zoom, the world is a square of 2 to the power of zoom tiles on each side. Columns are from 0 up, whichever copy
 * of the world they are seen in; `turn` says in which: -1, 0 or 1.
 */
export function visibleTiles(camera, view, length, largestZoom) {
  const zoom = Math.max(0, Math.min(largestZoom, Math.round(Math.log2(camera.size / length))));
  const count = 2 ** zoom;
  const halfWidth = view.width / 2 / camera.size;
  const halfHeight = view.height / 2 / camera.size;
  const [first, last] = [camera.x - halfWidth, camera.x + halfWidth].map((x) => Math.floor(x * count));
  const [top, bottom] = [camera.y - halfHeight, camera.y + halfHeight]
    .map((y) => Math.max(0, Math.min(count - 1, Math.floor(y * count))));
  const tiles = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let each = first; each <= last; each += 1) {
      const turn = Math.floor(each / count);
      tiles.push({ zoom, column: each - turn * count, row, turn });
    }
  }
  return tiles;
}

/** The coordinates at the edges of the view. */
export function visibleRegion(camera, view) {
  const halfWidth = Math.min(view.width / 2 / camera.size, 0.5);
  const halfHeight = view.height / 2 / camera.size;
  const isWhole = halfWidth === 0.5;
  const northWest = unproject({ x: camera.x - halfWidth, y: camera.y - halfHeight });
  const southEast = unproject({ x: camera.x + halfWidth, y: camera.y + halfHeight });
  return {
    south: southEast.latitude, west: isWhole ? -180 : northWest.longitude,
    north: northWest.latitude, east: isWhole ? 180 : southEast.longitude,
  };
}

/**
 * The path of a flight that zooms out and in again as far as the distance demands (van Wijk and Nuij,
 * "Smooth and efficient zooming and panning", 2003).
 *
 * `at(t)` gives the camera for t from 0 to 1; `length` is the perceived length, in units that are seconds
 * at a comfortable speed.
 */
export function flight(start, end, view) {
  const rho = 1.4;
  const dx = shortestWay(start.x, end.x);
  const dy = end.y - start.y;
  const distance = Math.hypot(dx, dy);
  const from = view.width / start.size;
  const to = view.width / end.size;
  if (distance < 1e-7) {
    const length = Math.abs(Math.log(to / from)) / rho;
    return { length, at: (t) => ({ ...end, size: start.size * (end.size / start.size) ** t }) };
  }
  const steepness = (width, sign) => {
    const b = (to * to - from * from + sign * rho ** 4 * distance * distance)
      / (2 * width * rho * rho * distance);
    return Math.log(Math.sqrt(b * b + 1) - b);
  };
  const r0 = steepness(from, 1);
  const length = (steepness(to, -1) - r0) / rho;
  return {
    length,
    at(t) {
      // The formula ends at the goal but for rounding.
      if (t >= 1) return end;
      const s = t * length;
      const share = (from / (rho * rho * distance))
        * (Math.cosh(r0) * Math.tanh(rho * s + r0) - Math.sinh(r0));
      const width = (from * Math.cosh(r0)) / Math.cosh(rho * s + r0);
      return { x: start.x + dx * share, y: start.y + dy * share, size: view.width / width };
    },
  };
}
