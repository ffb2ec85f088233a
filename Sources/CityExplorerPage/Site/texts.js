// The texts of the page, and the names of countries and divisions, in one language: the first one of the person that
// the page has. The script of index.html has chosen it, and asked for its texts, before this script was there.

import english from "./texts/en.json";

const root = document.documentElement;
const site = JSON.parse(document.getElementById("site").textContent);

/** For how long the page waits for texts, and for the names of divisions, in milliseconds. */
const [textsPatience, divisionsPatience] = [8_000, 3_000];

/** The file of a language; `undefined` if there is none, or it does not arrive. */
async function fileOf(addresses, options) {
  const address = addresses[root.lang];
  if (!address) return undefined;
  try {
    const response = await fetch(address, options);
    if (!response.ok) throw new Error(`${response.status}`);
    return await response.json();
  } catch (error) {
    console.warn(`${address}: ${error.message}`);
    return undefined;
  }
}

const translated = await fileOf(site.texts, { signal: AbortSignal.timeout(textsPatience) });
// Without its texts, the page is in English as a whole.
if (!translated) root.lang = "en";
const texts = { ...english, ...translated };

/** The language of all texts and names, with the region of the person: "de-CH". */
export const locale = withRegion(root.lang, root.dataset.locale);

/** A language as a person writes it, unless that is another language, or in letters that the texts do not have. */
function withRegion(language, tag = language) {
  try {
    const [own, other] = [language, tag].map((each) => new Intl.Locale(each).maximize());
    if (other.language !== own.language) return language;
    return other.script === own.script ? tag : `${language}-${own.script}`;
  } catch {
    // Some browsers name the locale of the system: "en-US@posix".
    return language;
  }
}

/** The languages of names of cities: some Chinese ones are known in one kind of characters only. */
export const nameLanguages = root.lang === "zh" ? [locale, "zh-Hans", "zh-Hant"] : [locale];

const numbers = new Intl.NumberFormat(locale);
const countries = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
/** The names of divisions by country, and by the names that the cities have with them. */
let divisions = {};

/** Waits for the names of divisions, but not long: without them, divisions have the names of the cities' file. */
export async function loadDivisions() {
  const file = fileOf(site.divisions, { priority: "low" }).then((names) => { divisions = names ?? {}; });
  await Promise.race([file, new Promise((resolve) => setTimeout(resolve, divisionsPatience))]);
}

/** The text of a key; what is no key, such as a reason of the browser, as it is. */
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

/** A number with so many decimals. */
export function decimals(value, count) {
  return value.toLocaleString(locale, { minimumFractionDigits: count, maximumFractionDigits: count });
}

const percents = new Intl.NumberFormat(locale, { style: "percent" });

/** A share between 0 and 1. */
export function percentText(share) {
  return percents.format(share);
}

const kilometers = new Intl.NumberFormat(
  locale, { style: "unit", unit: "kilometer", maximumSignificantDigits: 2 });

/** A distance in kilometers. */
export function distance(meters) {
  return kilometers.format(meters / 1000);
}

/** A name in a text of another direction. */
export function isolated(name) {
  return `\u2068${name}\u2069`;
}

/** A sentence of the module, `{text: key, …}`: numbers and distances are formatted, and names isolated. */
export function sentence(message) {
  return text(message.text).replace(/\{(\w+)\}/g, (all, name) => {
    const value = message[name];
    if (name === "distance") return distance(value);
    return typeof value === "number" ? number(value) : value === undefined ? all : isolated(value);
  });
}

/** The name of the country of a place. */
export function countryName({ country, countryCode }) {
  return (countryCode && countries.of(countryCode)) || country || countryCode || "";
}

/** The name of the division of a place; its own one if the language has none. */
export function divisionName({ division, countryCode }) {
  return divisions[countryCode]?.[division] ?? division;
}

/** Division and country of a place. */
export function regionText(place) {
  return [divisionName(place), countryName(place)].filter(Boolean).join(", ");
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
    return new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format();
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
  root.dir = texts.direction;
  document.title = texts.title;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const name of ["aria-label", "placeholder"]) {
    for (const element of document.querySelectorAll(`[data-${name}]`)) {
      element.setAttribute(name, text(element.getAttribute(`data-${name}`)));
    }
  }
}
