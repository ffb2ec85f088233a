// The page: it hands what a person does to the module, draws what the module answers, and does what it asks for.

import { chooseFiles, linesOf, takeDroppedFiles } from "./address-files.js";
import { download, drawAddresses, drawFailures, drawFound } from "./addresses.js";
import { cardName, drawCard, showTimes } from "./card.js";
import { loadCities } from "./cities.js";
import { Combobox } from "./combobox.js";
import { button, element, replace } from "./elements.js";
import { edges, ExplorerModule, fixed } from "./explorer-module.js";
import { drawFavorites, fileOf, recordsOf } from "./favorites.js";
import { KeptThings } from "./kept.js";
import { showLoaded, showProgress, showWaiting } from "./loading.js";
import { prepareMap } from "./map.js";
import { firstAddress, onAddressVisited, showAddress } from "./page-address.js";
import { drawResults } from "./results.js";
import {
  coordinateText, countryName, divisionName, isolated, isText, loadDivisions, locale, nameLanguages, regionText,
  sentence, text, writeTexts,
} from "./texts.js";
import { onViewChanged, showView, showViewOf } from "./view.js";

const site = JSON.parse(document.getElementById("site").textContent);
const main = document.querySelector("main");
const field = document.getElementById("query");
const map = document.getElementById("world");
const hereButton = document.getElementById("here");
const statusLine = document.getElementById("status");
const alertLine = document.getElementById("alert");
const cost = document.querySelector("#cost b");
const order = document.getElementById("order");

/** For how long the map waits for the first cities, in milliseconds. */
const mapPatience = 6_000;

/** The module; `undefined` until it is there. */
let explorer;
let isLoaded;
const loaded = new Promise((resolve) => { isLoaded = resolve; });
/** What was pressed before it was there. */
let isEnterPending = false;
let announcementTimer = 0;
/** What had the focus when the card was opened. */
let opener = null;
/** What was said last about the addresses. */
let addressesSaid = "";
let markers = { places: [], addresses: [] };

// MARK: - Calls

/** Calls the module, and shows what has changed. */
function call(name, ...values) {
  if (!explorer) return;
  try {
    show(explorer.call(name, ...values));
  } catch (error) {
    // The module says what is wrong with a call: a fault of this page, not of the person.
    console.error(`${name}: ${error.message}`);
  }
}

/** Calls the module for what a person typed, and says how long that took. */
function search(name, ...values) {
  const start = performance.now();
  call(name, ...values);
  const time = performance.now() - start;
  cost.textContent = time < 10 ? `${time.toFixed(2)} ms` : `${time.toFixed(0)} ms`;
}

const actions = {
  retry: () => call("retry"),
  more: () => call("more"),
  close: (event) => {
    showViewOf({ q: field.value, place: "" });
    call("close");
    // By the keyboard, the focus goes back to where it came from; a tap must not bring up the keyboard of a phone.
    if (event.detail !== 0) return;
    const isThere = opener?.isConnected && opener.checkVisibility({ visibilityProperty: true });
    (isThere ? opener : field).focus();
  },
  star: (id, isFavorite) => call("star", id, isFavorite),
  move: (id, position) => call("move", id, position),
  page: (list, position) => call("page", list, position),
  dismiss: () => call("dismiss"),
  select: (id) => {
    showView("map");
    call(String(id).startsWith("a") ? "marker" : "place", id);
  },
  pause: () => call("pauseAddresses"),
  resume: () => {
    call("resumeAddresses");
    lookUpAddresses();
  },
  forget: () => {
    call("forgetAddresses");
    kept.forgetAddresses();
  },
  exported: (kind) => {
    if (kind === "csv" || kind === "geojson") {
      download(`addresses.${kind}`, kind === "csv" ? "text/csv" : "application/geo+json", explorer.text(kind));
    } else {
      exportFavorites();
    }
  },
  imported: importFavorites,
};

