// Searches the cities of a gazetteer file, by the module city-search.wasm beside this file.
// Types: city-search.d.ts. The layout of requests and answers: WebRequest.swift and WebAnswer.swift.

const kinds = ['own', 'alternate', 'expansion', 'saint', 'code', 'later']
const grades = ['exact', 'corrected', 'partial', 'phonetic']
const orders = ['relevance', 'name', 'population']
const calls = { search: 1, nearest: 2, bounds: 3, city: 4, countries: 5, highlight: 6, key: 7 }
const fields = {
  text: 1, limit: 2, offset: 3, order: 4, orderPoint: 5, countries: 6, divisions: 7, bounds: 8,
  near: 9, country: 10, chosen: 11, languages: 12, names: 13, typos: 14, population: 15, point: 16,
  id: 17, name: 18
}
const encoder = new TextEncoder()
// Every character counts, since highlights are positions in the text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A file that is not a gazetteer, or a damaged one. */
export class GazetteerError extends Error {
  name = 'GazetteerError'
}

// MARK: Arguments

function expect(condition, name, wanted, value) {
  if (!condition) throw new TypeError(`${name} must be ${wanted}, got ${shown(value)}.`)
}

/** A value for a message; numbers such as NaN, and objects that contain themselves, have no JSON. */
function shown(value) {
  if (typeof value !== 'object' && typeof value !== 'string') return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}

function string(value, name) {
  expect(typeof value === 'string', name, 'a text', value)
  return value
}

function integer(value, name) {
  expect(Number.isInteger(value) && value >= 0, name, 'a whole number, at least 0', value)
  return Math.min(value, 0xffffffff)
}

function cityID(value, name) {
  expect(Number.isSafeInteger(value) && value >= 0, name, 'a whole number, at least 0', value)
  return value
}

function point(value, name) {
  const { latitude, longitude } = value ?? {}
  expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    && typeof latitude === 'number' && typeof longitude === 'number', name,
    '{ latitude, longitude } in degrees, to 90 and to 180', value)
  return [latitude, longitude]
}

function rectangle(value, name) {
  const { south, west, north, east } = value ?? {}
  const numbers = [south, west, north, east]
  expect(numbers.every(Number.isFinite) && Math.abs(south) <= 90 && Math.abs(north) <= 90
    && south <= north && Math.abs(west) <= 180 && Math.abs(east) <= 180, name,
    '{ south, west, north, east } in degrees, south at most north', value)
  return numbers
}

function codes(value, name, form, wanted) {
  const areCodes = Array.isArray(value)
    && value.every((code) => typeof code === 'string' && form.test(code))
  expect(areCodes, name, wanted, value)
  return value.join('\n')
}

function checkOptions(options, known) {
  expect(typeof options === 'object' && options !== null, 'options', 'an object', options)
  for (const name of Object.keys(options)) {
    expect(known.includes(name), 'an option', `one of ${known.join(', ')}`, name)
  }
}

const country = /^[A-Za-z]{2,3}$/
const division = /^[A-Za-z]{2,3}[.-]\S{1,25}$/
const language = /^[A-Za-z0-9_@.-]{2,40}$/

/** What is encoded of a typed text: the module reads its first 1,000 code points, each of one or two units. */
const read = (text) => string(text, 'text').slice(0, 2_000)

/** Writes the fields of a request. */
class Request {
  constructor(call) {
    this.parts = [Uint8Array.of(calls[call])]
  }

  add(field, bytes) {
    const head = new Uint8Array(5)
    head[0] = fields[field]
    new DataView(head.buffer).setUint32(1, bytes.length, true)
    this.parts.push(head, bytes)
  }

  text(field, value) { this.add(field, encoder.encode(value)) }

  number(field, value) {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setUint32(0, value, true)
    this.add(field, bytes)
  }

  numbers(field, values) {
    const bytes = new Uint8Array(8 * values.length)
    const view = new DataView(bytes.buffer)
    values.forEach((value, index) => view.setFloat64(8 * index, value, true))
    this.add(field, bytes)
  }

