// The gestures of the map: drag, pinch, wheel, keys. The map applies them to its camera.

/** How far a pointer must move before it drags instead of taps, in pixels. */
const slop = { mouse: 4, pen: 6, touch: 8 };

/** How far an arrow key moves the map, in pixels. */
const keyStep = 96;

/**
 * Listens on an element.
 *
 * The handler has `grabbed()`, `dragged(dx, dy)`, `released(vx, vy)` with pixels a millisecond,
 * `zoomed(factor, point)` for direct manipulation, and `stepped(dx, dy)`, `zoomedStep(factor, point)`,
 * `home()` for what should be animated. Points are relative to the element.
 *
 * Returns an object whose `didDrag` says whether the click that ends a gesture is part of a drag.
 */
export function listenForGestures(element, handler) {
  const pointers = new Map();
  const state = { didDrag: false };
  let trail = [];

  const point = (event) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const isTool = (event) => event.target.closest("[data-map-tools]") !== null;

  /** The middle of the pointers, and how far they are apart. */
  const grip = () => {
    const [a, b = a] = [...pointers.values()];
    return {
      x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y),
    };
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || isTool(event) || pointers.size === 2) return;
    if (pointers.size === 0) {
      state.didDrag = false;
      trail = [];
      handler.grabbed();
    } else {
      // A second finger begins a pinch at once.
      begin();
    }
    pointers.set(event.pointerId, { ...point(event), start: point(event) });
    if (state.didDrag) element.setPointerCapture(event.pointerId);
  });

  const begin = () => {
    state.didDrag = true;
    element.toggleAttribute("data-dragging", true);
    for (const id of pointers.keys()) element.setPointerCapture(id);
  };

  element.addEventListener("pointermove", (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    const now = point(event);
    if (!state.didDrag) {
      const way = Math.hypot(now.x - pointer.start.x, now.y - pointer.start.y);
      if (way < (slop[event.pointerType] ?? slop.touch)) return;
      begin();
    }
    const before = grip();
    Object.assign(pointer, now);
    const after = grip();
    handler.dragged(after.x - before.x, after.y - before.y);
    if (before.spread > 0 && after.spread > 0) {
      handler.zoomed(after.spread / before.spread, after);
      trail = [];
    } else {
      trail.push({ ...after, time: event.timeStamp });
    }
  });

  const end = (event) => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
    element.toggleAttribute("data-dragging", false);
    if (!state.didDrag) return;
    const recent = trail.filter(({ time }) => event.timeStamp - time < 80);
    const [first, last] = [recent.at(0), recent.at(-1)];
    const time = last ? last.time - first.time : 0;
    const speed = (way) => (time > 0 ? way / time : 0);
    handler.released(speed(last?.x - first?.x), speed(last?.y - first?.y));
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);

  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    // Lines and pages are turned into pixels; a pinch on a trackpad arrives with the control key and small steps.
    const pixels = event.deltaY * ([1, 16, 400][event.deltaMode] ?? 1) * (event.ctrlKey ? 6 : 1);
    handler.zoomed(2 ** (-Math.max(-240, Math.min(240, pixels)) / 240), point(event));
  }, { passive: false });

  element.addEventListener("dblclick", (event) => {
    if (isTool(event) || event.target.closest("button")) return;
    handler.zoomedStep(event.shiftKey ? 0.5 : 2, point(event));
  });

  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 3 * keyStep : keyStep;
    const actions = {
      ArrowLeft: () => handler.stepped(step, 0),
      ArrowRight: () => handler.stepped(-step, 0),
      ArrowUp: () => handler.stepped(0, step),
      ArrowDown: () => handler.stepped(0, -step),
      "+": () => handler.zoomedStep(2),
      "=": () => handler.zoomedStep(2),
      "-": () => handler.zoomedStep(0.5),
      "_": () => handler.zoomedStep(0.5),
      "0": () => handler.home(),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });

  return state;
}
