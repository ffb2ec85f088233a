// What a browser keeps: favorites, recent places and addresses. All windows of a person share it.

const stores = { kept: "kept" };

/** Why something cannot be kept; `reason` is the key of a text, or a sentence. */
export class StorageFailure extends Error {
  constructor(error) {
    const isFull = error?.name === "QuotaExceededError" || error?.inner?.name === "QuotaExceededError";
    super(isFull ? "storageFull" : ["SecurityError", "InvalidStateError", "UnknownError"].includes(error?.name)
      ? "storageForbidden" : String(error?.message ?? error));
  }
}

export class Storage {
  #database;
  #channel;

  /** @param changed is called when another window has changed what is kept. */
  constructor(changed) {
    try {
      this.#channel = new BroadcastChannel("city-explorer");
      this.#channel.addEventListener("message", ({ data }) => changed(data));
    } catch {
      // Without a channel, a window learns of changes when it is opened again.
    }
  }

  /** The value of a key; `undefined` if there is none. */
  async read(key) {
    const database = await this.#open();
    return this.#transaction(database, "readonly", (store) => store.get(key));
  }

  /** Keeps a value that no other window changes at the same time. */
  async write(key, value) {
    const database = await this.#open();
    await this.#transaction(database, "readwrite", (store) => store.put(value, key));
  }

  /**
   * Changes a value, while no other window can, and gives the new one when it is kept.
   *
   * @param change gives the new value for the old one, at once; `undefined` leaves the old one.
   */
  async change(key, change) {
    const database = await this.#open();
    let value;
    await this.#transaction(database, "readwrite", (store) => {
      const read = store.get(key);
      read.addEventListener("success", () => {
        value = change(read.result);
        if (value !== undefined) store.put(value, key);
      });
      return read;
    });
    if (value !== undefined) this.#channel?.postMessage({ key, value });
    return value;
  }

  /** Opens the database once; after a failure, the next call tries again. */
  #open() {
    this.#database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("city-explorer", 1);
      request.addEventListener("upgradeneeded", () => request.result.createObjectStore(stores.kept));
      request.addEventListener("success", () => {
        // A newer page in another window may want another form of the database.
        request.result.addEventListener("versionchange", () => request.result.close());
        resolve(request.result);
      });
      request.addEventListener("error", () => reject(new StorageFailure(request.error)));
    }).catch((error) => {
      this.#database = undefined;
      throw error instanceof StorageFailure ? error : new StorageFailure(error);
    });
    return this.#database;
  }

  /** Resolves when what a function did is on the disk. */
  #transaction(database, mode, body) {
    return new Promise((resolve, reject) => {
      const fail = (error) => {
        // A database that was closed is opened again.
        this.#database = undefined;
        reject(new StorageFailure(error));
      };
      try {
        const transaction = database.transaction(stores.kept, mode, { durability: "strict" });
        const request = body(transaction.objectStore(stores.kept));
        transaction.addEventListener("complete", () => resolve(request.result));
        transaction.addEventListener("abort", () => fail(transaction.error));
      } catch (error) {
        fail(error);
      }
    });
  }
}