  /** Writes the options that several calls have. */
  options(options, known) {
    checkOptions(options, known)
    for (const [name, value] of Object.entries(options)) {
      if (value !== undefined && value !== null) this.option(name, value)
    }
  }

  option(name, value) {
    switch (name) {
      case 'limit': case 'offset': return this.number(name, integer(value, name))
      case 'minimumPopulation': return this.number('population', integer(value, name))
      case 'order':
        if (typeof value === 'object') return this.numbers('orderPoint', point(value.near, 'order.near'))
        expect(orders.includes(value), name, `${orders.join(', ')} or { near: point }`, value)
        return this.number('order', orders.indexOf(value))
      case 'countries':
        return this.text(name, codes(value, name, country, 'an array of codes such as "DE"'))
      case 'divisions':
        return this.text(name, codes(value, name, division, 'an array of codes such as "US.IL"'))
      case 'bounds': {
        const all = (Array.isArray(value) ? value : [value]).map((one) => rectangle(one, name))
        return this.numbers(name, all.flat())
      }
      case 'near': return this.numbers(name, point(value, name))
      case 'country':
        expect(typeof value === 'string' && country.test(value), name, 'a code such as "DE"', value)
        return this.text(name, value)
      case 'chosen':
        expect(Array.isArray(value), name, 'an array of ids', value)
        return this.numbers(name, value.map((id) => cityID(id, 'an id of chosen')))
      case 'languages':
        return this.text(name, codes(value, name, language, 'an array of codes such as "pt-BR"'))
      case 'names':
        expect(value === 'all' || value === 'own', name, '"all" or "own"', value)
        return this.number(name, value === 'own' ? 1 : 0)
      case 'typos':
        expect(typeof value === 'boolean', name, 'true or false', value)
        return this.number(name, value ? 1 : 0)
    }
  }

  get bytes() {
    const bytes = new Uint8Array(this.parts.reduce((sum, part) => sum + part.length, 0))
    let position = 0
    for (const part of this.parts) {
      bytes.set(part, position)
      position += part.length
    }
    return bytes
  }
}

// MARK: Answers

/** Reads an answer where it lies in the memory of the module. */
class Answer {
  constructor(buffer, address, length) {
    const head = 5
    this.view = new DataView(buffer, address, length)
    this.isError = this.view.getUint8(0) !== 0
    this.position = head
    const characters = head + this.view.getUint32(1, true)
    // One decoding of all texts takes much less time than one of each.
    this.characters = decoder.decode(
      new Uint8Array(buffer, address + characters, length - characters))
    this.readCount = 0
  }

  /** A copy of all bytes, for tests. */
  get bytes() {
    return new Uint8Array(this.view.buffer, this.view.byteOffset, this.view.byteLength).slice()
  }

  byte() { return this.view.getUint8(this.position++) }

  count() {
    this.position += 4
    return this.view.getUint32(this.position - 4, true)
  }

  number() {
    this.position += 8
    return this.view.getFloat64(this.position - 8, true)
  }

  text() {
    const start = this.readCount
    this.readCount += this.count()
    return this.characters.slice(start, this.readCount)
  }

  highlight() { return { location: this.count(), length: this.count() } }

  list(read) {
    const items = []
    for (let rest = this.count(); rest > 0; rest--) items.push(read())
    return items
  }

  city() {
    return {
      id: this.number(), latitude: this.number(), longitude: this.number(),
      population: this.count(), name: this.text(), localName: this.text(),
      countryCode: this.text(), country: this.text(), divisionCode: this.text(),
      division: this.text(), timeZone: this.text()
    }
  }

  match() {
    const match = Object.assign(this.city(), {
      matchedName: this.text(), highlight: this.highlight(),
      kind: kinds[this.byte()], grade: grades[this.byte()], edits: this.count()
    })
    const distance = this.number()
    if (!Number.isNaN(distance)) match.distance = distance
    match.unmatched = this.list(() => this.text())
    match.regions = this.list(() => ({ name: this.text(), highlight: this.highlight() }))
    return match
  }
}

