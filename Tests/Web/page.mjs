// The module of the page and the native program answer the same calls with the same bytes, and no call ends it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import test from 'node:test'

const { CITIES, MODULE, NATIVE, TEST_EXTENT } = process.env
const cities = readFileSync(CITIES)
const compiled = new WebAssembly.Module(readFileSync(MODULE))
const encoder = new TextEncoder()

/** The bytes of a call. */
function bytesOf(texts) {
  const encoded = texts.map((text) => encoder.encode(text))
  const bytes = Buffer.alloc(encoded.reduce((sum, text) => sum + 4 + text.length, 0))
  let position = 0
  for (const text of encoded) {
    position = bytes.writeUInt32LE(text.length, position)
    bytes.set(text, position)
    position += text.length
  }
  return bytes
}

/** A page's module, with a file of cities. */
function opened(file = cities) {
  const { exports } = new WebAssembly.Instance(compiled)
  const place = (bytes) => {
    const address = exports.allocate(bytes.length)
    new Uint8Array(exports.memory.buffer).set(bytes, address)
    return address
  }
  const answer = (length) => Buffer.from(exports.memory.buffer.slice(exports.answer(), exports.answer() + length))
  if (file) assert.ok(!String(answer(exports.open(place(file), file.length, 1))).includes('"error"'))
  return {
    exports,
    open: (bytes) => String(answer(exports.open(place(bytes), bytes.length, 1))),
    call: (...texts) => {
      const bytes = bytesOf(texts)
      const address = place(bytes)
      const result = answer(exports.call(address, bytes.length))
      exports.free(address)
      return result
    },
    raw: (bytes) => {
      const address = place(bytes)
      const result = answer(exports.call(address, bytes.length))
      exports.free(address)
      return String(result)
    }
  }
}

