// The client of a page: it sends actions to the server, and shows the parts that the server renders.

import { Connection } from "./connection.js";
import { Combobox } from "./combobox.js";
import { show } from "./parts.js";

document.documentElement.classList.add("script");

const field = document.getElementById("query");
const map = document.getElementById("world");
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

/** The address of the page, including a text that the server has not answered. */
function wantedAddress() {
  const { q, place } = addressOf(location.search);
  return field.value === q ? { q, place } : { q: field.value, place: null };
}

const connection = new Connection({
  address: () => fieldsOf(wantedAddress()),
  onPart: (html) => {
    show(html);
    combobox.refresh();
    showTimes();
  },
  onStatus: (value) => showStatus(value),
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

function number() {
  newest = { number: newest.number + 1, time: performance.now() };
  // The list shows an older answer until the server has answered this text.
  delete document.getElementById("results").dataset.query;
  return newest.number;
}

const combobox = new Combobox(field, {
  onTyped: () => connection.sendNewest({ action: "type", q: field.value, number: number() }),
  onChosen: (key) => connection.send({ action: "choose", key }),
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
      element.textContent = new Intl.DateTimeFormat("en-GB", {
        hour: "2-digit", minute: "2-digit", timeZone,
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
  visit(fieldsOf(address));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("role") === "search") {
    event.preventDefault();
    combobox.submit();
  } else if (form.getAttribute("action") === "/actions") {
    event.preventDefault();
    connection.send(Object.fromEntries(new FormData(form, event.submitter)));
  }
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#switches select")) event.target.form.requestSubmit();
});

document.addEventListener("marker-selected", (event) => {
  connection.send({ action: "marker", id: String(event.detail.id) });
});

setInterval(showTimes, 10_000);
connection.open();