// MARK: The cities

const openOptions = ['onProgress', 'cache', 'digest', 'module']
const filters = ['limit', 'countries', 'divisions', 'bounds', 'minimumPopulation', 'languages']
const searchOptions = [
  ...filters, 'offset', 'order', 'near', 'country', 'chosen', 'names', 'typos'
]

/**
 * The options of a search that are right; `report` receives the errors of the others. For the element. Which codes there
 * are is known once there are cities.
 */
export function rightOptions(cities, options, report) {
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => {
    try {
      if (cities) cities.search('', { limit: 0, [name]: value })
      else new Request('search').options({ [name]: value }, searchOptions)
      return true
    } catch (error) {
      report(error)
      return false
    }
  }))
}

/** The cities of a gazetteer file. */
export class CitySearch {
  #module
  /** Receives the bytes of each request and of each answer, for tests. */
  onExchange

  constructor(module) { this.#module = module }

  /** Opens a gazetteer: an address, a Response, or bytes. */
  static async open(source, options = {}) {
    checkOptions(options, openOptions)
    const [bytes, module] = await Promise.all([
      load(source, options),
      // In this form, so that bundlers see the file.
      instantiate(options.module ?? new URL('./city-search.wasm', import.meta.url))
    ])
    try {
      if (options.digest) await check(bytes, options.digest)
      readAnswer(module, module.open(place(module, bytes), bytes.length), GazetteerError)
    } catch (error) {
      await forget(source, options)
      throw error
    }
    return new CitySearch(module)
  }

  /** The bytes of memory that the module has taken from the system. */
  get memoryByteCount() { return this.#module?.memory.buffer.byteLength ?? 0 }

  /** Finds cities by a typed text, the most likely first. */
  search(text, options = {}) {
    const request = new Request('search')
    request.text('text', read(text))
    request.options(options, searchOptions)
    if (options.limit === undefined || options.limit === null) request.number('limit', 10)
    return this.#call(request, (answer) => {
      const asTyped = { count: answer.count(), isExact: answer.byte() !== 0 }
      return { asTyped, matches: answer.list(() => answer.match()) }
    })
  }

