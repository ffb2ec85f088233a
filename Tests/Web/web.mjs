// What the tests share: the module, the cities and the answer key.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rowsOf } from './keys.mjs'

const folder = process.env.WEB_FOLDER
export const { CitySearch, GazetteerError } =
  await import(pathToFileURL(path.join(folder, 'city-search-node.js')))
export const module = await WebAssembly.compile(
  fs.readFileSync(path.join(folder, 'city-search.wasm')))
export const citiesFile = process.env.CITIES
export const cityBytes = new Uint8Array(fs.readFileSync(citiesFile))

const table = (file) => rowsOf(fs.readFileSync(file, 'utf8'))

/** The rows of a table of the answer key. */
export const rows = (name) => table(path.join(process.env.ANSWERS, `${name}.tsv`))

/** Queries of people in many scripts, with the ids of their cities in the fourth column. */
export const cases = () => table(process.env.CASES)

/** Random numbers that a seed repeats (mulberry32). */
export function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let value = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

/** Texts as people type them, and some that nobody types: beginnings of queries of the key, with mistakes. */
export function texts(count, seed) {
  const next = random(seed)
  const pick = (list) => list[Math.floor(next() * list.length)]
  const queries = rows('relevance').map(([query]) => query)
  const letters = [...'aeinrst ,.-éüß中ا\u0301\u200d🙂9']
  return Array.from({ length: count }, () => {
    const text = [...pick(queries)]
    const place = Math.floor(next() * (text.length + 1))
    switch (Math.floor(next() * 5)) {
      case 0: return text.slice(0, place).join('')
      case 1: return text.toSpliced(place, 1).join('')
      case 2: return text.toSpliced(place, 0, pick(letters)).join('')
      case 3: return `${text.join('')}, ${pick(queries)}`
      default: return text.toSpliced(place, 1, pick(letters)).join('')
    }
  })
}
