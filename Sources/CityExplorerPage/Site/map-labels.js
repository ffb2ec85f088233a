// Which labels are shown, and where: none covers another label or a marker.

/** The sides on which the label of a marker may stand, in the order in which they are tried. */
const sides = ["right", "left", "below", "above"];
/** A city of the ground has a smaller dot, and more places for its name. */
const placeSides = ["right", "left", "above", "below", "upper right", "lower right", "upper left", "lower left"];
/** Where the name of a country is tried, in parts of how far it may be from its point. */
const ways = [
  [0, 0], [0, -1], [0, 1], [-1, 0], [1, 0], [-1, -1], [1, -1], [-1, 1], [1, 1], [0, -2], [0, 2], [-2, 0], [2, 0],
];

/** The distance between the middle of a marker and its label, in pixels. */
const gap = 13;
/** The distance between the middle of the chosen marker, which has a ring and a halo, and its label. */
export const chosenGap = 21;
/** The distance between the middle of a dot and its label. */
export const dotGap = 6;
const dotRadius = 4;

/** How many countries are so large that their names come before all cities. */
const largeCount = 40;
/** How many cities are so important that names before them leave room, or make it. */
const wantedCount = 120;
/** How much wider than a country its name may be: names of a world map reach over borders. */
const mostOverhang = 2.2;
/** The least distance between names, in pixels. */
const air = { x: 3, y: 0 };

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

  remove(box) {
    for (const key of this.#keys(box)) this.#cells.set(key, this.#cells.get(key).filter((each) => each !== box));
  }

  /** The boxes that a box covers, but for those of its owner. */
  covered(box, owner) {
    const found = new Set();
    for (const key of this.#keys(box)) {
      for (const other of this.#cells.get(key) ?? []) {
        if ((owner === undefined || other.owner !== owner) && covers(box, other)) found.add(other);
      }
    }
    return found;
  }

  isFree(box, owner) {
    for (const key of this.#keys(box)) {
      for (const other of this.#cells.get(key) ?? []) {
        if ((owner === undefined || other.owner !== owner) && covers(box, other)) return false;
      }
    }
    return true;
  }
}

