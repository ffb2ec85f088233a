// Which labels are shown, and on which side of their markers: none covers another label or a marker.

/** The sides on which a label may stand, in the order in which they are tried. */
const sides = ["right", "left", "below", "above"];

/** The distance between the middle of a marker and its label, in pixels. */
const gap = 13;
/** The distance between the middle of a dot and its label. */
export const dotGap = 6;
const dotRadius = 3;

/** Boxes in buckets, so that only the neighbors of a box are compared with it. */
class Boxes {
  static #cell = 96;
  #cells = new Map();

  *#keys(box) {
    for (let x = Math.floor(box.left / Boxes.#cell); x <= Math.floor(box.right / Boxes.#cell); x++) {
      for (let y = Math.floor(box.top / Boxes.#cell); y <= Math.floor(box.bottom / Boxes.#cell); y++) {
        yield x * 4096 + y;
      }
    }
  }

  insert(box) {
    for (const key of this.#keys(box)) {
      if (this.#cells.has(key)) this.#cells.get(key).push(box);
      else this.#cells.set(key, [box]);
    }
  }

  isFree(box, owner) {
    for (const key of this.#keys(box)) {
      for (const other of this.#cells.get(key) ?? []) {
        const isOwn = owner !== undefined && other.owner === owner;
        if (!isOwn && box.left < other.right && other.left < box.right
          && box.top < other.bottom && other.top < box.bottom) return false;
      }
    }
    return true;
  }
}

/** The box of a label of a size on one side of a point, or around it. */
export function labelBox({ x, y }, { width, height }, side, distance = gap) {
  const left = { right: x + distance, left: x - distance - width }[side] ?? x - width / 2;
  const top = { below: y + distance - 3, above: y - distance + 3 - height }[side] ?? y - height / 2;
  return { left, top, right: left + width, bottom: top + height };
}

/**
 * Chooses labels greedily.
 *
 * Each marker is {x, y, label: {width, height}, radius, side, isForced}: its place in the view, the
 * measured box of its label, and the side where the label was last, which is tried first so that labels do not jump.
 * Markers come in the order of their importance; a forced label is shown even if all sides are taken. Each place is
 * {x, y, label}: its dot and its label are shown if they cover nothing. Each name is {x, y, label, room}: it is shown
 * around its point if it fits into so many pixels and covers nothing, before any place. Obstacles are boxes that no
 * label may cover.
 *
 * Returns the side of each marker's and each place's label, `undefined` for none, and whether each name is shown.
 */
export function placedLabels(markers, places, names, view, obstacles) {
  const boxes = new Boxes();
  for (const box of obstacles) boxes.insert(box);
  const isVisible = ({ x, y }, by) =>
    x > -by && y > -by && x < view.width + by && y < view.height + by;
  const isWithin = (box) => box.left >= 0 && box.right <= view.width && box.top >= 0 && box.bottom <= view.height;
  for (const marker of markers) {
    const { x, y, radius } = marker;
    if (isVisible(marker, radius)) {
      boxes.insert({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius, owner: marker });
    }
  }
  const shownSides = markers.map((marker) => {
    if (!isVisible(marker, marker.radius)) return undefined;
    const tried = marker.side ? [marker.side, ...sides] : sides;
    let side = tried.find((each) => {
      const box = labelBox(marker, marker.label, each);
      return isWithin(box) && boxes.isFree(box, marker);
    });
    if (!side && marker.isForced) {
      side = tried.find((each) => isWithin(labelBox(marker, marker.label, each))) ?? "right";
    }
    if (side) boxes.insert(labelBox(marker, marker.label, side));
    return side;
  });
  const shownNames = names.map((name) => {
    if (name.label.width > name.room || !isVisible(name, 0)) return false;
    const box = labelBox(name, name.label, "around");
    if (!boxes.isFree(box)) return false;
    boxes.insert(box);
    return true;
  });
  const shownPlaces = places.map((place) => {
    const { x, y } = place;
    const dot = { left: x - dotRadius, right: x + dotRadius, top: y - dotRadius, bottom: y + dotRadius };
    if (!isVisible(place, 0) || !boxes.isFree(dot)) return undefined;
    const side = sides.find((each) => {
      const box = labelBox(place, place.label, each, dotGap);
      return isWithin(box) && boxes.isFree(box);
    });
    if (!side) return undefined;
    boxes.insert(dot);
    boxes.insert(labelBox(place, place.label, side, dotGap));
    return side;
  });
  return { sides: shownSides, places: shownPlaces, names: shownNames };
}
