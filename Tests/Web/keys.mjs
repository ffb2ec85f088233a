// The answer key, asked through the module as a page asks: in node, and in Chromium.

const marks = { exact: '', corrected: '~', partial: '*' }

/** The ids of an answer with the marks of the key. */
const ids = (matches) => matches.map((match) => match.id + marks[match.grade]).join()

/** Own names in an order. */
const ownNames = (order) => (cities, [query, count, first]) => {
  const { total, matches } = cities.search(query, { names: 'own', order, typos: false })
  const found = ids(matches)
  return found === first && total.count === +count
    ? null : `${query}: ${total.count} ${found} instead of ${count} ${first}`
}

/** Of each table: how an answer differs from a row; null if it does not. */
const differences = {
  prefix: ownNames('name'),
  population: ownNames('population'),

  relevance(cities, [query, count, first, kinds, names, highlights]) {
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
  },

  bias(cities, [latitude, longitude, country, query, first]) {
    const near = latitude ? { latitude: +latitude, longitude: +longitude } : undefined
    const found = ids(cities.search(query, { near, country: country || undefined }).matches)
    return found === first ? null : `${query}: ${found} instead of ${first}`
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

/** How answers differ from the rows of a table. */
export const check = (cities, table, rows) =>
  rows.map((row) => differences[table](cities, row)).filter(Boolean)
