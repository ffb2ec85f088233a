// The addresses: their progress, and those that were found and not found.

import { button, element, replace } from "./elements.js";
import { pager } from "./pages.js";
import { decimals, isolated, sentence, text } from "./texts.js";

const [progress, failed, found] = ["progress", "failures", "found"].map((id) => document.getElementById(id));

/** Draws how far the addresses of an answer are, and gives a sentence with how many were found when all were looked up. */
export function drawAddresses(addresses, actions) {
  const counts = [["foundCount", "countFound"], ["uncertainCount", "countUncertain"], ["failedCount", "countFailed"]]
    .filter(([key]) => addresses[key] > 0)
    .map(([key, name]) => sentence({ text: name, count: addresses[key] }));
  replace(
    progress,
    addresses.total !== undefined && element("p", { class: "progress" },
      element("progress", { max: addresses.total, value: addresses.current, "aria-label": text("askedFor") }), " ",
      element("span", {}, sentence({ text: "progress", count: addresses.current, total: addresses.total })), " ",
      button(text("pause"), { id: "pause-addresses" }, actions.pause)),
    addresses.left !== undefined && element("p", { class: "progress" },
      element("span", {}, sentence({ text: "left", count: addresses.left })), " ",
      button(text("resume"), { id: "resume-addresses" }, actions.resume)),
    counts.length > 0 && element("p", { class: "progress" }, element("span", {}, counts.join(", "))),
    addresses.problem && element("div", { class: "error", role: "alert" }, element("p", {}, sentence(addresses.problem))),
    addresses.hasAnswers && element("div", { class: "export" }, element("span", {}, text("export")),
      button("CSV", { id: "export-csv" }, () => actions.exported("csv")),
      button("GeoJSON", { id: "export-geojson" }, () => actions.exported("geojson")),
      button(text("forget"), { class: "forget", id: "forget-addresses" }, actions.forget)),
  );
  return counts.join(", ");
}

/** Draws a page of the addresses that were found. */
export function drawFound(page, actions) {
  replace(found,
    page.count > 0 && element("ul", { class: "found", "aria-label": text("foundAddresses") },
      page.lines.map((each) => foundLine(each, actions))),
    pager("found", page, actions.page));
}

/** Draws a page of the addresses that were not found. */
export function drawFailures(page, actions) {
  replace(failed,
    page.count > 0 && element("ul", { class: "failures" }, page.lines.map((each) => element("li", {},
      element("bdi", {}, each.address), " ",
      element("span", { class: "reason" }, each.problem ? sentence(each.problem) : each.failure)))),
    pager("failures", page, actions.page));
}

function foundLine(each, actions) {
  const score = text("confidence").replace("{score}", decimals(each.score / 100, 2));
  return element("li", { class: each.isUncertain && "uncertain" },
    element("button", { type: "button", class: "place", id: `found-${each.id}`, onclick: () => actions.select(each.id) },
      element("span", { class: "title", dir: "auto" }, each.address), " ",
      element("span", { class: "subtitle" },
        element("bdi", {}, each.name), " · ",
        each.isUncertain && [element("strong", {}, text("uncertain")), ", "], score,
        each.notUnderstood && `, ${text("notUnderstood")}: ${isolated(each.notUnderstood)}`)));
}

/** Hands a file to the person. */
export function download(name, type, content) {
  const link = element("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
