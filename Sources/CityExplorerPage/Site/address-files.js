// Files of addresses: chosen, or dropped anywhere on the page.

import { element } from "./elements.js";
import { sentence, text } from "./texts.js";

/** The greatest size of a file that is read, in megabytes: ten thousand addresses take a tenth of it. */
const greatestSize = 16;
const types = [".csv", ".tsv", ".txt", "text/csv", "text/tab-separated-values", "text/plain"];

/** Whether the first line of a file names columns. */
function isTable({ name, type }) {
  return /\.(csv|tsv|tab)$/i.test(name) || type === "text/csv" || type === "text/tab-separated-values";
}

/**
 * The addresses of a file, one a line; throws a sentence if there are none.
 *
 * @param read gives the lines of a table, or the key of the text of a problem.
 */
export async function linesOf(file, read) {
  const failure = (key) => new Error(sentence({ text: key, name: file.name, count: greatestSize }));
  if (file.size > greatestSize * 1e6) throw failure("fileTooLarge");
  const bytes = await file.arrayBuffer();
  let content;
  try {
    // The mark with which some programs begin a text is left out.
    content = new TextDecoder("utf-8", { fatal: true }).decode(bytes).normalize("NFC");
  } catch {
    throw failure("notUTF8");
  }
  const { lines, problem } = isTable(file) ? read(content) : { lines: content };
  if (problem) throw failure(problem);
  if (lines.trim() === "") throw failure("fileEmpty");
  return lines;
}

/** Lets a person choose files. */
export function chooseFiles(onFiles) {
  const chooser = element("input", { type: "file", accept: types.join(","), multiple: true });
  chooser.addEventListener("change", () => onFiles([...chooser.files]));
  chooser.click();
}

/** Takes files that are dropped on the page, which the browser would open in its place; marks the page meanwhile. */
export function takeDroppedFiles(main, onFiles) {
  const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
  const mark = (isDropping) => {
    if (isDropping) main.dataset.dropping = text("findOnMap");
    else delete main.dataset.dropping;
  };
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    mark(true);
  });
  // Within the page, one element is left for another.
  addEventListener("dragleave", ({ relatedTarget }) => { if (!relatedTarget) mark(false); });
  addEventListener("drop", (event) => {
    mark(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    onFiles([...event.dataTransfer.files]);
  });
}
