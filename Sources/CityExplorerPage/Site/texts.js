// The texts of the page, in the language of the person.

import arabic from "./texts/ar.json";
import english from "./texts/en.json";

const all = { en: english, ar: arabic };

/** The languages of the person, the preferred one first. */
export const languages = navigator.languages?.length ? navigator.languages : [navigator.language ?? "en"];

/** The language of the page, and its texts. */
const language = languages.map((each) => each.split("-")[0].toLowerCase()).find((code) => code in all) ?? "en";
const texts = { ...english, ...all[language] };

const numbers = new Intl.NumberFormat(language);
const countries = new Intl.DisplayNames(languages, { type: "region", fallback: "none" });

/** The text of a key. */
export function text(key) {
  return texts[key] ?? key;
}

export function isText(key) {
  return key in texts;
}

/** A whole number with its groups of digits. */
export function number(value) {
  return numbers.format(value);
}

const percents = new Intl.NumberFormat(language, { style: "percent" });

/** A share between 0 and 1. */
export function percentText(share) {
  return percents.format(share);
}

const kilometers = new Intl.NumberFormat(
  language, { style: "unit", unit: "kilometer", maximumSignificantDigits: 2 });

/** A distance in kilometers. */
export function distance(meters) {
  return kilometers.format(meters / 1000);
}

/** A name in a text of another direction. */
export function isolated(name) {
  return `\u2068${name}\u2069`;
}

/** A sentence of the module, `{text: key, …}`: numbers are formatted, and names isolated. */
export function sentence(message) {
  return text(message.text).replace(/\{(\w+)\}/g, (all, name) => {
    const value = message[name];
    return typeof value === "number" ? number(value) : value === undefined ? all : isolated(value);
  });
}

/** The name of a country in the languages of the person. */
export function countryName({ country, countryCode }) {
  return (countryCode && countries.of(countryCode)) || country || countryCode || "";
}

/** Region and country of a place. */
export function regionText(place) {
  return [place.division, countryName(place)].filter(Boolean).join(", ");
}

/** A coordinate with so many decimals. */
export function coordinateText({ latitude, longitude }, decimals = 4) {
  const degrees = (value, positive, negative) =>
    text(value < 0 ? negative : positive).replace("{degrees}", Math.abs(value).toFixed(decimals));
  return `${degrees(latitude, "north", "south")}, ${degrees(longitude, "east", "west")}`;
}

/** The time of a day in a time zone; `undefined` if the browser does not know the zone. */
export function timeText(timeZone) {
  try {
    return new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format();
  } catch {
    return undefined;
  }
}

/** A size in megabytes. */
export function megabytes(count) {
  return text("megabytes").replace("{count}", number(Math.max(1, Math.round(count / 1e6))));
}

/** Writes the texts into the document: `data-text`, and `data-aria-label` and `data-placeholder` for attributes. */
export function writeTexts() {
  document.documentElement.lang = language;
  document.documentElement.dir = texts.direction;
  document.title = texts.title;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const name of ["aria-label", "placeholder"]) {
    for (const element of document.querySelectorAll(`[data-${name}]`)) {
      element.setAttribute(name, text(element.getAttribute(`data-${name}`)));
    }
  }
}