function covers(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The box of a label of a size on one side of a point, or around it. */
export function labelBox({ x, y }, { width, height }, side = "around", distance = gap) {
  // Diagonally, the corner of a label is nearer to the point.
  const near = side.includes(" ") ? distance - 3 : distance;
  const left = side.endsWith("right") ? x + near : side.endsWith("left") ? x - near - width : x - width / 2;
  const top = side === "below" ? y + distance - 3 : side === "above" ? y - distance + 3 - height
    : side.startsWith("upper") ? y - height : side.startsWith("lower") ? y : y - height / 2;
  return { left, top, right: left + width, bottom: top + height };
}

function square({ x, y }, radius) {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function aired({ left, top, right, bottom }) {
  return { left: left - air.x, top: top - air.y, right: right + air.x, bottom: bottom + air.y };
}

/**
 * Chooses labels greedily.
 *
 * Each marker is {x, y, label: {width, height}, radius, gap, side, isForced}: its place in the view, the
 * measured box of its label, how far that is, and the side where the label was last, which is tried first so that labels do not jump.
 * A forced label is shown even if all sides are taken. Each place is {x, y, label, side}: its dot and its label are
 * shown if they cover nothing. Each name is {x, y, label, width, height}: it is shown around its point, or a little
 * beside, if it is not much wider than that and covers nothing. All come in the order of their importance. Obstacles
 * are boxes that no label may cover.
 *
 * Returns the side of each marker's and each place's label, and the way {x, y} of each name from its point; `undefined`
 * for none.
 */
export function placedLabels(markers, places, names, view, obstacles) {
  const boxes = new Boxes();
  for (const box of obstacles) boxes.insert(box);
  const isVisible = ({ x, y }, by) => x > -by && y > -by && x < view.width + by && y < view.height + by;
  const isWithin = (box) => box.left >= 0 && box.right <= view.width && box.top >= 0 && box.bottom <= view.height;
  for (const marker of markers) {
    if (isVisible(marker, marker.radius)) boxes.insert({ ...square(marker, marker.radius), owner: marker });
  }
  const shownSides = markers.map((marker) => {
    if (!isVisible(marker, marker.radius)) return undefined;
    const tried = marker.side ? [marker.side, ...sides] : sides;
    let side = tried.find((each) => {
      const box = labelBox(marker, marker.label, each, marker.gap);
      return isWithin(box) && boxes.isFree(box, marker);
    });
    if (!side && marker.isForced) {
      side = tried.find((each) => isWithin(labelBox(marker, marker.label, each, marker.gap))) ?? "right";
    }
    if (side) boxes.insert(labelBox(marker, marker.label, side, marker.gap));
    return side;
  });
  const ground = new Ground(boxes, isWithin, places.filter((place) => isVisible(place, 0)).slice(0, wantedCount));
  const labels = names.map((name, rank) => {
    const canBeShown = name.label.width <= name.width * mostOverhang && isVisible(name, 0);
    // Large countries, and those that have room, come before cities, and those that have nearly room after them.
    return canBeShown && { ...nameLabel(name), isFirst: rank < largeCount || name.label.width <= name.width };
  });
  const dots = places.map((place) => isVisible(place, 0) && placeLabel(place));
  for (const label of labels) if (label?.isFirst) ground.place(label);
  for (const [rank, dot] of dots.entries()) if (dot) ground.place(dot, rank < wantedCount);
  for (const label of labels) if (label && !label.isFirst) ground.place(label);
  return { sides: shownSides, places: dots.map((each) => each?.shown?.value), names: labels.map((each) => each?.shown?.value) };
}

/** The name of a country: where it may stand. */
function nameLabel(name) {
  const [aside, up] = [Math.min(name.width / 5, name.label.width / 2), Math.min(name.height / 5, 2 * name.label.height)];
  return {
    options: ways.map(([x, y]) => ({ x: x * aside, y: y * up })).map((value) => (
      { value, box: labelBox({ x: name.x + value.x, y: name.y + value.y }, name.label) })),
  };
}

/** The name of a city, and its dot. */
function placeLabel(place) {
  const first = place.side ? [place.side, ...placeSides] : placeSides;
  return {
    place, dot: square(place, dotRadius), isInside: true, keeps: place.side,
    options: first.map((value) => ({ value, box: labelBox(place, place.label, value, dotGap) })),
  };
}

/** The labels of the ground, of which one gives way to another if it can. */
class Ground {
  #boxes;
  #isWithin;
  /** The dots of the most important cities, and where their names will stand. */
  #dots = new Boxes();
  #wanted = new Boxes();

  constructor(boxes, isWithin, wanted) {
    this.#boxes = boxes;
    this.#isWithin = isWithin;
    for (const [rank, place] of wanted.entries()) {
      const dot = { ...square(place, dotRadius), owner: place, cost: wanted.length - rank };
      this.#dots.insert(dot);
      this.#wanted.insert(dot);
      this.#wanted.insert({ ...dot, ...labelBox(place, place.label, "right", dotGap) });
    }
  }

  /** Shows a label where it is free; an important one also where others can give way. */
  place(label, isWanted = false) {
    if (label.dot && !this.#boxes.isFree(label.dot)) {
      if (!isWanted || !this.#makeRoom([label.dot])) return;
    }
    const option = this.#best(label);
    if (option) this.#show(label, option);
    else if (isWanted) this.#placeAmongOthers(label);
  }

  /** The free option that takes the place of the least important cities that come later; that of before, if it is free. */
  #best(label, without = []) {
    const isFree = ({ box }) => (!label.isInside || this.#isWithin(box)) && this.#boxes.isFree(aired(box))
      && !without.some((each) => covers(aired(box), each));
    let [best, least] = [undefined, Infinity];
    for (const option of label.options) {
      if (!isFree(option)) continue;
      if (option.value === label.keeps) return option;
      let cost = 0;
      for (const each of (label.dot ? this.#dots : this.#wanted).covered(option.box, label.place)) cost += each.cost;
      if (cost < least) [best, least] = [option, cost];
    }
    return best;
  }

  #show(label, { value, box }) {
    label.shown = { value, box: { ...box, label } };
    this.#boxes.insert(label.shown.box);
    if (label.dot && !label.hasDot) {
      label.hasDot = true;
      this.#boxes.insert(label.dot);
    }
  }

  #placeAmongOthers(label) {
    for (const option of label.options) {
      if (!this.#isWithin(option.box) || !this.#makeRoom([aired(option.box), label.dot])) continue;
      return this.#show(label, option);
    }
  }

  /** Moves the labels that are in the way of some boxes to other sides; none if one of them has no other side. */
  #makeRoom(needed) {
    const inTheWay = new Set(needed.flatMap((box) => [...this.#boxes.covered(box)]));
    if (inTheWay.size > 2 || [...inTheWay].some(({ label }) => !label)) return false;
    const moved = [];
    for (const { label } of inTheWay) {
      const before = label.shown;
      this.#boxes.remove(before.box);
      const option = this.#best({ ...label, keeps: undefined }, needed);
      this.#show(label, option ?? before);
      moved.push([label, before]);
      if (option) continue;
      for (const [each, last] of moved.reverse()) {
        this.#boxes.remove(each.shown.box);
        this.#show(each, last);
      }
      return false;
    }
    return true;
  }
}
