// The answer key, asked through the module as a page asks: in node, and in Chromium.

const marks = { exact: '', corrected: '~', partial: '*' }

/** The ids of an answer with the marks of the key. */
const ids = (matches) => matches.map((match) => match.id + marks[match.grade]).join()

/** The first id of an answer. */
const firstOf = (ids) => ids.split(',')[0].match(/^\d*/)[0]

/** Whether a text has neither white space between letters nor a comma. */
const isOneWord = (text) => !/,|\S\s+\S/.test(text)

/**
 * Whether an answer must be that of the key in everything: if the text is one word and nothing but a name, or if ten
 * names begin with all of it. The key has other points for the evidence in a line.
 */
function isExact(cities, [query, , first, , listed]) {
  const key = cities.key(query).trimEnd()
  const found = first ? first.split(',') : []
  const names = listed.split(' | ')
  const areBegun = found.every((id, index) =>
    id.endsWith('~') || cities.key(names[index]).startsWith(key))
  if (isOneWord(query)) return areBegun || !key.includes(' ')
  return areBegun && found.length === 10 && found.every((id) => /\d$/.test(id))
}

/** The greatest share of texts with several readings whose first city is another one than that of the key. */
const shareOfOthers = 0.04

/** Own names in an order. */
const ownNames = (order) => (cities, [query, count, first]) => {
  const { asTyped, matches } = cities.search(query, { names: 'own', order, typos: false })
  const found = ids(matches)
  return found === first && asTyped.count === +count
    ? null : `${query}: ${asTyped.count} ${found} instead of ${count} ${first}`
}

/** Of each table: how an answer differs from a row; null if it does not. */
const differences = {
  prefix: ownNames('name'),
  population: ownNames('population'),

  relevance(cities, [query, count, first, kinds, names, highlights]) {
    const { asTyped, matches } = cities.search(query)
    if (!first && matches.every((match) => match.grade === 'phonetic')) return null
    const found = [
      ids(matches), matches.map((match) => match.kind).join(),
      matches.map((match) => match.matchedName).join(' | '),
      matches.map(({ highlight }) => `${highlight.location}+${highlight.length}`).join()
    ]
    // Of several words, the key counts other readings, too.
    const isCounted = cities.key(query).trimEnd().includes(' ')
      || (asTyped.isExact ? asTyped.count === +count : asTyped.count <= +count)
    const isSame = isCounted
      && [first, kinds, names, highlights].every((wanted, index) => wanted === found[index])
    return isSame ? null : `${query}: ${asTyped.count} ${found.join(' ')} instead of ${count} ${first}`
  },

  bias(cities, [latitude, longitude, country, query, first]) {
    const near = latitude ? { latitude: +latitude, longitude: +longitude } : undefined
    const found = ids(cities.search(query, { near, country: country || undefined }).matches)
    // Several words have several readings.
    return found === first || !isOneWord(query)
      ? null : `${query}: ${found} instead of ${first}`
  },

  highlight(cities, [query, name, length]) {
    const found = cities.highlight(query, name)
    return found?.location === 0 && found.length === +length
      ? null : `${query} in ${name}: ${found?.length} instead of ${length}`
  },

  folding(cities, [name, key]) {
    const found = `${cities.key(name)}|`
    return found === key ? null : `${name}: ${found} instead of ${key}`
  }
}

export const tables = Object.keys(differences)

/** The rows of a table, without its head. */
export const rowsOf = (text) => text.split('\n').slice(1).filter(Boolean).map((line) => line.split('\t'))

/** How answers differ from some rows of a table. */
const differencesOf = (cities, table, rows) =>
  rows.map((row) => differences[table](cities, row)).filter(Boolean)

/** How answers differ from the rows of a table; those to texts with several readings may differ a little. */
export function check(cities, table, rows) {
  if (table !== 'relevance') return differencesOf(cities, table, rows)
  const exact = rows.filter((row) => isExact(cities, row))
  // The key has nothing for texts of which it does not know a word.
  const others = rows.filter((row) => !exact.includes(row) && row[2])
  const wrong = others.filter(([query, , first]) => {
    // The key has no names that sound alike.
    const found = cities.search(query).matches.filter((match) => match.grade !== 'phonetic')
    return firstOf(ids(found)) !== firstOf(first)
  }).map(([query, , first]) => `${query}: another first city than ${firstOf(first)}`)
  return [
    ...differencesOf(cities, table, exact),
    ...wrong.length > shareOfOthers * others.length ? wrong : []
  ]
}
