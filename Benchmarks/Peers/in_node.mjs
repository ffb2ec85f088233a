// One search over cities in a fresh process of node: `node --expose-gc in_node.mjs INPUT` prints JSON.
//
// INPUT is a file that `in-node` writes: the program, its data, and the texts to ask. Each program makes
// `find(text)`, whose answer has everything that a list shows of ten cities.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
const limit = 10

/** Small letters without accents; of names in composed letters as many, so that a part of one is a part of the other. */
function fold(text) {
  return text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').normalize('NFC').toLowerCase()
}

function listed(city, name, location, length) {
  return { id: city.id, name, region: `${city.division}, ${city.country}`, location, length }
}

/** What each program makes of the bytes of its data. */
const programs = {
  async CitySearch({ package: folder }) {
    const { CitySearch } = await import(pathToFileURL(`${folder}/city-search.js`))
    const module = await WebAssembly.compile(readFileSync(`${folder}/city-search.wasm`))
    return async (bytes) => {
      const cities = await CitySearch.open(bytes, { module })
      const find = (text) => cities.search(text, { limit }).matches.map((match) => ({
        id: match.id, name: match.matchedName, region: `${match.division}, ${match.country}`,
        ...match.highlight
      }))
      return { find, close: () => cities.close() }
    }
  },

  async loop() {
    return (bytes) => {
      const cities = JSON.parse(bytes)
      const entries = cities.flatMap((city) =>
        [city.name, ...city.names].map((name) => ({ city, name, folded: fold(name) })))
      const find = (text) => {
        const [typed, found, ids] = [fold(text), [], new Set()]
        for (const { city, name, folded } of entries) {
          if (!folded.startsWith(typed) || ids.has(city.id)) continue
          ids.add(city.id)
          found.push(listed(city, name, 0, typed.length))
          if (found.length === limit) break
        }
        return found
      }
      return { find }
    }
  },

  async fuzzysort() {
    const fuzzysort = require('fuzzysort')
    return (bytes) => {
      const cities = JSON.parse(bytes)
      for (const city of cities) {
        city.prepared = fuzzysort.prepare(fold(city.name))
        city.bonus = 1_000 * Math.log10(city.population + 100)
      }
      // Its score is 0 for a whole name and less for any other; a name that begins with the text loses one
      // for each letter that is missing, and a text that is spread over a name thousands.
      const options = {
        keys: ['prepared'], limit,
        scoreFn: (results) => results[0] && results[0].score + results.obj.bonus
      }
      const find = (text) => fuzzysort.go(fold(text), cities, options).map((results) => {
        const { obj: city, 0: { indexes } } = results
        return listed(city, city.name, indexes[0], indexes.at(-1) + 1 - indexes[0])
      })
      return { find }
    }
  },

  async lunr() {
    const lunr = require('lunr')
    return (bytes) => {
      const cities = JSON.parse(bytes)
      const builder = new lunr.Builder()
      builder.metadataWhitelist = ['position']
      builder.field('name', { boost: 10 })
      cities.forEach((city, index) => builder.add(
        { id: index, name: fold(city.name) },
        { boost: Math.log10(city.population + 100) }))
      const index = builder.build()
      // As its guide advises: whole words first, then words that begin so, then those with an edit.
      const find = (text) => {
        const words = lunr.tokenizer(fold(text)).map(String)
        const results = index.query((query) => {
          query.term(words, { boost: 100 })
          query.term(words, { boost: 10, wildcard: lunr.Query.wildcard.TRAILING })
          const long = words.filter((word) => word.length > 3)
          if (long.length > 0) query.term(long, { editDistance: 1 })
        })
        return results.slice(0, limit).map(({ ref, matchData: { metadata } }) => {
          const city = cities[ref]
          const [{ name: { position: [[location, length]] } }] = Object.values(metadata)
          return listed(city, city.name, location, length)
        })
      }
      return { find }
    }
  }
}

/** Reads an answer as a list does; a number that depends on all of it. */
function read(found) {
  let sum = found.length
  for (const { id, name, region, location, length } of found) {
    if (!(location >= 0 && length >= 0 && location + length <= name.length)) {
      throw new Error(`${name} is marked at ${location}+${length}.`)
    }
    sum = (Math.imul(sum, 31) + id + name.length + region.length + location + length) | 0
  }
  return sum
}

function memory() {
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().rss / 1e6
}

async function timed(body) {
  const start = performance.now()
  const value = await body()
  return [performance.now() - start, value]
}

const input = JSON.parse(readFileSync(process.argv[2]))
const open = await programs[input.program](input)
const before = memory()
let bytes = readFileSync(input.data)
const [firstOpen, search] = await timed(() => open(bytes))
bytes = undefined

// Compilers and caches are warm when times are taken.
let checksum = 0
for (const text of input.texts) {
  const found = search.find(text)
  checksum = (Math.imul(checksum, 31) + read(found)) | 0
  if (new Set(found.map(({ id }) => id)).size !== found.length || found.length > limit) {
    throw new Error(`"${text}" has more than ten cities, or one of them twice.`)
  }
}
const used = memory() - before
const microseconds = input.texts.map((text) => {
  const start = performance.now()
  read(search.find(text))
  return 1e3 * (performance.now() - start)
})
const ranks = input.names.map(([name, id]) => search.find(name).findIndex((one) => one.id === id))

// Opening again, where it takes so little that once says nothing.
const opens = []
if (search.close) {
  bytes = readFileSync(input.data)
  for (let count = 0; count < 10; count++) {
    const [time, other] = await timed(() => open(bytes))
    opens.push(time)
    other.close()
  }
}
console.log(JSON.stringify({
  firstOpen, opens, memory: used, microseconds, ranks, checksum
}))
