// node node.mjs cities.gazetteer "new yrok"
import { CitySearch } from 'city-search'

const [file, ...words] = process.argv.slice(2)
if (words.length === 0) throw new Error('usage: node node.mjs GAZETTEER TEXT')
const cities = await CitySearch.open(file)
for (const match of cities.search(words.join(' ')).matches) {
  console.log(`${match.localName}, ${match.division}, ${match.country} (${match.matchedName}, ${match.grade})`)
}
