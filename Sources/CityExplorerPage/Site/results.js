// The list of results, by the ARIA pattern for comboboxes.

import { element, marked, replace } from "./elements.js";
import { loadingPart } from "./loading.js";
import {
  coordinateText, countryName, distance, divisionName, isolated, regionText, sentence, text,
} from "./texts.js";

/** Names in several scripts, a slip, a region, an abbreviation, and a line as people paste it. */
const examples = ["München", "東京", "القاهرة", "new yrok", "rome, it", "nyc", "10 Downing Street, London, UK"];

const part = document.getElementById("results");

/** Draws the results of an answer. */
export function drawResults(results, actions) {
  let position = 0;
  const groups = results.groups.map(({ heading, lines }, index) => {
    const id = `heading-${index}`;
    return element("div", { role: "group", "aria-labelledby": heading && id, "data-heading": heading },
      heading && element("p", { class: "heading", role: "presentation", id }, text(heading)),
      lines.map((line) => option(line, position++)));
  });
  replace(
    part,
    results.isBlank && element("p", { class: "intro" }, text("description")),
    results.count && element("p", { class: "count" }, sentence(results.count)),
    results.note && element("p", { class: "note" }, sentence(results.note)),
    results.failure && element("div", { class: "error", role: "alert" },
      element("p", {}, results.failure),
      element("button", { type: "button", onclick: actions.retry }, text("tryAgain"))),
    element("div", { id: "list", role: "listbox", "aria-label": text("results"), hidden: position === 0 }, groups),
    results.isBlank && element("p", { class: "examples" }, `${text("typeName")} `, examples.flatMap((example) => [
      element("a", { class: "example", href: `?q=${encodeURIComponent(example)}` }, element("bdi", {}, example)), " ",
    ])),
    loadingPart,
    results.hasMore && element("button", { type: "button", class: "more", id: "more", onclick: actions.more }, text("more")),
  );
}

function option(line, position) {
  const subtitle = subtitleOf(line);
  return element(
    "div",
    {
      role: "option", id: `option-${position}`, "data-key": line.key, "aria-selected": "false",
      class: line.placeCount !== undefined && "shared",
    },
    element("bdi", { class: "title" }, marked(line.title, line.titleMarks)),
    line.matched !== undefined && [" ", element("bdi", { class: "matched-name" }, marked(line.matched, line.matchedMarks))],
    " ", element("span", { class: "subtitle" },
      subtitle, line.population !== undefined && ` · ${people(line.population)}`,
      line.meters !== undefined && ` · ${distance(line.meters)}`,
      line.notUnderstood && ` · ${text("notUnderstood")}: ${isolated(line.notUnderstood)}`),
    line.isFavorite && element("span", { class: "visually-hidden" }, `, ${text("favorite")}`),
  );
}

/** A population, as precise as it helps to tell a city from a village. */
function people(population) {
  return sentence({ text: "people", count: population < 1_000 ? population : Number(population.toPrecision(2)) });
}

/** A coordinate that tells cities of one name apart, as the module writes it. */
const coordinate = /(\d+\.\d+)° ([NS]), (\d+\.\d+)° ([EW])$/;

/** The second line, with the names of division and country in the language of the page. */
function subtitleOf(line) {
  if (line.placeCount !== undefined) return sentence({ text: "places", count: line.placeCount });
  if (line.subtitle === undefined) return element("bdi", {}, regionText(line));
  const { subtitle, subtitleMarks = [], division, country } = line;
  // Division and country stand together, perhaps between a smaller division and what tells cities of one name apart.
  const region = [division, country].filter(Boolean).join(", ");
  const [start, local] = [subtitle.lastIndexOf(region), regionText(line)];
  if (region === "" || start < 0 || local === region) return element("bdi", {}, marked(subtitle, subtitleMarks));
  // A part that is replaced is not marked, nor what follows it.
  const names = [[division, divisionName(line)], [country, countryName(line)]].filter(([name]) => name);
  let end = start;
  for (const [name, shown] of names) {
    if (name !== shown) break;
    end += name.length;
  }
  const kept = subtitleMarks.filter(([location, length]) => location + length <= end);
  const rest = subtitle.slice(start + region.length).replace(coordinate, (_, latitude, northSouth, longitude, eastWest) =>
    coordinateText({
      latitude: northSouth === "S" ? -latitude : Number(latitude),
      longitude: eastWest === "W" ? -longitude : Number(longitude),
    }, latitude.split(".")[1].length));
  return element("bdi", {}, marked(subtitle.slice(0, start) + local + rest, kept));
}
