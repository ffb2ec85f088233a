// The page: it hands what a person does to the module, draws what the module answers, and does what it asks for.

import { download, drawAddresses } from "./addresses.js";
import { cardName, drawCard, showTimes } from "./card.js";
import { keep, loadCities } from "./cities.js";
import { Combobox } from "./combobox.js";
import { button, element, replace } from "./elements.js";
import { edges, ExplorerModule, fixed } from "./explorer-module.js";
import { drawFavorites, fileOf, recordsOf } from "./favorites.js";
import { prepareMap } from "./map.js";
import { drawResults } from "./results.js";
import { Storage } from "./storage.js";
import {
  coordinateText, countryName, isolated, isText, languages, sentence, text, writeTexts,
} from "./texts.js";
import { onViewChanged, showView, showViewOf } from "./view.js";

const site = JSON.parse(document.getElementById("site").textContent);
const field = document.getElementById("query");
const map = document.getElementById("world");
const hereButton = document.getElementById("here");
const statusLine = document.getElementById("status");
const alertLine = document.getElementById("alert");
const cost = document.querySelector("#cost b");
const order = document.getElementById("order");

/** The module; `undefined` until it is there. */
let explorer;
/** What was pressed before it was there. */
let isEnterPending = false;
let announcementTimer = 0;
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
  close: () => {
    showViewOf({ q: field.value, place: "" });
    call("close");
  },
  star: (id, isFavorite) => call("star", id, isFavorite),
  move: (id, position) => call("move", id, position),
  from: (position) => call("favoritesFrom", position),
  dismiss: () => call("dismiss"),
  select: (id) => {
    showView("map");
    call(String(id).startsWith("a") ? "marker" : "favorite", id);
  },
  pause: () => call("pauseAddresses"),
  resume: () => {
    call("resumeAddresses");
    lookUpAddresses();
  },
  forget: () => {
    call("forgetAddresses");
    keepAddresses("");
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
  if (view.addresses) drawAddresses(view.addresses, actions);
  if (view.map) showMap(view.map);
  if (view.addressMarkers) {
    markers.addresses = view.addressMarkers;
    map.markers = [...markers.places, ...markers.addresses];
  }
  if (view.source) showSource(view.source);
  if (view.recent) storage.write("recent", view.recent).catch(() => {});
  for (const request of view.requests ?? []) perform(request);
}

function showResults(results) {
  drawResults(results, actions);
  combobox.refresh();
  if (field.value !== results.query) field.value = results.query;
  const { dataset } = document.getElementById("results");
  if (results.isBusy) delete dataset.query;
  else dataset.query = results.answered;
  document.getElementById("results").toggleAttribute("aria-busy", results.isBusy);
  document.title = results.title ? `${results.title} – ${text("title")}` : text("title");
  showAddress({ q: results.query, place: results.place ?? "" });
  clearTimeout(announcementTimer);
  const announcement = results.status ? sentence(results.status) : "";
  announcementTimer = setTimeout(() => { statusLine.textContent = announcement; }, 300);
}

