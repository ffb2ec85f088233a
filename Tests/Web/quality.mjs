// Prints how often a file of cities has the right city first, and among five: node quality.mjs FILE.
import fs from 'node:fs'
import { CitySearch, cases, module } from './web.mjs'

const cities = await CitySearch.open(new Uint8Array(fs.readFileSync(process.argv[2])), { module })
const all = cases().map(([query, , , ids, , , latitude, longitude, country]) => ({
  query,
  ids: new Set(ids.split(',').map(Number)),
  // Where the person is, for the queries that `bench quality` asks with a place.
  bias: latitude ? { near: { latitude: Number(latitude), longitude: Number(longitude) }, country } : {}
}))
const known = all.filter(({ ids }) => [...ids].some((id) => cities.city(id)))
const ranks = known.map(({ query, ids, bias }) =>
  cities.search(query, { limit: 5, ...bias }).matches.findIndex(({ id }) => ids.has(id)))
const percent = (count, of) => ((100 * count) / of).toFixed(1)
const first = ranks.filter((rank) => rank === 0).length
const five = ranks.filter((rank) => rank >= 0).length
console.log(
  `| ${percent(known.length, all.length)} | ${percent(first, known.length)} / ${percent(five, known.length)}`
  + ` | ${percent(first, all.length)} / ${percent(five, all.length)} |`)