// MARK: - What the module answers

function show(view) {
  if (view.results) showResults(view.results);
  if (view.card) showCard(view.card);
  if (view.favorites) drawFavorites(view.favorites, actions);
  if (view.addresses) announceAddresses(drawAddresses(view.addresses, actions));
  if (view.map) withMap(() => showMap(view.map));
  if (view.found) drawFound(view.found, actions);
  if (view.failures) drawFailures(view.failures, actions);
  if (view.addressMarkers) {
    markers.addresses.splice(view.addressMarkers.first, Infinity, ...view.addressMarkers.markers);
    withMap(() => { map.markers = [...markers.places, ...markers.addresses]; });
  }
  if (view.source) showSource(view.source);
  if (view.recent) kept.keepRecent(view.recent);
  for (const request of view.requests ?? []) perform(request);
}

function showResults(results) {
  drawResults(results, actions);
  combobox.refresh();
  if (field.value !== results.query) field.value = results.query;
  const part = document.getElementById("results");
  if (results.isBusy) delete part.dataset.query;
  else part.dataset.query = results.answered;
  part.setAttribute("aria-busy", String(results.isBusy));
  main.toggleAttribute("data-typed", !results.isBlank);
  showWaiting(results.isBusy && results.groups.length === 0);
  document.title = results.title ? `${results.title} – ${text("title")}` : text("title");
  showAddress({ q: results.query, place: results.place ?? "" });
  announce(results.status ? statusText(results.status) : "");
}

/** What a screen reader says: of a place that was chosen, also where it lies. */
function statusText(status) {
  const region = regionText(status);
  return sentence(region ? { ...status, name: `${status.name}, ${region}` } : status);
}

/** Shows the text of the field before the module can answer it. */
function showTyped() {
  const isBlank = field.value.trim() === "";
  drawResults({ groups: [], isBlank }, actions);
  main.toggleAttribute("data-typed", !isBlank);
  showWaiting(!isBlank);
}

/** Says something to who does not see the page, when changes pause. */
function announce(sentence) {
  clearTimeout(announcementTimer);
  announcementTimer = setTimeout(() => { statusLine.textContent = sentence; }, 300);
}

/** Says how many addresses were found, when all were looked up. */
function announceAddresses(sentence) {
  if (sentence === addressesSaid) return;
  addressesSaid = sentence;
  if (sentence !== "") announce(sentence);
}

