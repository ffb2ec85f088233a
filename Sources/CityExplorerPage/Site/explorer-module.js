// City Explorer in WebAssembly: calls with texts, answered in JSON. What it is asked and answers stands in
// PageCalls.swift and PageView.swift.

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

export class ExplorerModule {
  #exports;

  constructor(exports) {
    this.#exports = exports;
  }

  /** Compiles the module while it arrives, and tells a function how many bytes have. */
  static async load(address, progress) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    let count = 0;
    const counted = new Response(response.body.pipeThrough(new TransformStream({
      transform(piece, controller) {
        progress(count += piece.length);
        controller.enqueue(piece);
      },
    })), { headers: response.headers });
    const { instance } = response.headers.get("content-type") === "application/wasm"
      ? await WebAssembly.instantiateStreaming(counted)
      : await WebAssembly.instantiate(await counted.arrayBuffer());
    return new ExplorerModule(instance.exports);
  }

  /** Makes room for a file of cities, and gives its address. */
  allocate(byteCount) {
    return this.#exports.allocate(byteCount);
  }

  /** Writes a part of a file of cities. */
  write(bytes, address) {
    // The memory of before is no longer valid when it has grown.
    new Uint8Array(this.#exports.memory.buffer).set(bytes, address);
  }

  /** Opens a file of cities that was written, and gives what the page shows then. */
  open(address, byteCount, areAll) {
    return this.#answer(this.#exports.open(address, byteCount, areAll ? 1 : 0));
  }

  /** Calls by a name; numbers and truth become texts. */
  call(name, ...values) {
    return JSON.parse(this.text(name, ...values));
  }

  /** Calls by a name, for an answer that is a text. */
  text(name, ...values) {
    const texts = [name, ...values].map((value) => encoder.encode(value === true ? "1" : value === false ? "0" : `${value}`));
    const bytes = new Uint8Array(texts.reduce((sum, text) => sum + 4 + text.length, 0));
    const view = new DataView(bytes.buffer);
    let position = 0;
    for (const text of texts) {
      view.setUint32(position, text.length, true);
      bytes.set(text, position + 4);
      position += 4 + text.length;
    }
    const address = this.#place(bytes);
    const length = this.#exports.call(address, bytes.length);
    this.#exports.free(address);
    return this.#text(length);
  }

  #place(bytes) {
    const address = this.allocate(bytes.length);
    this.write(bytes, address);
    return address;
  }

  #text(length) {
    const text = decoder.decode(new Uint8Array(this.#exports.memory.buffer, this.#exports.answer(), length));
    if (text.startsWith('{"error"')) throw new Error(JSON.parse(text).error);
    return text;
  }

  #answer(length) {
    return JSON.parse(this.#text(length));
  }
}

/** A coordinate as the module reads it: whole numbers of 0.0000001 degrees. */
export function fixed(degrees) {
  return Math.round(degrees * 1e7);
}

/** The edges of a region as the module reads them. */
export function edges({ south, west, north, east }) {
  return [south, west, north, east].map(fixed);
}
