// The module and the native program answer the same requests with the same bytes.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'
import { CitySearch, cases, citiesFile, cityBytes, module, random, rows, texts } from './web.mjs'

const count = process.env.TEST_EXTENT === 'full' ? 200_000 : 20_000

/** Opens the cities, and notes the bytes of each request and of each answer. */
async function recorder() {
  const cities = await CitySearch.open(cityBytes, { module })
  const exchanged = []
  cities.onExchange = (request, answer) => exchanged.push([request, answer])
  return { cities, exchanged }
}

/** What the native program answers to requests. */
function nativeAnswers(requests) {
  const input = Buffer.alloc(requests.reduce((sum, one) => sum + 4 + one.length, 0))
  let position = 0
  for (const request of requests) {
    position = input.writeUInt32LE(request.length, position)
    input.set(request, position)
    position += request.length
  }
  const { stdout, status } = spawnSync(process.env.NATIVE, [citiesFile], { input, maxBuffer: 2 ** 31 })
  assert.equal(status, 0)
  const answers = []
  for (let start = 0; start < stdout.length;) {
    const length = stdout.readUInt32LE(start)
    answers.push(stdout.subarray(start + 4, start + 4 + length))
    start += 4 + length
  }
  return answers
}

test('the same bytes for texts of the key and random ones, with all options', async () => {
  const { cities, exchanged } = await recorder()
  const next = random(46)
  const orders = [undefined, 'relevance', 'name', 'population', { near: { latitude: 48, longitude: 2 } }]
  const pick = (list) => list[Math.floor(next() * list.length)]
  const queries = [
    ...rows('relevance').map(([query]) => query), ...cases().map(([query]) => query), ...texts(count, 1)
  ]
  for (const query of queries) {
    const isPlain = next() < 0.6
    cities.search(query, isPlain ? {} : {
      limit: pick([0, 1, 10, 25]), offset: pick([0, 0, 5]), order: pick(orders),
      names: pick(['all', 'own']), typos: pick([true, false]),
      countries: pick([undefined, ['DE', 'FR'], ['US']]),
      divisions: pick([undefined, undefined, ['US.IL', 'DE.02']]),
      bounds: pick([undefined, undefined, { south: 40, west: -10, north: 60, east: 20 }]),
      minimumPopulation: pick([undefined, 10_000]),
      near: pick([undefined, { latitude: -33.9, longitude: 151.2 }]),
      country: pick([undefined, 'IN']), languages: pick([undefined, ['de', 'pt-BR'], ['ar']])
    })
  }
  for (let index = 0; index < 500; index++) {
    const where = { latitude: next() * 180 - 90, longitude: next() * 360 - 180 }
    cities.nearest(where, { limit: 5, countries: pick([undefined, ['AU']]) })
    cities.in({ south: where.latitude, west: where.longitude, north: 90, east: 180 }, { limit: 3 })
  }
  for (const [, , , ids] of cases()) {
    cities.name(+ids.split(',')[0], [pick(['de', 'ar', 'zh', 'pt-BR', 'xx'])])
  }
  const answers = nativeAnswers(exchanged.map(([request]) => request))
  assert.equal(answers.length, exchanged.length)
  const different = exchanged.filter(([, answer], index) => !answers[index].equals(answer))
  assert.equal(different.length, 0, String(different.slice(0, 3).map(([one]) => Buffer.from(one))))
})
