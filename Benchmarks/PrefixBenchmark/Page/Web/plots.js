// Draws the plots of the page into their figures: the data are in the element "data".

"use strict";

{
  const UNITS = { ns: ["ns", "µs", "ms", "s"], bytes: ["B", "kB", "MB", "GB"], count: ["", "k", "M", "G"] };
  /** The height of a line of text, and the radius of a mark. */
  const [LINE, MARK] = [15, 5];

  // MARK: Texts

  /** A figure with three digits and its unit, as tables write it. */
  function brief(value, unit) {
    let step = 0;
    for (; value >= 999.5 && step < 3; step += 1) value /= 1_000;
    const scale = value >= 99.95 ? 1 : value >= 9.995 ? 10 : 100;
    // Rounded as in the tables: the locale would round 9.915 up, which is less than that in binary.
    value = Math.round(value * scale) / scale;
    return `${value.toLocaleString("en", { maximumFractionDigits: 2 })}\u00A0${UNITS[unit][step]}`.trim();
  }

  const canvas = document.createElement("canvas").getContext("2d");
  canvas.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const widthOf = (text) => canvas.measureText(text).width;
  const widest = (texts) => Math.max(...texts.map(widthOf));

  /** A text that is cut where it is too wide. */
  function fitted(text, width) {
    if (widthOf(text) <= width) return text;
    const characters = [...text];
    while (characters.length > 1 && widthOf(`${characters.join("")}…`) > width) characters.pop();
    return `${characters.join("")}…`;
  }

  /** A name that is written from right to left leaves the words around it in their order. */
  const apart = (name) => `\u2068${name}\u2069`;

  const listed = (words) => words.join(", ").replace(/, ([^,]*)$/, " and $1");

  // MARK: Figures

  const ascending = (values) => [...values].sort((one, other) => one - other);

  /** The last figure before the first gap, if most figures lie before it; a gap is a factor to the next figure. */
  function lastBefore(gap, values) {
    const sorted = ascending(values.filter((value) => value > 0));
    const isLast = (value, place) => 2 * (place + 1) > sorted.length && sorted[place + 1] > gap * value;
    return sorted.find(isLast) ?? Infinity;
  }

  /** The marks that no other beats in both figures, from the smallest first one to the largest. */
  function paretoFront(marks) {
    const front = [];
    for (const mark of [...marks].sort((one, other) => one.x - other.x || one.y - other.y)) {
      const last = front.at(-1);
      if (!last || mark.y < last.y || (mark.x === last.x && mark.y === last.y)) front.push(mark);
    }
    return front;
  }

  // MARK: Axes

  /** An axis over a range: `place` gives positions from 0 to 1, where figures beyond lie at the ends. */
  function axis(title, ticks, [low, high], transform) {
    const [start, end] = [transform(low), transform(high)];
    const place = (value) => (transform(Math.min(Math.max(value, low), high)) - start) / (end - start);
    return { title, ticks, place };
  }

  /** A logarithmic axis that holds positive figures, with ends at 1, 2 or 5 times a power of ten. */
  function logarithmic(title, values, unit) {
    // A little room, so that no mark lies on the frame.
    const [low, high] = [Math.min(...values) / 1.25, Math.max(...values) * 1.25];
    const steps = [];
    for (let power = Math.floor(Math.log10(low)) - 1; power <= Math.ceil(Math.log10(high)) + 1; power += 1) {
      steps.push(...[1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
    }
    const start = steps.findLast((step) => step <= low);
    const end = steps.find((step) => step >= high && step >= 3.9 * start);
    // On a long axis only powers of ten have room, on a very long one not all of these.
    const decades = Math.log10(end / start);
    const stride = decades < 2.5 ? 1 : 3 * Math.ceil(decades / 5);
    const ticks = steps.filter((step, index) => index % stride === 0 && step >= start && step <= end);
    const labels = ticks.map((value) => ({ value, label: brief(value, unit) }));
    return axis(`${title}, logarithmic`, labels, [start, end], Math.log10);
  }

  /** The lower axis of lines, which have points at these positions. */
  function lowerAxis({ axis: { title, scale, unit }, positions, labels }, known) {
    if (scale === "logarithmic") return logarithmic(title, known, unit);
    if (scale === "places") {
      const ticks = positions.map((value) => ({ value, label: labels[value] }));
      return axis(title, ticks, [-0.25, positions.length - 0.75], (value) => value);
    }
    // Each nine has the same length: 90, 99, 99.9.
    const end = Math.max(90, ...known);
    const ticks = [50, 90, 99, 99.9].filter((value) => value <= end)
      .map((value) => ({ value, label: `${value}\u00A0%` }));
    return axis(title, ticks, [0, end], (value) => -Math.log10(1 - value / 100));
  }

  // MARK: Elements

  function element(name, attributes, ...content) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) {
      node.setAttribute(key, typeof value === "number" ? Math.round(value * 10) / 10 : value);
    }
    node.append(...content);
    return node;
  }

  const text = (style, words, x, y) => element("text", { class: style, x, y }, words);
  const path = (style, ...points) => element("path", {
    class: style, d: `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`,
  });
  const marker = ({ role, isHollow, color }, [x, y], scale = 1) => element("use", {
    href: `#${role}`, class: `marker${isHollow ? " hollow" : ""} s${color}`,
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`,
  });

  /** Two axes with lines through the plot and the labels that fit; `at` gives the point of two figures. */
  function frame(width, height, right, x, y) {
    const [left, top, bottom] = [widest(y.ticks.map(({ label }) => label)) + 8, 24, 24 + height];
    const box = { left, top, right: width - right, bottom };
    const at = (one, other) => [left + (box.right - left) * x.place(one), bottom - height * y.place(other)];
    const content = [text("soft", y.title, 0, 11)];
    for (const { value, label } of y.ticks) {
      const place = bottom - height * y.place(value);
      content.push(path("grid", [left, place], [box.right, place]), text("soft end", label, left - 6, place + 4));
    }
    let end = -Infinity;
    for (const { value, label } of x.ticks) {
      const [[place], half] = [at(value, 1), widthOf(label) / 2];
      content.push(path("grid", [place, top], [place, bottom]));
      if (place - half < end + 4) continue;
      end = place + half;
      content.push(text("soft middle", label, Math.min(place, width - half), bottom + 15));
    }
    // A title longer than the plot would leave the drawing on its left.
    content.push(text("soft end", x.title, Math.max(box.right, widthOf(x.title)), bottom + 32));
    return { box, content, height: bottom + 38, at };
  }

  // MARK: Labels

  const boxAround = ([x, y], width, height) =>
    ({ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 });

  /** The area that two boxes share. */
  function overlap(one, other) {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return width > 0 && height > 0 ? width * height : 0;
  }

  /**
   * Places labels beside marks so that they cover neither each other nor the marks.
   *
   * For each label there are candidates in eight directions at growing distances. The cost of a candidate is
   * the area that it covers, the area outside of the plot, and a little for its distance. The cheapest is
   * taken, label after label, and again with the others known.
   */
  function placed(labels, bounds, strokes) {
    const directions = [[1, 0], [-1, 0], [0, -1], [0, 1], [0.8, -1], [0.8, 1], [-0.8, -1], [-0.8, 1]];
    const marks = labels.map(({ point }) => boxAround(point, 2 * MARK + 2, 2 * MARK + 2));
    const candidates = labels.map(({ point: [x, y], words }) => {
      const width = widthOf(words);
      return [3, 9, 17, 28, 42, 60].flatMap((gap, step) => directions.map(([right, down], rank) => {
        const box = boxAround(
          [x + right * (MARK + gap + width / 2), y + down * (MARK + gap + LINE / 2)], width, LINE);
        const sum = (boxes) => boxes.reduce((area, other) => area + overlap(box, other), 0);
        const cost = 12 * step + 2 * rank + 100 * (width * LINE - overlap(box, bounds)) + 10 * sum(marks)
          + 30 * strokes.filter((stroke) => overlap(box, stroke)).length;
        return { box, cost, sum };
      }));
    });
    const chosen = candidates.map((all) => all[0]);
    for (let turn = 0; turn < 8; turn += 1) {
      candidates.forEach((all, index) => {
        const others = chosen.filter((_, other) => other !== index).map(({ box }) => box);
        const costs = all.map(({ cost, sum }) => cost + 20 * sum(others));
        chosen[index] = all[costs.indexOf(Math.min(...costs))];
      });
    }
    return chosen.map(({ box }) => box);
  }

  /** Moves labels in a column apart: of each pair that is too near, each by half of the missing distance, until no pair is. */
  function spread(wanted, top, bottom) {
    const order = [...wanted.keys()].sort((one, other) => wanted[one] - wanted[other]);
    const places = [...wanted];
    for (let turn = 0; turn < 200; turn += 1) {
      order.slice(1).forEach((index, place) => {
        const lack = Math.max(0, LINE - (places[index] - places[order[place]]));
        places[order[place]] -= lack / 2;
        places[index] += lack / 2;
      });
      order.forEach((index, place) => {
        const below = LINE * (order.length - 1 - place);
        places[index] = Math.max(Math.min(places[index], bottom - below), top + LINE * place);
      });
    }
    return places;
  }

  // MARK: Plots

  /** Bars below the names of their rows, each with its interval and its figure. */
  function bars({ rows, labels, unit }, width) {
    const all = rows.flatMap(({ cells }) => cells.filter(Boolean));
    const ends = all.map(([, , high]) => high);
    // Bars far longer than most are cut, or the others would be too short to compare.
    const limit = Math.min(1.5 * lastBefore(5, ends), Math.max(...ends)) || 1;
    const left = widest(labels) && widest(labels) + 6;
    const room = width - left - 14 - widest(all.map(([value]) => brief(value, unit)));
    const x = (value) => left + room * Math.min(1, value / limit);
    const content = [];
    let y = 0;
    for (const { name, style, cells } of rows) {
      content.push(marker(style, [6, y + 9]), text("label", fitted(name, width - 20), 17, y + 13));
      y += 19;
      const known = cells.map((cell, column) => ({ cell, label: labels[column] })).filter(({ cell }) => cell);
      content.push(path("axis", [left, y - 1], [left, y - 2 + 16 * known.length]));
      for (const { cell: [value, low, high], label } of known) {
        const [end, isCut] = [x(value), value > limit];
        const size = { width: Math.max(1, end - left), height: 10 };
        content.push(element("rect", { class: `bar s${style.color}`, x: left, y, ...size }), text("soft", label, 0, y + 9));
        if (isCut) {
          // Two strokes across the bar, as on a map where a road goes on beyond the sheet.
          content.push(...[16, 11].map((back) => path("cut", [end - back - 3, y + 12], [end - back + 3, y - 2])));
        } else if (high > low) {
          content.push(path("interval", [x(low), y + 5], [x(high), y + 5]));
          content.push(...[low, high].map((place) => path("interval", [x(place), y + 2], [x(place), y + 8])));
        }
        content.push(text("label", brief(value, unit), (isCut ? end : x(high)) + 6, y + 9));
        y += 16;
      }
      y += 7;
    }
    return { content, height: y };
  }

  /** Marks by two figures of which less is better, with the front of the best. */
  function scatter({ rows, axis: { title, unit: xUnit }, unit }, width) {
    const all = rows.map(({ name, style, cells: [[x], [y]] }) => {
      const words = `${apart(name)}: ${brief(y, unit)}, ${x > 0 ? brief(x, xUnit) : "nothing kept"}`;
      return { name, style, x, y, words };
    });
    // Marks far slower than the next one would compress the others; without memory they have no place.
    const limit = lastBefore(10, all.filter(({ x }) => x > 0).map(({ y }) => y));
    const marks = all.filter(({ x, y }) => x > 0 && y > 0 && y <= limit);
    const beyond = all.filter((mark) => !marks.includes(mark));
    if (marks.length < 2) return null;
    const [across, up] = [marks.map(({ x }) => x), marks.map(({ y }) => y)];
    const { box, content, height, at } = frame(
      width, 280, 10, logarithmic(title, across, xUnit), logarithmic("median", up, unit));
    // In steps: a point on the line is as slow as one end and as large as the other.
    const front = paretoFront(marks.filter(({ style }) => !style.isHollow));
    const corners = front.map(({ x, y }) => at(x, y))
      .flatMap((point, index, points) => (index ? [[point[0], points[index - 1][1]], point] : [point]));
    if (corners.length > 1) content.push(path("front", ...corners));
    const strokes = corners.slice(1).map(([x, y], index) => boxAround(
      [(x + corners[index][0]) / 2, (y + corners[index][1]) / 2],
      Math.abs(x - corners[index][0]) + 1, Math.abs(y - corners[index][1]) + 1));
    const labels = marks.map(({ name, x, y }) => ({ words: fitted(name, 0.4 * width), point: at(x, y) }));
    placed(labels, box, strokes).forEach(({ left, right, top, bottom }, index) => {
      const { words, point: [x, y] } = labels[index];
      const near = [Math.min(Math.max(x, left), right), Math.min(Math.max(y, top), bottom)];
      if (Math.hypot(near[0] - x, near[1] - y) > 16) content.push(path("leader", [x, y], near));
      content.push(text("label", words, left, bottom - 4));
    });
    const stops = marks.map(({ style, x, y, words }) => ({ node: marker(style, at(x, y)), words }));
    const best = `Nothing beats ${listed(front.map(({ name }) => apart(name)))} in both.`;
    return { content, height, stops, beyond: beyond.map(({ words }) => words), caption: front.length ? best : "" };
  }

  /** A line for each row along an axis that all share, with its name at its end. */
  function lines(plot, width) {
    const { rows, unit, labels, positions, axis: { scale, unit: xUnit } } = plot;
    const all = rows.map((row) => {
      const points = positions.map((x, column) => ({ x, y: row.cells[column]?.[0], label: labels[column] }))
        .filter(({ y }) => y);
      const values = ascending(points.map(({ y }) => y));
      const words = `${apart(row.name)} ${brief(values[0], unit)} to ${brief(values.at(-1), unit)}`;
      return { ...row, points, words, middle: values[values.length >> 1] };
    });
    // Lines far above the others would compress them.
    const limit = lastBefore(10, all.map(({ middle }) => middle));
    const shown = all.filter(({ middle }) => middle <= limit);
    const names = shown.map(({ name, remark }) => `${fitted(name, 0.3 * width)} ${remark}`.trim());
    const known = shown.flatMap(({ points }) => points);
    const { box, content, height, at } = frame(
      width, 250, widest(names) + 20, lowerAxis(plot, known.map(({ x }) => x)),
      logarithmic(unit === "bytes" ? "bytes" : "time", known.map(({ y }) => y), unit));
    const stops = shown.flatMap(({ name, style, points }) => {
      content.push(path(`line s${style.color}`, ...points.map(({ x, y }) => at(x, y))));
      return points.map(({ x, y, label }) => {
        const place = scale === "nines" ? `${x}\u00A0%` : label || brief(x, xUnit);
        return { node: marker(style, at(x, y), 0.6), words: `${apart(name)}, ${place}: ${brief(y, unit)}` };
      });
    });
    const ends = shown.map(({ points }) => at(points.at(-1).x, points.at(-1).y));
    spread(ends.map(([, y]) => y), box.top, box.bottom).forEach((y, index) => {
      // A stroke of the same color leads from the end of the line to its name.
      const [x, end] = ends[index];
      content.push(path(`leader s${shown[index].style.color}`, [x + 4, end], [box.right + 14, y]));
      content.push(text("label", names[index], box.right + 17, y + 4));
    });
    return { content, height, stops, beyond: all.filter(({ middle }) => middle > limit).map(({ words }) => words) };
  }

  // MARK: On the page

  /** Shows the words of a mark that the pointer is at, or that the arrow keys have come to. */
  function explain(svg, stops) {
    const output = block("output", "");
    let shown = -1;
    const show = (index) => {
      stops[shown]?.node.classList.remove("shown");
      stops[index]?.node.classList.add("shown");
      output.textContent = stops[index]?.words ?? "";
      shown = index;
    };
    stops.forEach(({ node }, index) => node.addEventListener("pointerenter", () => show(index)));
    for (const name of ["pointerleave", "blur"]) svg.addEventListener(name, () => show(-1));
    svg.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") show(-1);
      if (!step) return;
      event.preventDefault();
      show((Math.max(shown, step < 0 ? 0 : -1) + step + stops.length) % stops.length);
    });
    svg.setAttribute("tabindex", 0);
    return output;
  }

  const block = (name, words) => Object.assign(document.createElement(name), { textContent: words });

  const narrow = matchMedia("(max-width: 480px)");

  function draw() {
    for (const plot of JSON.parse(document.getElementById("data").textContent)) {
      const figure = document.getElementById(plot.id);
      const width = narrow.matches ? 350 : figure.closest(".thirds") ? 310 : 430;
      const drawn = { bars, scatter, lines }[plot.kind](plot, width);
      if (!drawn) continue;
      const { content, height, stops = [], beyond = [], caption = "" } = drawn;
      content.push(...stops.map(({ node }) => node));
      const words = [caption, beyond.length ? `Beyond the frame: ${beyond.join("; ")}.` : ""].join(" ").trim();
      // The texts of bars can be read one by one; of the others, tables are the better words.
      const attributes = { role: stops.length ? "img" : "group", "aria-label": plot.title };
      const svg = element("svg", { viewBox: `0 0 ${width} ${Math.ceil(height)}`, ...attributes }, ...content);
      figure.replaceChildren(block("h3", plot.title), svg);
      if (stops.length) figure.append(explain(svg, stops));
      if (words) figure.append(block("figcaption", words));
    }
  }

  narrow.addEventListener("change", draw);
  draw();
}
