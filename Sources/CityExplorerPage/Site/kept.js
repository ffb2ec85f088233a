// What the browser keeps of a person's: favorites, recent places and the lines of addresses. The module says how
// favorites change; the storage makes each change while no other window can.

import { Storage } from "./storage.js";
import { text } from "./texts.js";
import { forget, note, unkept } from "./unkept.js";

export class KeptThings {
  #storage;
  #call;
  #changed;
  #failed;

  /**
   * @param functions call: calls the module; changed: gives the records of favorites after a change, or their limit;
   *   failed: shows why something was not kept.
   */
  constructor({ call, changed, failed }) {
    this.#call = call;
    this.#changed = changed;
    this.#failed = failed;
    this.#storage = new Storage(({ key, value }) => {
      if (key === "favorites") call("favorites", ...value.records.flat());
    });
  }

  /** The records of the places that were shown last. */
  async recent() {
    return (await this.#storage.read("recent").catch(() => [])) ?? [];
  }

  keepRecent(records) {
    this.#storage.write("recent", records).catch(() => {});
  }

  /** Makes the changes of pages that ended before these were kept. */
  async finishUnkept() {
    const changes = unkept();
    if (changes.length === 0) return;
    for (const { key, change } of changes) {
      try {
        if (change.favorites) await this.#change((records) => this.#changed(change.favorites, records));
        if (change.addresses) await this.#appendAddresses(change.addresses);
      } catch (error) {
        console.warn(error.message);
      }
      forget(key);
    }
    await this.readFavorites();
  }

  // MARK: - Favorites

  /** The records of the favorites; none if they cannot be read. */
  async favorites() {
    const kept = await this.#storage.read("favorites").catch(() => undefined);
    return kept?.records ?? [];
  }

  async readFavorites() {
    try {
      const { records } = (await this.#storage.read("favorites")) ?? { records: [] };
      this.#call("favorites", ...records.flat());
    } catch (error) {
      this.#call("favoritesUnreadable", error.message);
    }
  }

  /** Makes a change, and shows it when it is kept. */
  async changeFavorites({ number, change: { kind, id, position, record } }) {
    const change = [kind, ...(kind === "add" ? record : kind === "move" ? [id, position] : [id])];
    const key = note({ favorites: change });
    // Who stars a city wants to find it later: browsers that are short of room then forget other sites first.
    if (kind === "add") navigator.storage?.persist?.().catch(() => {});
    try {
      const { records } = await this.#change((before) => this.#changed(change, before));
      this.#call("favorites", ...records.flat());
      if (kind === "move") this.#call("movedFavorite", id, position);
      else this.#call("kept", id, number);
    } catch (error) {
      const reason = error.limit ?? text(error.message);
      if (kind === "move") this.#call("movedFavorite", id, position, reason);
      else this.#call("notKept", id, number, reason);
    }
    forget(key);
  }

  /** Adds favorites of a file. */
  async addFavorites(added) {
    const { records } = await this.#change((before) => {
      let answer = { records: before };
      for (const record of added) {
        answer = this.#changed(["add", ...record], answer.records);
        if (answer.limit !== undefined) return answer;
      }
      return answer;
    });
    this.#call("favorites", ...records.flat());
  }

  /** Changes the kept favorites, of which a function gives the new records, or that they are full. */
  async #change(change) {
    let limit;
    const value = await this.#storage.change("favorites", (kept) => {
      const answer = change(kept?.records ?? []);
      limit = answer.limit;
      return answer.records && { records: answer.records };
    });
    if (limit !== undefined) throw Object.assign(new Error("favoritesFull"), { limit });
    return value;
  }

  // MARK: - Addresses

  /** The lines that were looked up, and those that a page of before could not keep. */
  async addresses() {
    const lines = unkept().flatMap(({ change }) => change.addresses ?? []);
    const kept = await this.#storage.read("addresses").catch(() => "");
    return [kept, ...lines].filter(Boolean).join("\n");
  }

  /** Keeps more lines. */
  async addAddresses(lines) {
    const key = note({ addresses: lines });
    try {
      await this.#appendAddresses(lines);
    } catch (error) {
      this.#refused(error);
    }
    forget(key);
  }

  /** The answers to lines that were looked up, in parts; see KeptAnswers.swift. */
  async answers() {
    const parts = await this.#storage.read("answers").catch(() => undefined);
    return Array.isArray(parts) ? parts : [];
  }

  /** Keeps the answers, which are looked up again where nothing can be kept. */
  keepAnswers(answers) {
    this.#storage.write("answers", answers).catch(() => {});
  }

  async forgetAddresses() {
    try {
      await this.#storage.write("addresses", "");
      await this.#storage.write("answers", undefined);
    } catch (error) {
      this.#refused(error);
    }
  }

  async #appendAddresses(lines) {
    await this.#storage.change("addresses", (before) => (before ? `${before}\n${lines}` : lines));
  }

  #refused({ message }) {
    this.#failed(text(message === "storageForbidden" ? "addressesForbidden" : message));
  }
}
