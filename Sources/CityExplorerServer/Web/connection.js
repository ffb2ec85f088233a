// The stream of events from the server, and what is sent to it.

/** How long a page that nobody sees keeps its connection. */
const patience = 60_000;

export class Connection {
  #page = null;
  #position = null;
  #events = null;
  /** Settles when there is a page to send to; `null` while there is one. */
  #opening = withResolvers();
  #handlers;
  #inFlight = 0;
  #waiting = null;
  #hiddenTimer = 0;

  /**
   * @param handlers address: what to open a page with; onPart, onStatus: for what the server says;
   *   onPage: there is a page, another than before or not, and it was opened with an address; onComplaint: a sentence or null.
   */
  constructor(handlers) {
    this.#handlers = handlers;
    // Browsers have few connections for a server, and a page in the background needs none.
    document.addEventListener("visibilitychange", () => {
      clearTimeout(this.#hiddenTimer);
      if (document.hidden) {
        this.#hiddenTimer = setTimeout(() => this.#close(), patience);
      } else if (!this.#events) {
        this.open();
      }
    });
    addEventListener("pagehide", () => this.#close());
    addEventListener("pageshow", (event) => {
      if (event.persisted && !this.#events) this.open();
    });
  }

  /** Opens the stream, where it was left if there was one. */
  open() {
    const address = this.#handlers.address();
    const parameters = new URLSearchParams(address);
    if (this.#position) parameters.set("from", this.#position);
    const url = `/events?${parameters}`;
    const events = new EventSource(url);
    this.#events = events;
    events.addEventListener("page", (event) => {
      const isOther = this.#page !== null && this.#page !== event.data;
      this.#page = event.data;
      this.#handlers.onComplaint(null);
      if (isOther) this.#position = null;
      this.#opening?.resolve();
      this.#opening = null;
      this.#handlers.onPage(address, isOther);
    });
    for (const name of ["part", "status"]) {
      events.addEventListener(name, (event) => {
        this.#position = event.lastEventId;
        if (name === "part") this.#handlers.onPart(event.data);
        else this.#handlers.onStatus(JSON.parse(event.data));
      });
    }
    events.addEventListener("error", () => {
      if (this.#events !== events) return;
      this.#opening ??= withResolvers();
      this.#handlers.onComplaint("The server cannot be reached. Trying again.");
      // After an answer that is no stream, browsers do not try again.
      if (events.readyState === EventSource.CLOSED) this.#explain(url);
    });
  }

  /** Says why there is no stream, and tries again when the server says. */
  async #explain(url) {
    this.#close();
    let seconds = 3;
    const controller = new AbortController();
    try {
      const answer = await fetch(url, { signal: controller.signal });
      if (!answer.ok) {
        seconds = Number(answer.headers.get("Retry-After")) || seconds;
        this.#handlers.onComplaint((await answer.json()).error.message);
      } else {
        seconds = 0;
      }
    } catch {
      // The sentence before says it all.
    }
    controller.abort();
    setTimeout(() => {
      if (!this.#events && !document.hidden) this.open();
    }, seconds * 1_000);
  }

  #close() {
    this.#events?.close();
    this.#events = null;
    this.#opening ??= withResolvers();
  }

  /**
   * Sends what somebody did. Once more, if the page is gone or the server away: the stream brings another.
   */
  async send(fields, isRepeated = false) {
    await this.#opening?.promise;
    const page = this.#page;
    try {
      const answer = await fetch("/actions", {
        method: "POST", body: new URLSearchParams({ ...fields, page }),
      });
      if (answer.ok) {
        this.#handlers.onComplaint(null);
      } else if (answer.status === 410 && !isRepeated) {
        if (this.#page === page) {
          this.#close();
          this.#position = null;
          this.open();
        }
        await this.send(fields, true);
      } else {
        this.#handlers.onComplaint((await answer.json()).error.message);
      }
    } catch {
      this.#handlers.onComplaint("The server cannot be reached. Trying again.");
      if (isRepeated) return;
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await this.send(fields, true);
    }
  }

  /** Sends a text; of those that cannot be sent at once, the newest. */
  async sendNewest(fields) {
    this.#waiting = fields;
    if (this.#inFlight === 2) return;
    this.#inFlight += 1;
    while (this.#waiting) {
      const newest = this.#waiting;
      this.#waiting = null;
      await this.send(newest);
    }
    this.#inFlight -= 1;
  }
}

function withResolvers() {
  let resolve;
  const promise = new Promise((fulfill) => {
    resolve = fulfill;
  });
  return { promise, resolve };
}
