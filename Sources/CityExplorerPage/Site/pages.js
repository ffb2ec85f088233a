// Long lists, of which a page is shown.

import { button, element } from "./elements.js";
import { number, text } from "./texts.js";

/** Says which lines of a list are shown, and goes to others; nothing if these are all. The list is the part with its name. */
export function pager(list, { first, count, pageLength, lines }, onPage) {
  if (count <= pageLength) return false;
  const end = first + lines.length;
  const goesTo = (position) => () => {
    onPage(list, position);
    document.getElementById(list).scrollIntoView({ block: "start" });
  };
  return element("div", { class: "range", id: `${list}-range` },
    element("p", { class: "note" }, text("range")
      .replace("{first}", number(first + 1)).replace("{last}", number(end)).replace("{count}", number(count))),
    first > 0 && button(text("earlier"), { id: `${list}-earlier` }, goesTo(first - pageLength)),
    end < count && button(text("later"), { id: `${list}-later` }, goesTo(end)));
}
