// The browser's part of a page: it sends what somebody does, and shows what the server sends.

import { Connection } from "./connection.js";
import { Combobox } from "./combobox.js";
import { show } from "./parts.js";

document.documentElement.classList.add("script");

const field = document.getElementById("query");
const map = document.getElementById("world");
const status = document.getElementById("status");
const alertLine = document.getElementById("connection");
const roundTrip = document.getElementById("round-trip");

/** The number of the newest text or address that was sent, and when that was. */
let newest = { number: 0, time: 0 };

function addressOf(search) {
  const parameters = new URLSearchParams(search);
  return { q: parameters.get("q") ?? "", place: parameters.get("place") };
}

function fieldsOf({ q, place }) {
  return place === null ? { q } : { q, place };
}

/** What the page shows, or is to show as soon as the server has taken what was typed. */
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
  // Something was typed meanwhile; or the server was started anew, and does not know the newest number.
  onPage: (opened, isOther) => {
    const wanted = fieldsOf(wantedAddress());
    if (isOther || wanted.q !== opened.q || wanted.place !== opened.place) visit(wanted);
  },
  onComplaint: (sentence) => {
    alertLine.textContent = sentence ?? "";
    alertLine.hidden = sentence === null;
  },
});

function number() {
  newest = { number: newest.number + 1, time: performance.now() };
  return newest.number;
}

const combobox = new Combobox(field, {
  onTyped: () => connection.sendNewest({ action: "type", q: field.value, number: number() }),
  onChosen: (key) => connection.send({ action: "choose", key }),
});

function visit(address) {
  connection.send({ action: "visit", ...address, number: number() });
}

// What the server says

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
  // Something newer is on its way.
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

/** A place gets an entry in the history, and so does the text after it; each letter does not. */
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
      // A browser that does not know the time zone keeps what the server said.
    }
  }
}

// What somebody does

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
