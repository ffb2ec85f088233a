// The client of a page: it sends actions to the server, and shows the parts that the server renders.

import { Connection } from "./connection.js";
import { Combobox } from "./combobox.js";
import { show } from "./parts.js";
import { showView, showViewOf } from "./view.js";

document.documentElement.classList.add("script");

const field = document.getElementById("query");
const map = document.getElementById("world");
const hereButton = document.getElementById("here");
const status = document.getElementById("status");
const alertLine = document.getElementById("connection");
const roundTrip = document.getElementById("round-trip");

/** The number of the latest text or address that was sent, and the time. */
let newest = { number: 0, time: 0 };

function addressOf(search) {
  const parameters = new URLSearchParams(search);
  return { q: parameters.get("q") ?? "", place: parameters.get("place") };
}

function fieldsOf({ q, place }) {
  return place === null ? { q } : { q, place };
}

/** The text that the server wrote into the field; another one is what the person typed. */
let writtenText = field.defaultValue;

/** The address of the page, including a text that the server has not answered. */
function wantedAddress() {
  return field.value === writtenText ? addressOf(location.search) : { q: field.value, place: null };
}

/** What the card shows; `undefined` if there is none. */
function cardName() {
  return document.querySelector("#card > h2")?.textContent;
}

const connection = new Connection({
  address: () => fieldsOf(wantedAddress()),
  onPart: (html) => {
    const before = cardName();
    show(html);
    combobox.refresh();
    showTimes();
    const after = cardName();
    if (after === undefined || after === before) return;
    showView("map");
    if (document.activeElement === document.body) focusCard();
  },
  onStatus: (value) => showStatus(value),
  unreachable: alertLine.dataset.unreachable,
  // A newer text was typed meanwhile, or a restarted server has not received the latest number.
  onPage: (opened, isOther) => {
    const wanted = fieldsOf(wantedAddress());
    if (isOther || wanted.q !== opened.q || wanted.place !== opened.place) visit(wanted);
  },
  onError: (sentence) => {
    alertLine.textContent = sentence ?? "";
    alertLine.hidden = sentence === null;
  },
});

/** After a tap on a line, the focus follows to what it opened. */
function focusCard() {
  const heading = document.querySelector("#card > h2");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function number() {
  newest = { number: newest.number + 1, time: performance.now() };
  // The list shows an older answer until the server has answered this text.
  delete document.getElementById("results").dataset.query;
  return newest.number;
}

const combobox = new Combobox(field, {
  onTyped: () => {
    hereButton.hidden = true;
    showView("list");
    document.getElementById("sheet").scrollTop = 0;
    connection.sendNewest({ action: "type", q: field.value, number: number() });
  },
  onChosen: (key) => {
    showView("map");
    connection.send({ action: "choose", key });
  },
});

function visit(address) {
  connection.send({ action: "visit", ...address, number: number() });
}

// Events of the server

let busyTimer = 0;
let announcementTimer = 0;

function showStatus(value) {
  const results = document.getElementById("results");
  clearTimeout(busyTimer);
  if (value.isBusy) {
    busyTimer = setTimeout(() => results.setAttribute("aria-busy", "true"), 150);
  } else {
    results.removeAttribute("aria-busy");
  }
  // The status of a newer text will follow.
  if (value.number < newest.number) return;
  if (!value.isBusy) results.dataset.query = value.query;
  if (!value.isBusy && newest.time > 0) {
    roundTrip.textContent = `${(performance.now() - newest.time).toFixed(1)} ms`;
    newest.time = 0;
  }
  if (field.value !== value.query) field.value = value.query;
  writtenText = value.query;
  document.title = value.title;
  showPath(value.path);
  clearTimeout(announcementTimer);
  announcementTimer = setTimeout(() => {
    status.textContent = value.announcement;
  }, 300);
}

/** Adds a history entry for a place and for the text after it, but not for each letter. */
function showPath(path) {
  const [before, after] = [location.search, new URL(path, location.href).search].map(addressOf);
  if (before.q === after.q && before.place === after.place) return;
  if (after.place !== before.place) {
    history.pushState(null, "", path);
  } else {
    history.replaceState(null, "", path);
  }
}

function showTimes() {
  for (const element of document.querySelectorAll("time[data-time-zone]")) {
    const timeZone = element.dataset.timeZone;
    try {
      element.textContent = new Intl.DateTimeFormat(document.documentElement.lang, {
        hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone,
      }).format();
    } catch {
      // A browser without this time zone keeps the time of the server.
    }
  }
}

// Actions of the person

addEventListener("popstate", () => {
  const address = addressOf(location.search);
  field.value = address.q;
  writtenText = address.q;
  showViewOf(address);
  visit(fieldsOf(address));
});

field.addEventListener("focus", () => showView("list"));
field.addEventListener("click", () => showView("list"));

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("role") === "search") {
    event.preventDefault();
    combobox.submit();
  } else if (form.getAttribute("action") === "/actions") {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form, event.submitter));
    if (fields.action === "close") showViewOf({ q: field.value, place: null });
    // The progress and the markers are seen at once.
    if (fields.action === "addresses") showView("both");
    if (fields.action === "favorite" || fields.action === "marker") showView("map");
    connection.send(fields);
  }
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#switches select")) event.target.form.requestSubmit();
});

document.addEventListener("marker-selected", (event) => {
  connection.send({ action: "marker", id: String(event.detail.id) });
});

document.addEventListener("place-selected", (event) => {
  connection.send({ action: "choose", key: `place:${event.detail.id}` });
});

document.addEventListener("region-changed", () => { hereButton.hidden = field.value.trim() === ""; });

hereButton.addEventListener("click", () => {
  const { south, west, north, east } = map.visibleRegion;
  const width = east < west ? east - west + 360 : east - west;
  const longitude = west + width / 2;
  connection.send({
    action: "here", latitude: (south + north) / 2, longitude: longitude > 180 ? longitude - 360 : longitude,
    height: north - south, width,
  });
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
showViewOf(addressOf(location.search));
connection.open();
