// What the types of the element promise to a page, and what they refuse. Compiled by test_package.py.
import { CitySearch, type Match } from 'city-search'
import { CitySearchElement, englishTexts, type Texts } from 'city-search/element'
import starter from 'city-search/starter'

const field = document.querySelector('city-search')!
field.addEventListener('progress', ({ detail: { loaded, total } }) => {
  const share: number = total === null ? 0 : loaded / total
  console.log(share)
})
field.addEventListener('error', ({ error, message }) => console.log(error, message.length))
field.addEventListener('change', function (event) { console.log(event.type, this.city?.localName) })
field.addEventListener('keydown', ({ key }) => console.log(key))
field.addEventListener('something-else', (event: Event) => console.log(event.type))

field.src = starter
field.placeholder = 'City'
field.limit = 5
field.cache = true
field.module = new URL('https://example.org/city-search.wasm')
field.languages = navigator.languages
field.countries = ['DE', 'AT']
field.countries = null
field.value = '2867714'
field.value = 2867714
field.options = { near: { latitude: 48, longitude: 11 } }
const german: Partial<Texts> = { none: 'Keine Stadt gefunden.', partial: (unmatched) => unmatched.join() }
field.texts = german
const said: string = englishTexts.similar(3) + field.texts.results(8)
const value: string = field.value
const made: CitySearchElement = document.createElement('city-search')
field.cities = await CitySearch.open(starter)
console.log(said, value, made)

// @ts-expect-error
field.city = null
// @ts-expect-error
field.limit = 'many'
// @ts-expect-error
field.options = { lmit: 3 }
// @ts-expect-error
field.addEventListener('progress', (event: CustomEvent<{ share: number }>) => console.log(event.detail.share))

const { asTyped, matches } = field.cities.search('new yrok', { limit: 3, order: { near: { latitude: 1, longitude: 2 } } })
const first: Match | undefined = matches[0]
const count: number = asTyped.count
const grade: 'exact' | 'corrected' | 'partial' | 'phonetic' | undefined = first?.grade
console.log(count, grade)
// @ts-expect-error
console.log(field.cities.search('rome').total)
// @ts-expect-error
field.cities.search(7)
