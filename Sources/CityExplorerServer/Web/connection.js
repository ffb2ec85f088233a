// The event stream from the server, and the requests to it.

/** How long a hidden page keeps its connection. */
const patience = 60_000;

export class Connection {
  #page = null;
  #position = null;
  #events = null;
  /** Settles when a page is open on the server; `null` while one is open. */
  #opening = withResolvers();
  #handlers;
  #inFlight = 0;
  #waiting = null;
  #hiddenTimer = 0;

  /**
   * @param handlers address: the address to open a page with; onPart, onStatus: handle events of the page;
   *   onPage: a page was opened or resumed, with its address; onError: a message, or null for none; unreachable: the message
   *   when there is no server.
   */
  constructor(handlers) {
    this.#handlers = handlers;
    // Browsers limit the connections to a server, and a hidden page needs none.
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

  /** Opens the stream, or resumes it at its last position. */
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
      this.#handlers.onError(null);
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
      this.#handlers.onError(this.#handlers.unreachable);
      // After an error status, browsers do not reconnect.
      if (events.readyState === EventSource.CLOSED) this.#explain(url);
    });
  }

  /** Shows why the stream failed, and reconnects after the pause that the server asks for. */
  async #explain(url) {
    this.#close();
    let seconds = 3;
    const controller = new AbortController();
    try {
      const answer = await fetch(url, { signal: controller.signal });
      if (!answer.ok) {
        seconds = Number(answer.headers.get("Retry-After")) || seconds;
        this.#handlers.onError((await answer.json()).error.message);
      } else {
        seconds = 0;
      }
    } catch {
      // The previous message stays.
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
   * Sends an action. Retries once if the page is closed or the server is unreachable: the stream opens a new page.
   */
  async send(fields, isRepeated = false) {
    await this.#opening?.promise;
    const page = this.#page;
    try {
      const answer = await fetch("/actions", {
        method: "POST", body: new URLSearchParams({ ...fields, page }),
      });
      if (answer.ok) {
        this.#handlers.onError(null);
      } else if (answer.status === 410 && !isRepeated) {
        if (this.#page === page) {
          this.#close();
          this.#position = null;
          this.open();
        }
        await this.send(fields, true);
      } else {
        this.#handlers.onError((await answer.json()).error.message);
      }
    } catch {
      this.#handlers.onError(this.#handlers.unreachable);
      if (isRepeated) return;
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await this.send(fields, true);
    }
  }

  /** Sends a text; of several that wait for a request, only the latest. */
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
