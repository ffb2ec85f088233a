// The addresses: their progress, and those that were found and not found.

import { button, element, replace } from "./elements.js";
import { decimals, isolated, number, sentence, text } from "./texts.js";

const part = document.getElementById("progress");

/** Draws the addresses of an answer, and gives a sentence with how many were found when all were looked up. */
export function drawAddresses(addresses, actions) {
  const { found, failures } = addresses;
  const counts = [["foundCount", "countFound"], ["uncertainCount", "countUncertain"], ["failedCount", "countFailed"]]
    .filter(([key]) => addresses[key] > 0)
    .map(([key, name]) => sentence({ text: name, count: addresses[key] }));
  replace(
    part,
    addresses.total !== undefined && element("p", { class: "progress" },
      element("progress", { max: addresses.total, value: addresses.current, "aria-label": text("askedFor") }), " ",
      element("span", {}, sentence({ text: "progress", count: addresses.current, total: addresses.total })), " ",
      button(text("pause"), { id: "pause-addresses" }, actions.pause)),
    addresses.left !== undefined && element("p", { class: "progress" },
      element("span", {}, sentence({ text: "left", count: addresses.left })), " ",
      button(text("resume"), { id: "resume-addresses" }, actions.resume)),
    counts.length > 0 && element("p", { class: "progress" }, element("span", {}, counts.join(", "))),
    addresses.problem && element("div", { class: "error", role: "alert" }, element("p", {}, sentence(addresses.problem))),
    found.length > 0 && element("ul", { class: "found", "aria-label": text("foundAddresses") },
      found.map((each) => foundLine(each, actions))),
    addresses.moreFound > 0 && element("p", { class: "count" }, sentence({ text: "andMore", count: addresses.moreFound })),
    found.length > 0 && element("p", { class: "export" }, `${text("export")} `,
      button("CSV", { id: "export-csv" }, () => actions.exported("csv")),
      button("GeoJSON", { id: "export-geojson" }, () => actions.exported("geojson"))),
    failures.length > 0 && element("ul", { class: "failures" }, failures.map((each) => element("li", {},
      element("bdi", {}, each.address), " ",
      element("span", { class: "reason" }, each.problem ? sentence(each.problem) : each.failure)))),
    addresses.moreFailures > 0
      && element("p", { class: "count" }, sentence({ text: "andMore", count: addresses.moreFailures })),
    (found.length > 0 || failures.length > 0)
      && button(text("forget"), { class: "forget", id: "forget-addresses" }, actions.forget),
  );
  return counts.join(", ");
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
