// The card of the chosen place.

import { button, element, replace } from "./elements.js";
import { coordinateText, countryName, divisionName, number, sentence, text, timeText } from "./texts.js";

const part = document.getElementById("card");

/** What the card shows; `undefined` if there is none. */
export function cardName() {
  return part.querySelector("h2")?.textContent;
}

/** Draws the card of an answer. */
export function drawCard(card, actions) {
  const facts = card.name === undefined ? [] : [
    [card.isUncertain ? "perhaps" : "found", card.reasons?.map(sentence).join(" ")],
    ["notUnderstood", card.notUnderstood],
    ["region", divisionName(card)],
    ["country", countryName(card)],
    ["population", card.population && number(card.population)],
    ["coordinate", coordinateText(card)],
  ].filter(([, value]) => value);
  replace(
    part,
    card.name !== undefined && [
      element("h2", { dir: "auto" }, card.name),
      card.id !== undefined && star(card.id, card.name, card.isFavorite, "card", actions.star),
      button("", { class: "close", id: "close", "aria-label": text("close") }, actions.close),
      element("dl", {}, facts.map(([label, value]) => fact(text(label), element("bdi", {}, value))),
        card.timeZone && timeText(card.timeZone) && fact(text("localTime"),
          element("time", { "data-time-zone": card.timeZone }, timeText(card.timeZone)), `, ${card.timeZone}`)),
    ],
    card.note && element("p", { class: "note" }, sentence(card.note)),
    card.failure && element("div", { class: "error", role: "alert" },
      element("p", {}, card.failure), button(text("tryAgain"), {}, actions.retry)),
  );
}

function fact(label, ...values) {
  return element("div", {}, element("dt", {}, label), element("dd", {}, values));
}

/** The star of a city, which is full for a favorite. */
export function star(id, name, isFavorite, place, onStar) {
  return button("", {
    class: "star", id: `${place}-star-${id}`, "aria-pressed": String(isFavorite),
    "aria-label": `${name}, ${text("favorite")}`,
  }, () => onStar(id, !isFavorite));
}

/** The clocks of the card go on. */
export function showTimes() {
  for (const clock of document.querySelectorAll("time[data-time-zone]")) {
    const now = timeText(clock.dataset.timeZone);
    if (now !== undefined && now !== clock.textContent) clock.textContent = now;
  }
}
