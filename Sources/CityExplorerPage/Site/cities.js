// Loads the cities: first the large ones, then all, which the page goes over to while it is used.

import { button, element, replace } from "./elements.js";
import { megabytes, text } from "./texts.js";

/** Above so many bytes, a page on a metered connection asks first. */
const metered = 5_000_000;
/** How much of a file of cities remains when it is compressed. */
const compressedShare = 0.58;

const cacheName = "city-explorer";
const part = document.getElementById("loading");

/** Loads the cities of a site, and gives each file to a function with whether it has all. */
export async function loadCities(site, use) {
  if (site.largeCities && !(await isKept(site.allCities))) {
    await whole(site.largeCities, (bytes) => use(bytes, false));
    if (isMetered() && site.allCities.byteCount * compressedShare > metered) await asked(site.allCities);
  }
  await whole(site.allCities, (bytes) => use(bytes, true));
}

/** Whether the person pays for what is loaded, or asked browsers to save it. */
function isMetered() {
  const { connection } = navigator;
  return Boolean(connection?.saveData) || connection?.type === "cellular";
}

async function isKept({ address }) {
  try {
    return Boolean(await (await caches.open(cacheName)).match(address));
  } catch {
    return false;
  }
}

/** Asks before a large file is loaded; meanwhile the page works with what it has. */
function asked({ byteCount }) {
  return new Promise((resolve) => {
    part.hidden = false;
    replace(part, element("p", { class: "note" }, text("onlyLargeCities")),
      button(`${text("loadAll")} (${megabytes(byteCount * compressedShare)})`, { id: "load-all" }, resolve));
  });
}

/** Loads a file until that succeeds: after a failure, when the person says so or the network is back. */
async function whole(file, use) {
  for (;;) {
    try {
      const bytes = await load(file);
      replace(part);
      part.hidden = true;
      return use(bytes);
    } catch (error) {
      console.warn(`${file.address}: ${error.message}`);
      await retried();
    }
  }
}

function retried() {
  return new Promise((resolve) => {
    part.hidden = false;
    replace(part, element("div", { class: "error", role: "alert" },
      element("p", {}, text("citiesUnreachable")), button(text("tryAgain"), {}, resolve)));
    addEventListener("online", resolve, { once: true });
  });
}

async function load({ address, byteCount }) {
  const bar = element("progress", { max: 1, "aria-label": text("loading") });
  const label = element("span", {}, text("loading"));
  // A file that is kept, or that a fast line brings, needs no bar.
  const timer = setTimeout(() => {
    part.hidden = false;
    replace(part, element("p", { class: "progress" }, bar, " ", label));
  }, 400);
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status}`);
    const bytes = new Uint8Array(byteCount);
    let count = 0;
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (count + value.length > byteCount) throw new Error("it is longer than it should be");
      bytes.set(value, count);
      count += value.length;
      bar.value = count / byteCount;
    }
    if (count < byteCount) throw new Error("it ended too early");
    return bytes;
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps a file for visits without a network; a browser without room for it goes on without. */
export async function keep({ address }, bytes) {
  try {
    const cache = await caches.open(cacheName);
    if (await cache.match(address)) return;
    await cache.put(address, new Response(bytes));
  } catch (error) {
    console.warn(`${address} was not kept: ${error.message}`);
  }
}
