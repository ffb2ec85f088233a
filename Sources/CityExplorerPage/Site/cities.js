// Loads the cities step by step: first the largest, with which the page answers after seconds, then more, then all.
// A step is loaded in parts, and each part is kept for visits without a network: who closes the page has lost one part.

import { asked, retried, showNotKept, showProgress } from "./loading.js";

/** Above so many bytes, a page on a metered connection asks first. */
const metered = 5_000_000;
/** How much of a file of cities remains when it is compressed. */
const compressedShare = 0.68;
/** So many parts are under way at a time, so that a slow line does not wait for the next request. */
const partsUnderWay = 2;

const cacheName = "city-explorer";

/**
 * Loads the cities of a site.
 *
 * @param steps the files, each with its parts; the last has all cities.
 * @param handlers started: gives a target for a step of so many bytes, soon; arrived: bytes of a target, at a position;
 *   finished: all bytes of a target are there, and whether they are all cities.
 */
export async function loadCities(steps, handlers) {
  const all = steps.at(-1);
  const kept = await keptParts();
  const hasAll = all.parts.every((part) => kept.has(hrefOf(part)));
  for (const [index, step] of steps.entries()) {
    // Who has all cities begins with the smallest file that is kept.
    const isNeeded = !hasAll || step === all || (index === 0 && step.parts.every((part) => kept.has(hrefOf(part))));
    if (!isNeeded) continue;
    if (step === all && steps.length > 1) {
      const missing = step.parts.filter((part) => !kept.has(hrefOf(part))).length / step.parts.length;
      const byteCount = step.byteCount * compressedShare * missing;
      if (isMetered() && byteCount > metered) await asked(byteCount);
    }
    await loadStep(step, step === all, handlers);
  }
}

/** Whether the person pays for what is loaded, or asked browsers to save it. */
function isMetered() {
  const { connection } = navigator;
  return Boolean(connection?.saveData) || connection?.type === "cellular";
}

async function loadStep(step, isLast, { started, arrived, finished }) {
  // The parts arrive while the page makes room.
  const target = started(step.byteCount);
  const positions = positionsOf(step);
  const counts = step.parts.map(() => 0);
  const progress = () => showProgress(counts.reduce((sum, count) => sum + count, 0) / step.byteCount);
  let next = 0;
  const worker = async () => {
    while (next < step.parts.length) {
      const index = next++;
      const length = (positions[index + 1] ?? step.byteCount) - positions[index];
      const bytes = await whole(step.parts[index], length, (count) => {
        counts[index] = count;
        progress();
      });
      arrived(await target, positions[index], bytes);
    }
  };
  await Promise.all(Array.from({ length: partsUnderWay }, worker));
  finished(await target, isLast);
}

/** Where the parts of a step begin: all but the last are equally long. */
function positionsOf({ parts, partLength }) {
  return parts.map((_, index) => index * partLength);
}

let retry;

/** Loads a part until that succeeds: after a failure, when the person says so or the network is back. */
async function whole(address, length, progress) {
  for (;;) {
    try {
      return await load(address, length, progress);
    } catch (error) {
      console.warn(`${address}: ${error.message}`);
      // Parts that fail together are asked for together.
      retry ??= retried().finally(() => { retry = undefined; });
      await retry;
    }
  }
}

async function load(address, length, progress) {
  const cache = await openedCache();
  const kept = await cache?.match(address).catch(() => undefined);
  const response = kept ?? await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  const bytes = new Uint8Array(length);
  let count = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (count + value.length > length) throw new Error("it is longer than it should be");
    bytes.set(value, count);
    count += value.length;
    progress(count);
  }
  if (count < length) throw new Error("it ended too early");
  if (!kept) await keep(cache, address, bytes);
  return bytes;
}

/** Keeps a part; a browser without room for it goes on without. */
async function keep(cache, address, bytes) {
  try {
    if (!cache) throw new DOMException("nothing can be kept", "SecurityError");
    await cache.put(address, new Response(bytes));
  } catch (error) {
    showNotKept(error);
  }
}

let cache;

/** What the browser keeps; `undefined` where it keeps nothing. */
async function openedCache() {
  try {
    cache ??= caches.open(cacheName);
    return await cache;
  } catch {
    return undefined;
  }
}

/** The addresses of all that is kept. */
async function keptParts() {
  try {
    return new Set((await (await openedCache()).keys()).map(({ url }) => url));
  } catch {
    return new Set();
  }
}

function hrefOf(address) {
  return new URL(address, document.baseURI).href;
}
