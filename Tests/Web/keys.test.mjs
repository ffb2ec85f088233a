// The answer key in node.
import assert from 'node:assert/strict'
import test from 'node:test'
import { check, tables } from './keys.mjs'
import { CitySearch, cityBytes, module, rows } from './web.mjs'

const cities = await CitySearch.open(cityBytes, { module })

for (const table of tables) {
  test(`the answer key: ${table}`, () => {
    const wanted = rows(table)
    const wrong = check(cities, table, wanted)
    assert.ok(wanted.length > 1_000)
    assert.equal(wrong.length, 0, wrong.slice(0, 5).join('\n'))
  })
}
