// What the page says while the module and the cities arrive: a bar below the field, a line at the foot, and in the list,
// while there is nothing else to show, a sentence with the progress. None of them moves another part.

import { button, element, replace } from "./elements.js";
import { megabytes, percentText, sentence, text } from "./texts.js";

const bar = document.getElementById("bar");
const line = document.getElementById("loaded");

/** The part at the end of the list. */
export const loadingPart = element("div", { id: "loading" });
const waiting = element("div", { class: "waiting", hidden: true },
  element("p", { class: "note" }),
  element("progress", { max: 1, "aria-label": text("loading") }));
const question = element("div", { class: "question" });
loadingPart.append(waiting, question);

/** Whether the list has cities to show. */
let hasCities = false;
/** The percentage that is shown. */
let shown = -1;
/** Why cities of a visit are loaded again at the next one; `undefined` if they are kept. */
let refusal;

/** Shows how much has arrived, between 0 and 1, of what the page works with, or of the cities that follow. */
export function showProgress(share) {
  // A file arrives in hundreds of pieces.
  const percent = Math.floor(100 * share);
  if (percent === shown && !bar.hidden) return;
  shown = percent;
  bar.hidden = false;
  bar.value = share;
  bar.setAttribute("aria-label", text("loading"));
  waiting.lastChild.value = share;
  waiting.firstChild.textContent = `${text("loading")}: ${percentText(share)}`;
  if (hasCities) line.textContent = `${text("loadingMore")}: ${percentText(share)}`;
}

/** Says in the list that cities are awaited, if somebody has typed before they are there. */
export function showWaiting(isWaiting) {
  waiting.hidden = !isWaiting || hasCities;
}

/** Says how many cities are there, and whether more follow. */
export function showLoaded(count, areAll) {
  hasCities = true;
  waiting.hidden = true;
  bar.hidden = areAll;
  const kept = areAll && (refusal ? text(refusal) : text("citiesKept"));
  line.textContent = [sentence({ text: areAll ? "allCities" : "largestCities", count }), kept]
    .filter(Boolean).join(" ");
}

/** Says that cities are loaded again at the next visit, because the browser does not keep them. */
export function showNotKept(error) {
  refusal = error?.name === "QuotaExceededError" ? "citiesNotKeptFull" : "citiesNotKept";
  console.warn(`the cities were not kept: ${error?.message}`);
}

/** Asks before a large file is loaded; meanwhile the page works with what it has. */
export function asked(byteCount) {
  bar.hidden = true;
  return new Promise((resolve) => {
    replace(question, element("p", { class: "note" }, text("onlyLargeCities")),
      button(`${text("loadAll")} (${megabytes(byteCount)})`, { id: "load-all" }, () => {
        replace(question);
        resolve();
      }));
  });
}

/** Says that a file did not arrive; resolves when the person says so, or the network is back. */
export function retried() {
  bar.hidden = true;
  return new Promise((resolve) => {
    const again = () => {
      replace(question);
      resolve();
    };
    replace(question, element("div", { class: "error", role: "alert" },
      element("p", {}, text("citiesUnreachable")), button(text("tryAgain"), {}, again)));
    addEventListener("online", again, { once: true });
  });
}
