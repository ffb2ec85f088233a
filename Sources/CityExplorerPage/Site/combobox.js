// The search field with its list, by the ARIA pattern for comboboxes: the focus stays in the field, and
// `aria-activedescendant` is the id of the active option.

/** Whether a key belongs to an input method, such as one for Japanese; Safari says so by its number only. */
function isOfInputMethod(event) {
  return event.isComposing || event.keyCode === 229;
}

export class Combobox {
  #field;
  #handlers;
  /** The key of the active option. */
  #activeKey = null;
  /** Whether the key that is down ended a composition, and sends no form. */
  #endsComposition = false;

  /**
   * @param handlers onTyped: the text changed; onChosen: the option with a key was chosen; onEnter: Return was pressed
   *   without an active option.
   */
  constructor(field, handlers) {
    this.#field = field;
    this.#handlers = handlers;
    const attributes = {
      role: "combobox", "aria-autocomplete": "list", "aria-controls": "list", "aria-expanded": "false",
    };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    field.addEventListener("input", () => this.#typed());
    field.addEventListener("keydown", (event) => this.#pressed(event));
    field.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#endsComposition) return;
      const option = this.#active;
      if (option) this.#choose(option);
      else this.#handlers.onEnter();
    });
    field.form.addEventListener("reset", (event) => {
      event.preventDefault();
      this.#clear();
    });
    document.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.#choose(option);
    });
    // The focus stays in the field.
    document.addEventListener("mousedown", (event) => {
      if (event.target.closest("[role=option]")) event.preventDefault();
    });
  }

  /** The options that are shown: all of the list, or none. */
  get #options() {
    const list = document.getElementById("list");
    return list?.checkVisibility() ? [...list.querySelectorAll("[role=option]")] : [];
  }

  get #active() {
    return this.#options.find((option) => option.dataset.key === this.#activeKey);
  }

  /** Marks the same option again after the list was replaced, or shown or hidden. */
  refresh() {
    const list = document.getElementById("list");
    const isShown = Boolean(list) && list.checkVisibility({ visibilityProperty: true });
    this.#field.setAttribute("aria-expanded", String(isShown));
    // While somebody types, no option is active, and none of a new list is selected.
    if (this.#activeKey !== null) this.#mark(this.#active);
  }

  #typed() {
    if (this.#activeKey !== null) this.#mark(undefined);
    this.#handlers.onTyped();
  }

  #clear() {
    this.#field.value = "";
    this.#field.focus();
    this.#typed();
  }

  #choose(option) {
    this.#mark(option);
    // Without the focus, the keyboard on the screen makes room for the map.
    if (matchMedia("(pointer: coarse)").matches) this.#field.blur();
    this.#handlers.onChosen(option.dataset.key);
  }

  #pressed(event) {
    this.#endsComposition = isOfInputMethod(event);
    if (this.#endsComposition || event.altKey || event.ctrlKey || event.metaKey) return;
    const options = this.#options;
    const position = options.indexOf(this.#active);
    const last = options.length - 1;
    const moves = {
      ArrowDown: position === last ? 0 : position + 1,
      ArrowUp: position <= 0 ? last : position - 1,
      // Without an active option, these keys move the text cursor.
      ...(position >= 0 && { Home: 0, End: last }),
    };
    if (event.key in moves) {
      if (last < 0) return;
      event.preventDefault();
      const option = options[moves[event.key]];
      this.#mark(option);
      // Only a key scrolls: another change must not move the list under a finger.
      option.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (position >= 0) this.#mark(undefined);
      else if (this.#field.value !== "") this.#clear();
    }
  }

  #mark(option) {
    this.#activeKey = option?.dataset.key ?? null;
    for (const other of this.#options) other.setAttribute("aria-selected", String(other === option));
    if (option) this.#field.setAttribute("aria-activedescendant", option.id);
    else this.#field.removeAttribute("aria-activedescendant");
  }
}