function showCard(card) {
  const before = cardName();
  const focused = document.activeElement;
  drawCard(card, actions);
  if (card.name === undefined || card.name === before) return;
  if (!document.getElementById("card").contains(focused)) opener = focused;
  showView("map");
  // After a tap on a line, the focus follows to what it opened.
  if (document.activeElement !== document.body) return;
  const heading = document.querySelector("#card > h2");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** What to do with the map when it is there; `undefined` when it is. */
let mapChanges = [];

/** Does something with the map, now or when it is there. */
function withMap(change) {
  if (mapChanges) mapChanges.push(change);
  else change();
}

/** Begins with the map: after the first cities, because a search is worth more than an outline on a slow line. */
function beginMap() {
  if (!mapChanges) return;
  prepareMap(map, {
    outlines: site.outlines, tiles: site.tiles, locale, texts: mapTexts(),
    citiesIn: (region, limit) => (explorer?.hasCities ? explorer.call("cities", limit, ...edges(region)) : null),
    citiesWithIDs: (ids) => (explorer?.hasCities ? explorer.call("citiesWithIDs", ...ids) : null),
  });
  const changes = mapChanges;
  mapChanges = undefined;
  for (const change of changes) change();
}

function showMap({ markers: places, selected, region }) {
  markers.places = toldApart(places);
  map.markers = [...markers.places, ...markers.addresses];
  map.selected = selected ?? null;
  map.bringIntoView(places.filter(({ kind }) => kind === "found").map(({ id }) => id));
  if (!region) return;
  const { southWest, northEast } = region;
  map.region = {
    south: southWest.latitude, west: southWest.longitude, north: northEast.latitude, east: northEast.longitude,
  };
}

/** Says what file the cities are from. */
function showSource({ count, name, date, digest }) {
  const key = name === undefined ? (count === 1 ? "oneCity" : "cities") : "citiesOfFile";
  const parts = [sentence({ text: key, count, name }), date, digest && `SHA-256 ${digest}`];
  document.getElementById("source").textContent = parts.filter(Boolean).join(", ");
}

/** Gives places of one name what tells them apart: their region, a smaller division, or else their coordinate. */
function toldApart(places) {
  const ways = [
    () => "", (place) => divisionName(place) ?? countryName(place), ({ subdivision }) => subdivision,
    (place) => isolated(coordinateText(place, 2)),
  ].map((addition) => places.map((place) => [place.label, addition(place)].filter(Boolean).join(", ")));
  const areUnique = ways.map((labels) => {
    const counts = new Map();
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
    return labels.map((label) => counts.get(label) === 1);
  });
  return places.map((place, index) => {
    const way = areUnique.findIndex((isUnique) => isUnique[index]);
    return { ...place, label: ways.at(way)[index] };
  });
}

// MARK: - What the module asks for

function perform(request) {
  if (request.kind === "search") askService(request);
  else if (request.kind === "readFavorites") kept.readFavorites();
  else if (request.kind === "changeFavorites") kept.changeFavorites(request);
}

/** Asks the server while no cities are here. */
async function askService({ number, query, limit }) {
  // The search is made again with the first cities.
  if (!site.service) return;
  try {
    const parameters = new URLSearchParams({ q: query, limit, lang: nameLanguages.join(",") });
    const response = await fetch(`${site.service}?${parameters}`);
    if (!response.ok) throw new Error(`${response.status}`);
    const { features, total } = await response.json();
    if (explorer.hasCities) return;
    call("searched", number, total?.count ?? features.length, ...features.flatMap(({ geometry, properties: place }) => [
      place.id, place.name, fixed(geometry.coordinates[1]), fixed(geometry.coordinates[0]), place.division ?? "",
      place.countryCode ?? "", place.country ?? "", place.timeZone ?? "", place.population ?? 0,
      place.isOwnName ? place.name : place.matchedName ?? "", ...(place.highlight?.utf16 ?? [0, 0]),
      place.edits ?? 0, place.grade ?? "exact",
      (place.unmatched ?? []).join(", "), Math.round(place.distance ?? -1),
    ]));
  } catch {
    if (!explorer.hasCities) call("searchFailed", number, text("unreachable"));
  }
}

// MARK: - What the browser keeps

const kept = new KeptThings({
  call, changed: (change, records) => explorer.call("changeFavorites", ...change, ...records.flat()), failed: alertOf,
});

async function exportFavorites() {
  download("favorites.json", "application/json", fileOf(await kept.favorites()));
}

function importFavorites() {
  const chooser = element("input", { type: "file", accept: ".json,application/json" });
  chooser.addEventListener("change", () => addFavorites(chooser.files[0]));
  chooser.click();
}

async function addFavorites(file) {
  try {
    await kept.addFavorites(recordsOf(await file.text()));
    alertOf(null);
  } catch (error) {
    const message = error.message === "favoritesFull"
      ? sentence({ text: "favoritesFull", count: error.limit })
      : isText(error.message) ? text(error.message) : text("noFavoritesFile");
    alertOf(message);
  }
}

/** Shows an error of the page itself, or none. */
function alertOf(message, retry) {
  alertLine.hidden = message === null;
  replace(alertLine, message !== null && element("p", {}, message),
    message !== null && retry && button(text("tryAgain"), {}, retry));
}

// MARK: - Addresses

/** For how long addresses are looked up, in milliseconds, before keys and pictures have their turn. */
const slice = 8;
/** How many lines or answers are handed over at once, in about twice that time. */
const handful = 250;
let isLookingUp = false;

/** Lets keys and pictures have their turn. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Looks up addresses, some at a time. */
async function lookUpAddresses() {
  if (isLookingUp || !explorer?.hasAllCities) return;
  isLookingUp = true;
  let isRunning = true;
  let hasAnswers = false;
  let count = 1;
  while (isRunning) {
    const start = performance.now();
    const view = explorer.call("step", count);
    show(view);
    isRunning = view.addresses?.isRunning ?? false;
    hasAnswers ||= view.addresses !== undefined;
    // As many as the slice has time for, by how long the last ones took.
    const time = Math.max(performance.now() - start, 0.1);
    count = Math.max(1, Math.min(count * 2, Math.floor((count * slice) / time)));
    await pause();
  }
  isLookingUp = false;
  if (hasAnswers) await keepAnswers();
}

/** Keeps all answers, in parts. */
async function keepAnswers() {
  const parts = [];
  for (let part; (part = explorer.text("answers", parts.length * handful, handful)) !== "";) {
    parts.push(part);
    await pause();
  }
  kept.keepAnswers(parts);
}

/** Gives lines of addresses to the module, some at a time, and looks them up. */
async function takeLines(text) {
  const lines = text.split(/\r\n|\r|\n/);
  for (let start = 0; start < lines.length; start += handful) {
    if (start > 0) await pause();
    call("addresses", lines.slice(start, start + handful).join("\n"), start === 0);
  }
  lookUpAddresses();
}

/** Adds lines of addresses that a person gave. */
async function addLines(lines) {
  if (!explorer) await loaded;
  // The progress and the markers are seen at once.
  showView("both");
  kept.addAddresses(lines);
  await takeLines(lines);
}

/** Adds the addresses of files. */
async function addFiles(files) {
  if (!explorer) await loaded;
  alertOf(null);
  for (const file of files) {
    try {
      await addLines(await linesOf(file, (table) => explorer.call("table", table)));
    } catch (error) {
      alertOf(error.message);
    }
  }
}

/** Shows the lines of visits before, with the answers that were kept. */
async function restoreAddresses(lines, answers) {
  for (const part of answers) {
    call("knownAnswers", part);
    await pause();
  }
  await takeLines(lines);
}

const addressForm = document.getElementById("address-form");
const addressButton = document.getElementById("open-addresses");

/** Shows the form for addresses, or hides it: most visitors look for one city. */
addressButton.addEventListener("click", () => {
  addressForm.hidden = !addressForm.hidden;
  addressButton.setAttribute("aria-expanded", String(!addressForm.hidden));
  if (!addressForm.hidden) document.getElementById("lines").focus();
});

addressForm.addEventListener("submit", (event) => {
  event.preventDefault();
  addLines(document.getElementById("lines").value.normalize("NFC"));
});

document.getElementById("choose-file").addEventListener("click", () => chooseFiles(addFiles));
takeDroppedFiles(main, async (files) => {
  const areFavorites = ({ name }) => name.toLowerCase().endsWith(".json");
  await addFiles(files.filter((file) => !areFavorites(file)));
  for (const file of files.filter(areFavorites)) await addFavorites(file);
});

onAddressVisited((address) => {
  showViewOf(address);
  call("visit", address.q, address.place);
});

// MARK: - What the person does

const combobox = new Combobox(field, {
  onTyped: () => {
    hereButton.hidden = true;
    showView("list");
    document.getElementById("sheet").scrollTop = 0;
    isEnterPending = false;
    if (explorer) search("type", field.value);
    else showTyped();
  },
  onEnter: () => {
    isEnterPending = !explorer;
    call("enter");
  },
  onChosen: (key) => {
    showView("map");
    call("choose", key);
    // On phones the field has lost the focus, so that its keyboard makes room; several places open no card.
    if (document.activeElement === document.body) map.querySelector(".map-ground")?.focus({ preventScroll: true });
  },
});

field.addEventListener("focus", () => showView("list"));
field.addEventListener("click", () => showView("list"));
order.addEventListener("change", () => call("order", order.value));

document.addEventListener("marker-selected", (event) => call("marker", event.detail.id));
document.addEventListener("place-selected", (event) => {
  showView("map");
  call("place", event.detail.id);
});
document.addEventListener("region-changed", () => {
  hereButton.hidden = field.value.trim() === "";
  call("moved", ...edges(map.visibleRegion));
});

hereButton.addEventListener("click", () => {
  call("here", ...edges(map.visibleRegion));
  hereButton.hidden = true;
  showView("list");
  field.focus({ preventScroll: true });
});

document.addEventListener("click", (event) => {
  const example = event.target.closest("a.example");
  if (!example || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  field.value = example.textContent;
  field.focus();
  field.dispatchEvent(new InputEvent("input"));
});

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
  field.select();
});

