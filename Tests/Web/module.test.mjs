// The module as a developer uses it: wrong arguments, damaged files.
import assert from 'node:assert/strict'
import test from 'node:test'
import { CitySearch, GazetteerError, cityBytes, module, random, texts } from './web.mjs'

const cities = await CitySearch.open(cityBytes, { module })

test('a city has all that a list shows', () => {
  const { asTyped, matches: [match] } = cities.search('munch', { limit: 1, languages: ['it'] })
  assert.deepEqual(asTyped, { count: asTyped.count, isExact: asTyped.isExact })
  assert.ok(asTyped.count > 1)
  assert.deepEqual(
    { ...match, population: 0 },
    {
      id: 2867714, name: 'Munich', localName: 'Monaco di Baviera', matchedName: 'München',
      kind: 'alternate', grade: 'exact', edits: 0, highlight: { location: 0, length: 5 },
      regions: [], country: 'Germany', countryCode: 'DE', division: 'Bavaria', divisionCode: '02',
      latitude: 48.13743, longitude: 11.57549, timeZone: 'Europe/Berlin', population: 0, unmatched: []
    })
  assert.equal(cities.search('rome, it').matches[0].countryCode, 'IT')
  assert.equal(cities.name(2867714, ['fr']), 'Munich')
  for (const id of [1, 2 ** 31 + 1, 2 ** 32 + 2867714]) assert.equal(cities.name(id, ['fr']), null)
  assert.equal(cities.nearest({ latitude: 48.137, longitude: 11.575 })[0].name, 'Munich')
  assert.equal(cities.in({ south: 35, west: 139, north: 36, east: 140 })[0].name, 'Tokyo')
  assert.deepEqual(cities.countries.find(({ code }) => code === 'NO'), { code: 'NO', name: 'Norway' })
})

test('an address gives its city, what was not understood, and the distance', () => {
  const [paris] = cities.search('12 Main St, Paris, Texas, Atlantis').matches
  assert.equal(paris.id, 4717560)
  assert.deepEqual(paris.unmatched, ['Atlantis'])
  assert.equal(paris.distance, undefined)
  const [near] = cities.search('52.55, 13.41').matches
  assert.deepEqual(near.unmatched, [])
  assert.ok(near.distance > 0 && near.distance < 20_000)
})

test('of a text of 100 MB, the first 1,000 characters are read, and no more memory is taken', () => {
  const text = 'münchen' + ' '.repeat(993)
  const expected = cities.search(text).matches
  assert.equal(expected[0].name, 'Munich')
  const before = cities.memoryByteCount
  const start = performance.now()
  for (const rest of ['x', '😀'.repeat(50_000_000)]) {
    assert.deepEqual(cities.search(text + rest).matches, expected)
    assert.deepEqual(cities.highlight('m' + text.slice(1) + rest, 'München'), cities.highlight(text, 'München'))
  }
  assert.ok(performance.now() - start < 5_000)
  assert.ok(cities.memoryByteCount - before < 2 ** 20)
})

test('a page begins at its offset', () => {
  assert.equal(cities.search('a', { limit: null }).matches.length, 10)
  const first = cities.search('san', { limit: 20 }).matches
  const second = cities.search('san', { limit: 10, offset: 10 }).matches
  assert.deepEqual(second, first.slice(10))
  assert.deepEqual(cities.search('zzzz', { offset: 1_000_000 }).matches, [])
})

test('codes of countries have two letters or three, capitals or not', () => {
  const found = (countries) => cities.search('berl', { countries }).matches.map(({ id }) => id)
  const german = found(['DE'])
  assert.ok(german.length > 1)
  for (const code of ['de', 'DEU', 'deu']) assert.deepEqual(found([code]), german)
  const divisions = (code) => cities.search('', { divisions: [code] }).matches.map(({ id }) => id)
  for (const code of ['us.IL', 'USA.IL', 'us-il']) assert.deepEqual(divisions(code), divisions('US.IL'))
  assert.notDeepEqual(divisions('US.IL.031'), divisions('US.IL'))
})

