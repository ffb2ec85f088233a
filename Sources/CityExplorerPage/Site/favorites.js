// The list of favorites, and their file.

import { star } from "./card.js";
import { button, element, replace } from "./elements.js";
import { pager } from "./pages.js";
import { regionText, sentence, text } from "./texts.js";

const part = document.getElementById("favorites");

/** Draws the favorites of an answer. */
export function drawFavorites(favorites, actions) {
  const { lines, first, count } = favorites.places;
  const failure = favorites.failure && text(favorites.failure);
  replace(
    part,
    element("h2", { id: "favorites-heading" }, text("favorites")),
    failure && element("div", { class: "error", role: "alert" },
      element("p", {}, failure), button(text("tryAgain"), {}, actions.retry)),
    favorites.problem && element("div", { class: "error", role: "alert" },
      element("p", {}, sentence(favorites.problem)), button(text("close"), {}, actions.dismiss)),
    favorites.damage && element("div", { class: "error", role: "alert" }, element("p", {}, sentence(favorites.damage))),
    count > 0 && element("ul", { class: "places" },
      lines.map((place, index) => entry(place, first + index, count, actions))),
    pager("favorites", favorites.places, actions.page),
    favorites.note && element("p", { class: "note" }, sentence(favorites.note)),
    element("p", { class: "export" },
      count > 0 && button(text("exportFavorites"), { id: "export-favorites" }, actions.exported),
      button(text("importFavorites"), { id: "import-favorites" }, actions.imported)),
  );
}

function entry(place, position, count, actions) {
  const { id, name } = place;
  const subtitle = regionText(place) + (place.isGone ? ` · ${text("noLongerThere")}` : "");
  const mover = (kind, to, isEnd) => button("", {
    class: kind, id: `${kind}-${id}`, disabled: isEnd,
    "aria-label": text(kind === "up" ? "moveUp" : "moveDown").replace("{name}", name),
  }, () => actions.move(id, to));
  return element("li", {},
    element("button", { type: "button", class: "place", id: `favorite-${id}`, onclick: () => actions.select(id) },
      element("bdi", { class: "title" }, name), " ", element("span", { class: "subtitle" }, element("bdi", {}, subtitle))),
    element("div", { class: "tools" },
      count > 1 && element("div", { class: "move-form" },
        mover("up", position - 1, position === 0), mover("down", position + 1, position === count - 1)),
      star(id, name, true, "favorites", actions.star)));
}

// What a record of storage has, in its order; see PlaceRecord.swift.
const fields = ["id", "name", "latitude", "longitude", "division", "countryCode", "country", "timeZone", "population"];
const coordinates = new Set(["latitude", "longitude"]);

/** The text of a file of favorites. */
export function fileOf(records) {
  const favorites = records.map((record) => Object.fromEntries(fields.map((field, index) => [
    field, coordinates.has(field) ? Number(record[index]) / 1e7
      : field === "id" || field === "population" ? Number(record[index]) : record[index],
  ])));
  return JSON.stringify({ favorites }, null, 1);
}

/** The records of a file of favorites; throws the key of a text if it is none. */
export function recordsOf(file) {
  let favorites;
  try {
    ({ favorites } = JSON.parse(file));
  } catch {
    throw new Error("noFavoritesFile");
  }
  if (!Array.isArray(favorites)) throw new Error("noFavoritesFile");
  return favorites.map((favorite) => fields.map((field) => {
    const value = favorite?.[field] ?? (field === "population" ? 0 : "");
    return coordinates.has(field) ? String(Math.round(Number(value) * 1e7)) : String(value);
  }));
}
