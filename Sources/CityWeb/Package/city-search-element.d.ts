import type { City, CitySearch, SearchOptions } from './city-search.js'

/** What the element says. */
export interface Texts {
  results(count: number): string
  none: string
  loading: string
  failed(error: Error): string
  /** Why the field is not valid: it is required and empty, or has a text that is no chosen city. */
  missing: string
  notChosen: string
}

export const englishTexts: Texts

/**
 * `<city-search>`, a field of a form in which a person types and chooses a city; its value is the id.
 *
 * Attributes: `src` (the file of cities), `module`, `cache`, `loading` (`eager`, or else at the first focus), `label`,
 * `placeholder`, `name`, `value`, `required`, `disabled`, `limit` (8), `languages`, `countries`, `country`, `names`.
 * Events: `input`, `change` (a city was chosen, or is no longer), `progress`, `load`, `error`.
 * Parts: `input`, `list`, `option`, `active`, `name`, `matched`, `region`, `mark`, `message`.
 */
export class CitySearchElement extends HTMLElement {
  /** The opened cities; assign them to share those that the page has opened. */
  cities: CitySearch | null
  /** The chosen city; null if there is none. */
  readonly city: City | null
  /** The text in the field. */
  readonly text: string
  /** The id of the chosen city; empty if there is none. */
  value: string
  /** Options of `CitySearch.search` beside those that are attributes. */
  options: SearchOptions
  /** What the element says; texts that are not assigned are English. */
  get texts(): Texts
  set texts(texts: Partial<Texts>)
  name: string
  required: boolean
  disabled: boolean
  readonly languages: readonly string[]
  readonly form: HTMLFormElement | null
  readonly labels: NodeList
  readonly validity: ValidityState
  readonly validationMessage: string
  readonly willValidate: boolean
  checkValidity(): boolean
  reportValidity(): boolean
}

declare global {
  interface HTMLElementTagNameMap { 'city-search': CitySearchElement }
}
