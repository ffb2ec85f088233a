// The answer key, asked through the module as a page asks.
import assert from 'node:assert/strict'
import test from 'node:test'
import { CitySearch, cityBytes, module, rows } from './web.mjs'

const cities = await CitySearch.open(cityBytes, { module })
const marks = { exact: '', corrected: '~', partial: '*' }

/** The ids of an answer with the marks of the key. */
function ids(matches) {
  return matches.map((match) => match.id + marks[match.grade]).join()
}

/** The first differences of many rows; none of them is shown in full. */
function expectAll(all, difference) {
  const different = all.map(difference).filter(Boolean)
  assert.equal(different.length, 0, different.slice(0, 5).join('\n'))
}

test('relevance: cities, kinds, names and highlights', () => {
  expectAll(rows('relevance'), ([query, count, first, kinds, names, highlights]) => {
    const { total, matches } = cities.search(query)
    if (!first && matches.every((match) => match.grade === 'phonetic')) return null
    const found = [
      ids(matches), matches.map((match) => match.kind).join(),
      matches.map((match) => match.matchedName).join(' | '),
      matches.map(({ highlight }) => `${highlight.location}+${highlight.length}`).join()
    ]
    const isCounted = total.isExact ? total.count === +count : total.count <= +count
    const isSame = isCounted
      && [first, kinds, names, highlights].every((wanted, index) => wanted === found[index])
    return isSame ? null : `${query}: ${total.count} ${found.join(' ')} instead of ${count} ${first}`
  })
})

for (const order of ['name', 'population']) {
  test(`own names by ${order}`, () => {
    const key = order === 'name' ? 'prefix' : 'population'
    expectAll(rows(key), ([query, count, first]) => {
      const { total, matches } = cities.search(query, { names: 'own', order, typos: false })
      const found = ids(matches)
      return found === first && total.count === +count
        ? null : `${query}: ${total.count} ${found} instead of ${count} ${first}`
    })
  })
}

test('highlights in UTF-16', () => {
  expectAll(rows('highlight'), ([query, name, length]) => {
    const found = cities.highlight(query, name)
    return found?.location === 0 && found.length === +length
      ? null : `${query} in ${name}: ${found?.length} instead of ${length}`
  })
})

test('folding', () => {
  expectAll(rows('folding'), ([name, key]) => {
    const found = `${cities.key(name)}|`
    return found === key ? null : `${name}: ${found} instead of ${key}`
  })
})

test('relevance for a person somewhere', () => {
  expectAll(rows('bias'), ([latitude, longitude, country, query, first]) => {
    const near = latitude ? { latitude: +latitude, longitude: +longitude } : undefined
    const found = ids(cities.search(query, { near, country: country || undefined }).matches)
    return found === first ? null : `${query}: ${found} instead of ${first}`
  })
})