setInterval(showTimes, 10_000);

// MARK: - Starting

/** Begins with the address of the page, and what the browser keeps. */
async function start() {
  writeTexts();
  for (const name of ["relevance", "name", "population"]) {
    order.append(element("option", { value: name }, text(`order.${name}`)));
  }
  const address = firstAddress();
  // A text that was typed before the script ran counts more than the address.
  if (field.value === "") field.value = address.q;
  showViewOf(address);
  showTyped();
  onViewChanged(() => combobox.refresh());
  document.documentElement.dataset.started = "";
  setTimeout(beginMap, mapPatience);
  const begun = begin(address);
  begun.then(isLoaded);
  const cities = loadCities(site.cities, {
    started: async (byteCount) => ({ address: (await begun).allocate(byteCount), byteCount }),
    arrived: ({ address: start }, position, bytes) => explorer.write(bytes, start + position),
    finished: useCities,
  });
  // The visits that follow need the files that this one has.
  await Promise.all([begun, cities]);
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("service-worker.js").catch((error) => console.warn(error.message));
}

/** Loads the module, and gives it what was typed meanwhile. */
async function begin(address) {
  const recent = kept.recent();
  const lines = kept.addresses();
  const answers = kept.answers();
  const divisions = loadDivisions();
  let module;
  try {
    module = await ExplorerModule.load(site.wasm, (count) => showProgress(Math.min(1, count / site.wasmByteCount) / 2));
  } catch (error) {
    console.warn(error.message);
    alertOf(text("moduleUnreachable"), () => location.reload());
    // Nothing works without.
    return new Promise(() => {});
  }
  const [places, texts, parts] = await Promise.all([recent, lines, answers, divisions]);
  explorer = module;
  const place = field.value === address.q ? address.place : "";
  call("start", nameLanguages.length, ...nameLanguages, field.value, place, ...places.flat());
  if (texts) restoreAddresses(texts, parts);
  kept.finishUnkept();
  if (isEnterPending) call("enter");
  return module;
}

function mapTexts() {
  const keys = {
    map: "map", keys: "mapKeys", places: "mapPlaces", zoomIn: "zoomIn", zoomOut: "zoomOut", home: "wholeWorld",
    kilometers: "kilometers", meters: "meters", favorite: "favorite", address: "address", more: "moreMarkers",
    problem: "outlineUnreachable", retry: "tryAgain",
  };
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, text(key)]));
}

/** Goes over to more cities; the text, the list and the card stay. */
function useCities({ address, byteCount }, areAll) {
  const view = explorer.open(address, byteCount, areAll);
  explorer.hasCities = true;
  explorer.hasAllCities = areAll;
  document.documentElement.dataset.cities = areAll ? "all" : "large";
  if (view.source) showLoaded(view.source.count, areAll);
  show(view);
  beginMap();
  map.citiesChanged();
  if (areAll) lookUpAddresses();
}

start();