test('a wrong argument is a TypeError that names it', () => {
  const wrong = {
    limit: [-1, 1.5, '10'], offset: [-1], order: ['size', { near: 3 }], countries: ['DE', ['d'], ['XYZ'], [['DE']]],
    divisions: [['IL'], ['XYZ.IL']], bounds: [{ south: 2, west: 0, north: 1, east: 0 }, 1], near: [{}, { latitude: 91, longitude: 0 }],
    country: ['germany', 'XYZ'], chosen: [1, [-1]], languages: ['de', [1], [null], [['de']]], names: ['some'], typos: ['yes'],
    minimumPopulation: [-5], lmit: [10]
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(
        () => cities.search('a', { [name]: value }),
        (error) => error instanceof TypeError && error.message.endsWith('.'), `${name}: ${value}`)
    }
  }
  const circular = {}
  circular.self = circular
  for (const value of [circular, NaN, 10n]) {
    assert.throws(() => cities.search('a', { limit: value }), /^TypeError: limit must be .*\.$/)
  }
  for (const text of [undefined, null, 7, {}]) assert.throws(() => cities.search(text), TypeError)
  assert.throws(() => cities.nearest(), TypeError)
  assert.throws(() => cities.in({}), TypeError)
  assert.throws(() => cities.name('Munich', ['de']), TypeError)
})

test('a text may be anything', () => {
  const marks = '\u0301'.repeat(10_000)
  for (const text of ['', ' ', marks, `a${marks}`, '\ud800', '\0', 'a'.repeat(100_000), '🙂'.repeat(5_000)]) {
    assert.ok(Array.isArray(cities.search(text).matches))
  }
})

test('a long text has stack enough', () => {
  const text = 'El Rincón de San Felipe (Tercera Manzana San Felipe), 北布金布尔'
  for (const names of ['own', 'all']) assert.ok(cities.search(text, { names }).matches.length <= 10)
})

test('highlights and keys are those of the search', () => {
  assert.deepEqual(cities.highlight('sao p', 'São Paulo'), { location: 0, length: 5 })
  assert.equal(cities.highlight('paulo', 'São Paulo'), null)
  assert.equal(cities.key('Łódź'), 'lodz ')
  for (const wrong of [undefined, 7]) {
    assert.throws(() => cities.highlight('a', wrong), TypeError)
    assert.throws(() => cities.key(wrong), TypeError)
  }
})

test('what is no gazetteer is an error that says so', async () => {
  const other = new Uint8Array(1_000)
  for (const bytes of [new Uint8Array(0), other, cityBytes.subarray(0, 5_000), cityBytes.subarray(1)]) {
    await assert.rejects(CitySearch.open(bytes, { module }), GazetteerError)
  }
  await assert.rejects(CitySearch.open(cityBytes, { module, digest: '00' }), /SHA-256/)
  await assert.rejects(CitySearch.open(7, { module }), TypeError)
  await assert.rejects(CitySearch.open(cityBytes, { wasm: module }), /one of/)
  await assert.rejects(CitySearch.open(new Response(null), { module }), GazetteerError)
})

test('a damaged file is an error, or gives answers, and never a trap', async () => {
  const next = random(7)
  const queries = texts(30, 5)
  for (let round = 0; round < 40; round++) {
    const damaged = cityBytes.slice()
    for (let flip = 0; flip < 2_000; flip++) {
      // The header has a checksum: with damage there, nothing would be read.
      damaged[1_000 + Math.floor(next() * (damaged.length - 1_008))] = Math.floor(next() * 256)
    }
    const opened = await CitySearch.open(damaged, { module }).catch((error) => {
      assert.ok(error instanceof GazetteerError, String(error))
    })
    if (!opened) continue
    for (const query of queries) {
      for (const order of ['relevance', 'population', { near: { latitude: 1, longitude: 1 } }]) {
        opened.search(query, { order, limit: 20, languages: ['de'] })
      }
    }
    opened.nearest({ latitude: 10, longitude: 10 })
    opened.in({ south: -90, west: -180, north: 90, east: 180 })
  }
})

test('memory is given back', async () => {
  const opened = await CitySearch.open(cityBytes, { module })
  const queries = texts(1_000, 3)
  for (const query of queries) opened.search(query)
  const before = opened.memoryByteCount
  const rounds = process.env.TEST_EXTENT === 'full' ? 999 : 29
  for (let round = 0; round < rounds; round++) {
    for (const query of queries) opened.search(query)
  }
  assert.equal(opened.memoryByteCount, before)
  opened.close()
  assert.throws(() => opened.search('a'), /closed/)
})
