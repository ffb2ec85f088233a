// The markers of a map and their labels. Markers that are too near for a finger are one, until the map is closer; only
// what is in view has elements, so that a map may have ten thousand markers.

import { project, shortestWay } from "./map-camera.js";
import { chosenGap, labelBox, placedLabels } from "./map-labels.js";

/** The largest distance of a tap from the center of its marker, in pixels: half of a finger. */
const reach = 24;
/** The least distance of two markers, in pixels, that are drawn as two. */
const leastDistance = 26;

/** How far out of view a marker is drawn, in pixels: its label may reach into it. */
const overhang = 160;

export class MapMarkers {
  #list;
  #names;
  #items = new Map();
  /** The items in the order in which labels are placed. */
  #ordered = [];
  /** The items that are in view, and joined to no other; only these have elements. */
  #drawn = [];
  #selected = null;
  /** The marker that the tab key reaches; the arrow keys go on from there. */
  #current = null;
  /** The size of the world for which labels have their sides. */
  #size;
  /** The size of the world for which near markers are joined. */
  #joinedSize;
  #needsMeasuring = false;
  /** The elements over the map that no label may cover, and their boxes. */
  #covers;
  #obstacles = [];

  #texts;

  /**
   * @param list the list of the markers; names: what else has labels; covers: elements that lie over the map;
   *   texts: those of the map.
   */
  constructor(list, names, covers, texts) {
    this.#texts = texts;
    this.#list = list;
    this.#names = names;
    this.#covers = covers;
    // Labels have other sizes when the font is there, or when the reader's is larger.
    new ResizeObserver(() => { this.#needsMeasuring = true; }).observe(list.parentElement);
    document.fonts.addEventListener("loadingdone", () => { this.#needsMeasuring = true; });
    list.addEventListener("keydown", (event) => this.#pressed(event));
    list.addEventListener("focusin", (event) => this.#reach(event.target.dataset.marker));
  }

  /** Measures all labels before they are drawn again. */
  measureAgain() { this.#needsMeasuring = true; }

  /** Has these markers and no others; the elements of those that stay are kept, and with them the focus. */
  show(markers) {
    const before = this.#items;
    this.#items = new Map();
    for (const [position, marker] of markers.entries()) {
      const id = String(marker.id);
      const item = before.get(id) ?? { id };
      item.marker = marker;
      item.position = position;
      item.rank = marker.rank ?? position;
      item.point = project(marker.latitude, marker.longitude);
      this.#items.set(id, item);
    }
    this.#needsMeasuring = true;
    this.select(this.#selected);
  }

  /** Draws the marker with an id larger than the others, whose label comes first. */
  select(id) {
    this.#selected = id;
    for (const item of this.#items.values()) item.isSelected = item.id === id;
    this.#ordered = [...this.#items.values()].sort(
      (a, b) => b.isSelected - a.isSelected || a.rank - b.rank);
    this.#joinedSize = undefined;
    if (this.#items.has(id)) this.#current = id;
  }

  // MARK: - Near markers

  /** Joins the markers that are nearer than a finger is wide at a size of the world; the first one stands for all. */
  #join(exactSize) {
    // In steps, so that a zoom does not join anew in each frame.
    const size = 2 ** (Math.floor(2 * Math.log2(exactSize)) / 2);
    if (size === this.#joinedSize) return;
    this.#joinedSize = size;
    const cells = new Map();
    const distance = leastDistance / size;
    const count = Math.max(1, Math.floor(1 / distance));
    const cell = (x, y) => ((x + count) % count) * 2 ** 24 + y;
    for (const item of this.#ordered) {
      const column = Math.floor(item.point.x * count);
      const row = Math.floor(item.point.y * count);
      item.head = undefined;
      for (let x = column - 1; x <= column + 1 && !item.head; x += 1) {
        for (let y = row - 1; y <= row + 1 && !item.head; y += 1) {
          item.head = cells.get(cell(x, y))?.find(({ point }) => Math.hypot(
            shortestWay(point.x, item.point.x), point.y - item.point.y) < distance);
        }
      }
      item.joined = [];
      if (item.head) {
        item.head.joined.push(item);
      } else {
        const key = cell(column, row);
        if (cells.has(key)) cells.get(key).push(item);
        else cells.set(key, [item]);
      }
    }
    for (const item of this.#drawn) this.#describe(item);
  }

  /** Writes what an element says and looks like. */
  #describe(item) {
    const { marker, joined, button, text } = item;
    button.dataset.kind = marker.isFavorite ? "favorite" : marker.kind;
    if (item.isSelected) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    if (joined.length > 0) button.dataset.count = joined.length + 1;
    else delete button.dataset.count;
    const shown = joined.length > 0 ? `${marker.label} +${joined.length}` : marker.label;
    if (text.textContent !== shown) {
      text.textContent = shown;
      item.label = undefined;
    }
    const notes = [
      marker.isFavorite && this.#texts.favorite,
      marker.kind === "address" && this.#texts.address,
      joined.length > 0 && this.#texts.more.replace("{count}", joined.length),
    ];
    const label = [marker.label, ...notes].filter(Boolean).join(", ");
    if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
  }

  /** The points of the markers that a marker stands for, and the id of the one after the selected one. */
  joined(id) {
    const item = this.#items.get(id);
    const all = item ? [item, ...item.joined].sort((a, b) => a.rank - b.rank) : [];
    const next = all[(all.findIndex((each) => each.isSelected) + 1) % all.length];
    return { points: all.map(({ point }) => point), next: next?.id };
  }

  // MARK: - Elements

  /** The marker that the tab key reaches: the one that had the focus last, or else the first one. */
  #reachable() {
    const item = this.#items.get(this.#current) ?? this.#items.values().next().value;
    return item?.head ?? item;
  }

  /** Lets the tab key reach a marker, which is drawn wherever it is. */
  #reach(id) {
    this.#current = id;
    this.#drawOnly(this.#drawn);
  }

  /** Has elements for some items, and for the one that the tab key reaches. */
  #drawOnly(items) {
    const current = this.#reachable();
    const drawn = new Set(items);
    if (current) drawn.add(current);
    const gone = this.#drawn.filter((item) => !drawn.has(item));
    // One that has the focus goes when another can have it.
    const focused = gone.find(({ button }) => button === document.activeElement);
    for (const item of gone) if (item !== focused) remove(item);
    // In the order of the array, without moving elements that are in place.
    this.#drawn = [...drawn].sort((a, b) => a.position - b.position);
    let next = this.#list.firstElementChild;
    for (const item of this.#drawn) {
      if (!item.entry) {
        Object.assign(item, element(item.id), { isShown: false });
        this.#describe(item);
      }
      if (item.entry === next) next = next.nextElementSibling;
      else this.#list.insertBefore(item.entry, next);
      const index = item === current ? 0 : -1;
      if (item.button.tabIndex !== index) item.button.tabIndex = index;
    }
    if (!focused) return;
    focused.head?.button?.focus({ preventScroll: true });
    remove(focused);
  }

  /** The arrow keys go from marker to marker, from west to east. */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const reachable = [...this.#items.values()].filter(({ head }) => !head)
      .sort((a, b) => a.point.x - b.point.x);
    const position = reachable.findIndex(({ id }) => id === event.target.dataset.marker);
    if (position < 0) return;
    const last = reachable.length - 1;
    const goal = {
      ArrowRight: Math.min(position + 1, last), ArrowDown: Math.min(position + 1, last),
      ArrowLeft: Math.max(position - 1, 0), ArrowUp: Math.max(position - 1, 0), Home: 0, End: last,
    }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    // The map does not move by the key.
    event.stopPropagation();
    this.#reach(reachable[goal].id);
    reachable[goal].button.focus({ preventScroll: true });
  }

  /** The point of the world of a marker. */
  pointOf(id) { return this.#items.get(id)?.point; }

  /** The id of the clicked marker: that of the label or the key, or else the nearest to the pointer. */
  hit(target, pointer) {
    const button = target.closest("[data-marker]");
    if (!pointer || target.closest(".map-label")) return button?.dataset.marker;
    let best;
    let least = reach;
    for (const { id, place } of this.#drawn) {
      if (!place) continue;
      const distance = Math.hypot(place.x - pointer.x, place.y - pointer.y);
      if (distance < least || (distance === least && id === button?.dataset.marker)) {
        least = distance;
        best = id;
      }
    }
    return best ?? button?.dataset.marker;
  }

  /** Puts everything where it is now; `place` gives the pixels of a point of the world. */
  draw(place, view, size) {
    this.#join(size);
    const isNear = ({ x, y }) => x > -overhang && y > -overhang && x < view.width + overhang && y < view.height + overhang;
    this.#drawOnly(this.#ordered.filter((item) => !item.head && isNear(item.place = place(item.point))));
    this.#measure();
    // While the map moves at one size, labels stay where they are if they can.
    const keepsSides = size === this.#size;
    this.#size = size;
    const drawn = this.#ordered.filter(({ entry }) => entry);
    for (const { entry, place: { x, y } } of drawn) entry.style.transform = `translate(${x}px, ${y}px)`;
    const markers = drawn.map((item) => ({
      ...item.place, label: item.label, radius: item.isSelected ? 18 : 9, gap: item.isSelected ? chosenGap : undefined,
      side: keepsSides ? item.side : undefined, isForced: item.isSelected,
    }));
    const countries = this.#names.countries(place, size);
    const places = this.#names.places(place, (id) => this.#items.has(id), keepsSides);
    const placed = placedLabels(markers, places, countries, view, this.#obstacles);
    for (const [i, item] of drawn.entries()) this.#setSide(item, placed.sides[i]);
    this.#names.draw(countries, placed.names, places, placed.places);
  }

  #setSide(item, side) {
    const isShown = side !== undefined;
    if (isShown !== item.isShown) item.text.toggleAttribute("data-shown", isShown);
    item.isShown = isShown;
    const gap = item.isSelected ? chosenGap : undefined;
    if (!isShown || (side === item.side && gap === item.gap)) return;
    Object.assign(item, { side, gap });
    const { left, top } = labelBox({ x: 0, y: 0 }, item.label, side, gap);
    item.text.style.transform = `translate(${left}px, ${top}px)`;
  }

  /** Reads the boxes of all labels, or of those that changed, at once, so that the page is laid out once. */
  #measure() {
    const areAll = this.#needsMeasuring;
    this.#needsMeasuring = false;
    for (const item of [...this.#drawn, ...(areAll ? this.#names.items : [])]) {
      if (!areAll && item.label) continue;
      item.label = { width: item.text.offsetWidth, height: item.text.offsetHeight };
      item.side = undefined;
    }
    if (areAll) this.#obstacles = this.#covers.map((element) => ({
      left: element.offsetLeft, right: element.offsetLeft + element.offsetWidth,
      top: element.offsetTop, bottom: element.offsetTop + element.offsetHeight,
    }));
  }
}

function remove(item) {
  item.entry.remove();
  Object.assign(item, { entry: undefined, label: undefined, side: undefined, gap: undefined });
}

function element(id) {
  const entry = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.marker = id;
  const text = document.createElement("span");
  text.className = "map-label";
  text.dir = "auto";
  button.append(text);
  entry.append(button);
  return { entry, button, text };
}