function showCard(card) {
  const before = cardName();
  drawCard(card, actions);
  if (card.name === undefined || card.name === before) return;
  showView("map");
  // After a tap on a line, the focus follows to what it opened.
  if (document.activeElement !== document.body) return;
  const heading = document.querySelector("#card > h2");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
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

/** Gives places of one name their region, or else their coordinate. */
function toldApart(places) {
  let named = places.map((place) => ({ ...place }));
  for (const addition of [
    (place) => place.division ?? countryName(place), (place) => isolated(coordinateText(place, 2)),
  ]) {
    const counts = new Map();
    for (const { label } of named) counts.set(label, (counts.get(label) ?? 0) + 1);
    named = named.map((place, index) => {
      const more = counts.get(place.label) > 1 && addition(places[index]);
      return more ? { ...place, label: `${place.label}, ${more}` } : place;
    });
  }
  return named;
}

// MARK: - What the module asks for

function perform(request) {
  if (request.kind === "search") askService(request);
  else if (request.kind === "readFavorites") readFavorites();
  else if (request.kind === "changeFavorites") changeFavorites(request);
}

/** Asks the server while no cities are here. */
async function askService({ number, query, limit }) {
  // The search is made again with the first cities.
  if (!site.service) return;
  try {
    const parameters = new URLSearchParams({ q: query, limit, lang: languages.slice(0, 8).join(",") });
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

const storage = new Storage(({ key, value }) => {
  if (key === "favorites") call("favorites", ...value.records.flat());
});

async function readFavorites() {
  try {
    const { records } = (await storage.read("favorites")) ?? { records: [] };
    call("favorites", ...records.flat());
  } catch (error) {
    call("favoritesUnreadable", error.message);
  }
}

/** Makes a change while no other window can, and shows it when it is kept. */
async function changeFavorites({ number, change }) {
  const { kind, id, position, record } = change;
  const values = kind === "add" ? record : kind === "move" ? [id, position] : [id];
  try {
    const { records } = await changeKept((kept) => explorer.call("changeFavorites", kind, ...values, ...kept.flat()));
    call("favorites", ...records.flat());
    if (kind === "move") call("movedFavorite", id, position);
    else call("kept", id, number);
  } catch (error) {
    const reason = error.limit ?? (isText(error.message) ? text(error.message) : error.message);
    if (kind === "move") call("movedFavorite", id, position, reason);
    else call("notKept", id, number, reason);
  }
}

/** Changes the kept favorites, of which a function gives the new records, or that they are full. */
async function changeKept(change) {
  let limit;
  const value = await storage.change("favorites", (kept) => {
    const answer = change(kept?.records ?? []);
    limit = answer.limit;
    return answer.records && { records: answer.records };
  });
  if (limit !== undefined) throw Object.assign(new Error("favoritesFull"), { limit });
  return value;
}

async function exportFavorites() {
  const kept = await storage.read("favorites").catch(() => undefined);
  download("favorites.json", "application/json", fileOf(kept?.records ?? []));
}

function importFavorites() {
  const chooser = element("input", { type: "file", accept: ".json,application/json" });
  chooser.addEventListener("change", async () => {
    try {
      const records = recordsOf(await chooser.files[0].text());
      const { records: all } = await changeKept((kept) => {
        let answer = { records: kept };
        for (const record of records) {
          answer = explorer.call("changeFavorites", "add", ...record, ...answer.records.flat());
          if (answer.limit !== undefined) return answer;
        }
        return answer;
      });
      call("favorites", ...all.flat());
      alertOf(null);
    } catch (error) {
      const message = error.message === "favoritesFull"
        ? sentence({ text: "favoritesFull", count: error.limit })
        : isText(error.message) ? text(error.message) : text("noFavoritesFile");
      alertOf(message);
    }
  });
  chooser.click();
}

function keepAddresses(lines) {
  storage.write("addresses", lines).catch((error) => alertOf(isText(error.message) ? text(error.message) : error.message));
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
let isLookingUp = false;

/** Looks up addresses, some at a time. */
async function lookUpAddresses() {
  if (isLookingUp || !explorer.hasCities) return;
  isLookingUp = true;
  let isRunning = true;
  let count = 1;
  while (isRunning) {
    const start = performance.now();
    const view = explorer.call("step", count);
    show(view);
    isRunning = view.addresses?.isRunning ?? false;
    // As many as the slice has time for, by how long the last ones took.
    const time = Math.max(performance.now() - start, 0.1);
    count = Math.max(1, Math.min(count * 2, Math.floor((count * slice) / time)));
    await new Promise((resolve) => setTimeout(resolve));
  }
  isLookingUp = false;
}

document.getElementById("address-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const lines = document.getElementById("lines").value.normalize("NFC");
  // The progress and the markers are seen at once.
  showView("both");
  call("addresses", lines);
  lookUpAddresses();
  storage.change("addresses", (before) => (before ? `${before}\n${lines}` : lines))
    .catch((error) => alertOf(isText(error.message) ? text(error.message) : error.message));
});

// MARK: - Address of the page

function addressOf(search) {
  const parameters = new URLSearchParams(search);
  return { q: (parameters.get("q") ?? "").slice(0, 250), place: parameters.get("place") ?? "" };
}

/** Adds a history entry for a place and for the text after it, but not for each letter. */
function showAddress(address) {
  const before = addressOf(location.search);
  if (before.q === address.q && before.place === address.place) return;
  const parameters = new URLSearchParams();
  if (address.q !== "") parameters.set("q", address.q);
  if (address.place !== "") parameters.set("place", address.place);
  const path = parameters.size > 0 ? `?${parameters}` : location.pathname;
  if (address.place !== before.place) history.pushState(null, "", path);
  else history.replaceState(null, "", path);
}

addEventListener("popstate", () => {
  const address = addressOf(location.search);
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
    search("type", field.value);
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
  const address = addressOf(location.search);
  // A text that was typed before the script ran counts more than the address.
  if (field.value === "") field.value = address.q;
  showViewOf(address);
  onViewChanged(() => combobox.refresh());
  prepareMap(map, {
    outlines: site.outlines, tiles: site.tiles, texts: mapTexts(),
    citiesIn: (region, limit) => (explorer?.hasCities ? explorer.call("cities", limit, ...edges(region)) : null),
    citiesWithIDs: (ids) => (explorer?.hasCities ? explorer.call("citiesWithIDs", ...ids) : null),
  });
  let module;
  try {
    module = await ExplorerModule.load(site.wasm);
  } catch (error) {
    console.warn(error.message);
    return alertOf(text("moduleUnreachable"), () => location.reload());
  }
  const recent = await storage.read("recent").catch(() => []);
  const lines = await storage.read("addresses").catch(() => "");
  explorer = module;
  const place = field.value === address.q ? address.place : "";
  call("start", languages.length, ...languages, field.value, place, ...(recent ?? []).flat());
  if (lines) call("addresses", lines);
  if (isEnterPending) call("enter");
  await loadCities(site, useCities);
}

function mapTexts() {
  const keys = {
    map: "map", keys: "mapKeys", places: "mapPlaces", zoomIn: "zoomIn", zoomOut: "zoomOut", home: "wholeWorld",
    kilometers: "kilometers", meters: "meters", favorite: "favorite", address: "address", more: "moreMarkers",
    problem: "outlineUnreachable", retry: "tryAgain",
  };
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, text(key)]));
}

function useCities(bytes, areAll) {
  // The module gets a copy, and the browser keeps the file.
  show(explorer.open(bytes, areAll));
  explorer.hasCities = true;
  document.documentElement.dataset.cities = areAll ? "all" : "large";
  map.citiesChanged();
  lookUpAddresses();
  keep(areAll ? site.allCities : site.largeCities, bytes);
}

start();
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("service-worker.js").catch((error) => console.warn(error.message));
}
