// The search field with its list, by the ARIA pattern for comboboxes: the focus stays in the field, and
// `aria-activedescendant` is the id of the active option.

export class Combobox {
  #field;
  #handlers;
  /** The key of the active option. */
  #activeKey = null;

  /** @param handlers onTyped: the text changed; onChosen: the option with a key was chosen. */
  constructor(field, handlers) {
    this.#field = field;
    this.#handlers = handlers;
    const attributes = {
      role: "combobox", "aria-autocomplete": "list", "aria-controls": "list", "aria-expanded": "false",
    };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    field.addEventListener("input", () => this.#typed());
    field.addEventListener("keydown", (event) => this.#pressed(event));
    field.form.addEventListener("reset", (event) => {
      // A reset restores the initial text of the page; clear the field instead.
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

  get #options() {
    return [...document.querySelectorAll("#list [role=option]")];
  }

  get #active() {
    return this.#options.find((option) => option.dataset.key === this.#activeKey);
  }

  /** Activates the same option again after the list was replaced. */
  refresh() {
    const options = this.#options;
    this.#field.setAttribute("aria-expanded", String(options.length > 0));
    this.#activate(this.#active);
  }

  /** Chooses the active option, or else the first one. */
  submit() {
    const option = this.#active ?? this.#options[0];
    if (option) this.#choose(option);
  }

  #typed() {
    this.#activate(undefined);
    this.#handlers.onTyped();
  }

  #clear() {
    this.#field.value = "";
    this.#field.focus();
    this.#typed();
  }

  #choose(option) {
    this.#activate(option);
    // Without the focus, the keyboard on the screen makes room for the map.
    if (matchMedia("(pointer: coarse)").matches) this.#field.blur();
    this.#handlers.onChosen(option.dataset.key);
  }

  #pressed(event) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
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
      this.#activate(options[moves[event.key]]);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (position >= 0) this.#activate(undefined);
      else if (this.#field.value !== "") this.#clear();
    }
  }

  #activate(option) {
    this.#activeKey = option?.dataset.key ?? null;
    for (const other of this.#options) {
      other.setAttribute("aria-selected", String(other === option));
    }
    if (option) {
      this.#field.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else {
      this.#field.removeAttribute("aria-activedescendant");
    }
  }
}
