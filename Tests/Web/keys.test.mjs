// The answer key in node.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { check, tables } from './keys.mjs'
import { CitySearch, cityBytes, module } from './web.mjs'

const cities = await CitySearch.open(cityBytes, { module })

for (const table of tables) {
  test(`the answer key: ${table}`, () => {
    const text = fs.readFileSync(path.join(process.env.ANSWERS, `${table}.tsv`), 'utf8')
    const { count, wrong } = check(cities, table, text)
    assert.ok(count > 1_000)
    assert.equal(wrong.length, 0, wrong.slice(0, 5).join('\n'))
  })
}