  /** Finds the cities nearest to a point, the nearest first. */
  nearest(where, options = {}) {
    const request = new Request('nearest')
    request.numbers('point', point(where, 'the point'))
    request.options(options, filters)
    return this.#call(request, (answer) =>
      answer.list(() => ({ ...answer.city(), distance: answer.number() })))
  }

  /** Finds the most populous cities of a part of the Earth. */
  in(bounds, options = {}) {
    const request = new Request('bounds')
    request.numbers('bounds', rectangle(bounds, 'the bounds'))
    request.options(options, ['limit', 'languages'])
    return this.#call(request, (answer) => answer.list(() => answer.city()))
  }

  /** The city with an id; null if there is none. */
  city(id, options = {}) {
    const request = new Request('city')
    request.numbers('id', [cityID(id, 'the id')])
    request.options(options, ['languages'])
    return this.#call(request, (answer) => (answer.byte() ? answer.city() : null))
  }

  /** The name of a city for people who read some languages; null if there is no such city. */
  name(id, languages) { return this.city(id, { languages })?.localName ?? null }

  /** The part of a name to mark for a typed text; null if the name does not begin with it. */
  highlight(text, name) {
    const request = new Request('highlight')
    request.text('text', read(text))
    request.text('name', string(name, 'the name'))
    return this.#call(request, (answer) => (answer.byte() ? answer.highlight() : null))
  }

  /** The folded form of a name, by which the search compares, and one space. */
  key(name) {
    const request = new Request('key')
    request.text('name', string(name, 'the name'))
    return this.#call(request, (answer) => answer.text())
  }

  /** The countries that have a city, by code. */
  get countries() {
    return this.#call(new Request('countries'), (answer) =>
      answer.list(() => ({ code: answer.text(), name: answer.text() })))
  }

  /** Frees the memory of the cities; every later call throws. */
  close() { this.#module = undefined }

  #call(request, read) {
    if (!this.#module) throw new Error('The cities are closed.')
    const { bytes } = request
    const address = place(this.#module, bytes)
    const length = this.#module.call(address, bytes.length)
    this.#module.free(address)
    const answer = readAnswer(this.#module, length, TypeError)
    this.onExchange?.(bytes, answer.bytes)
    return read(answer)
  }
}

/** Copies bytes into memory of the module. */
function place(module, bytes) {
  const address = module.allocate(bytes.length)
  new Uint8Array(module.memory.buffer).set(bytes, address)
  return address
}

/** The last answer, behind its outcome; an error is thrown. */
function readAnswer(module, length, Failure) {
  // Made anew, because memory that grows is another buffer.
  const answer = new Answer(module.memory.buffer, module.answer(), length)
  if (answer.isError) throw new Failure(answer.text())
  return answer
}

// MARK: Loading

/** Reads a file of the disk, or gives undefined for an address of the web; null where there is no disk. */
let readFile = null

/** For city-search-node.js: this file names no module of node, so that every bundler can bundle it for a page. */
export function readFilesBy(read) { readFile = read }

async function load(source, { onProgress, cache } = {}) {
  if (source instanceof Uint8Array) return source
  if (source instanceof ArrayBuffer) return new Uint8Array(source)
  if (typeof Response !== 'undefined' && source instanceof Response) {
    return stream(source, onProgress)
  }
  expect(typeof source === 'string' || source instanceof URL, 'the source',
    'an address, a Response or bytes', source)
  const content = await readFile?.(source)
  if (content) return content
  const store = await openStore(cache)
  const kept = await store?.match(source)
  if (kept) return stream(kept, onProgress)
  const response = await fetch(source)
  const bytes = await stream(response, onProgress)
  // A full storage is no reason to open nothing.
  await store?.put(source, new Response(bytes)).catch(() => {})
  return bytes
}

/** Removes a file that cannot be opened from the cache, so that the next visit fetches it. */
async function forget(source, { cache }) {
  if (typeof source === 'string' || source instanceof URL) {
    await (await openStore(cache))?.delete(source)
  }
}

/** The cache that was asked for; null where there is none. */
async function openStore(cache) {
  if (!cache || typeof caches === 'undefined') return null
  return caches.open(cache === true ? 'city-search' : cache)
}

/** Reads a body, and reports which share of it has arrived. */
async function stream(response, onProgress) {
  if (!response.ok) {
    throw new GazetteerError(`${response.url} answered with the status ${response.status}.`)
  }
  if (!response.body) throw new GazetteerError('The response has no content, or it was read.')
  // The length is that of what is sent, which may be compressed.
  const length = response.headers.get('content-encoding')
    ? NaN : Number(response.headers.get('content-length') ?? NaN)
  const [chunks, reader] = [[], response.body.getReader()]
  let count = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    count += value.length
    onProgress?.({ loaded: count, total: length > 0 ? length : null })
  }
  const bytes = new Uint8Array(count)
  let position = 0
  for (const chunk of chunks) {
    bytes.set(chunk, position)
    position += chunk.length
  }
  return bytes
}

async function check(bytes, digest) {
  const found = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const text = Array.from(found, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (text !== digest.toLowerCase()) {
    throw new GazetteerError(`The file has the SHA-256 ${text} instead of ${digest}.`)
  }
}

async function instantiate(source) {
  if (source instanceof WebAssembly.Module) return (await WebAssembly.instantiate(source)).exports
  let module
  try {
    module = await WebAssembly.compile(await load(source))
  } catch (error) {
    // A bundler that does not know `new URL` leaves the module behind; many servers answer with a page then.
    throw new Error(
      `${source} is not the module city-search.wasm, which must lie there, or wherever \`module\` says. ${error.message}`,
      { cause: error })
  }
  return (await WebAssembly.instantiate(module)).exports
}