/** Numbers from 0 to 1 by a seed. */
function random(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** What a person and a page do, at random. */
function calls(count, seed) {
  const next = random(seed)
  const pick = (list) => list[Math.floor(next() * list.length)]
  const names = ['münchen', 'springfield', 'rome, it', 'new yrok', '北京', 'القاهرة', 'san', 'zzxq', 'Saint-Étienne', 'nyc']
  const lines = ['10 Downing Street, London, UK', 'Nowhere 7, Xqzzv', 'Unter den Linden 1, 10117 Berlin', '=1+1, Oslo', '東京都千代田区']
  const tables = ['Straße;PLZ;Ort\n"Unter den\nLinden 1";10117;Berlin\n;;', 'city\n"Oslo\nLima,Peru', 'id,x\n1,2', '"a', '', 'город\r\nМосква']
  const tableLines = ['Unter den Linden 1\x1fBerlin\x1f\x1f10117\x1fDE', '2,Lima,Peru\x1f\x1f\x1f\x1f', '\x1f', '\x1f\x1f\x1f\x1fFR']
  const answers = ['', 'x', 'x\nOslo\t1', 'x\nOslo\t599127300\t107460900\t90\tIt is.\tOslo\tcity\t3143244\t0\t']
  const ids = ['2867714', '2643743', '5128581', '1', '999999999999']
  const record = (id) => [id, 'München "x"\n', '481374000', '115755000', 'Bavaria', 'DE', 'Germany', 'Europe/Berlin', '1505005']
  const edges = ['400000000', '-100000000', '600000000', '200000000']
  const all = [['start', '2', 'de', 'ar', 'rome', '', ...record('7')]]
  while (all.length < count) {
    const name = pick(names)
    const typed = name.slice(0, 1 + Math.floor(next() * name.length))
    all.push(pick([
      () => ['type', typed], () => ['type', typed], () => ['type', name], () => ['enter'], () => ['choose', `city:${pick(ids)}`],
      () => ['choose', `place:${pick(ids)}`], () => ['more'], () => ['close'], () => ['type', ''],
      () => ['visit', name, pick(['', ...ids])], () => ['order', pick(['relevance', 'name', 'population'])],
      () => ['star', pick(ids), pick(['0', '1'])], () => ['favorites', '0', String(all.length), ...record(pick(ids)), ...record('9')],
      () => ['kept', pick(ids), String(Math.floor(next() * 50)), String(all.length)], () => ['notKept', pick(ids), '3', 'it is full'],
      () => ['move', pick(ids), '0'], () => ['favorite', pick(ids)], () => ['marker', pick([...ids, 'a0', 'a9', 'x'])],
      () => ['addresses', `${pick(lines)}\n${pick(lines)}`, pick(['0', '1'])], () => ['step', '3'], () => ['forgetAddresses'],
      () => ['table', pick(tables)], () => ['addresses', pick(tableLines), '1'], () => ['answers', '0', '20'],
      () => ['knownAnswers', pick(answers)], () => ['page', pick(['favorites', 'found', 'failures', 'x']), pick(['0', '100', '-1'])],
      () => ['pauseAddresses'], () => ['resumeAddresses'], () => ['moved', ...edges], () => ['here', ...edges],
      () => ['cities', '20', ...edges], () => ['csv'], () => ['geojson'], () => ['retry'], () => ['dismiss'],
      () => ['changeFavorites', 'add', ...record('5'), ...record(pick(ids)), ...record('6')],
      () => ['changeFavorites', 'remove', '6', ...record('6'), 'damaged'],
      () => ['searchFailed', '1', 'no'], () => ['favoritesUnreadable', '1', 'forbidden'], () => ['nonsense'], () => ['star', 'x', '1']
    ])())
  }
  return all
}

test('the same bytes as the native program for what people do', () => {
  const all = calls(TEST_EXTENT === 'full' ? 50_000 : 5_000, 47)
  const input = Buffer.concat(all.map(bytesOf).map((bytes) => {
    const head = Buffer.alloc(4)
    head.writeUInt32LE(bytes.length)
    return Buffer.concat([head, bytes])
  }))
  const { stdout, status } = spawnSync(NATIVE, [CITIES], { input, maxBuffer: 2 ** 31 })
  assert.equal(status, 0)
  const page = opened()
  let position = 0
  for (const texts of all) {
    const length = stdout.readUInt32LE(position)
    const native = stdout.subarray(position + 4, position + 4 + length)
    position += 4 + length
    const answer = page.call(...texts)
    if (!answer.equals(native)) assert.equal(String(answer), String(native), texts.join(' '))
    if (!['csv', 'answers'].includes(texts[0])) JSON.parse(String(answer))
  }
  assert.equal(position, stdout.length)
})

test('a call that is wrong is an error, and changes nothing', () => {
  const page = opened()
  page.call('start', '0', 'rome', '')
  for (const texts of [['type'], ['star', '1'], ['cities', '-1', '0', '0', '0', '0'], ['here', '9999999999', '0', '0', '0'],
    ['here', '600000000', '0', '400000000', '0'], ['changeFavorites', 'add', 'x'], ['order', 'x'], ['start', '99999999999', 'x'],
    ['searched', '1', '1', 'x'], ['step', '-5'], ['move', '1', '99999999999999999999']]) {
    JSON.parse(String(page.call(...texts)))
  }
  for (const bytes of [[], [1], [255, 255, 255, 255], [255, 255, 255, 127, 65], [2, 0, 0, 0, 0xc3, 0x28]]) {
    assert.match(page.raw(Uint8Array.from(bytes.length ? bytes : [0, 0, 0])), /"error"/)
  }
  assert.match(String(page.call('type', 'london')), /London/)
})

test('a damaged file is an error, and the page goes on with what it has', () => {
  const page = opened(null)
  assert.match(page.open(Uint8Array.from({ length: 100 }, () => 7)), /"error"/)
  assert.match(page.open(cities.subarray(0, 5_000)), /"error"/)
  // Without cities, a search is a request to the server.
  assert.match(String(page.call('start', '0', 'rome', '')), /"kind":"search".*"query":"rome"/)
})

test('memory stays, however long a page is open', () => {
  const page = opened()
  const round = (seed) => calls(2_000, seed).forEach((texts) => page.call(...texts))
  round(1)
  const before = page.exports.memory.buffer.byteLength
  for (let seed = 2; seed < 6; seed++) round(seed)
  assert.ok(page.exports.memory.buffer.byteLength - before <= 2 ** 20, `${page.exports.memory.buffer.byteLength - before} bytes more`)
})

test('ten thousand letters of combining marks', () => {
  const page = opened()
  page.call('start', '0', '', '')
  for (const text of ['e\u0301'.repeat(5_000), '\u0301'.repeat(10_000), 'a'.repeat(10_000), ', '.repeat(3_000)]) {
    JSON.parse(String(page.call('type', text)))
    JSON.parse(String(page.call('addresses', text, '1')))
    JSON.parse(String(page.call('step', '5')))
  }
})
