import type { City, CitySearch, Progress, SearchOptions } from './city-search.js'

/** What the element says. */
export interface Texts {
  /** The number of cities of the list, for screen readers. */
  results(count: number): string
  /** The same if none of them matches as typed. */
  similar(count: number): string
  none: string
  /** Beside a city that is found by a text with typos, or by its sound. */
  corrected: string
  phonetic: string
  /** Beside a city that is found by a part of the text; receives the parts that were not understood. */
  partial(unmatched: string[]): string
  loading: string
  /** What a visitor is told; the console and the event `error` have the reason. */
  failed(error: Error): string
  /** Why the field is not valid: it is required and empty, or has a text that is no chosen city. */
  missing: string
  notChosen: string
}

export const englishTexts: Texts

/** The events of the element beside those of all elements. */
export interface CitySearchEvents {
  /** A city was chosen, or is no longer. */
  change: Event
  /** A part of the file has arrived. */
  progress: CustomEvent<Progress>
  /** The cities are open. */
  load: Event
  /** The cities could not be loaded. */
  error: ErrorEvent
}

type Events = Omit<HTMLElementEventMap, keyof CitySearchEvents> & CitySearchEvents

/**
 * `<city-search>`, a field of a form in which a person types and chooses a city; its value is the id.
 *
 * Attributes, which are properties, too, in any order and at any time: `src` (the file of cities), `module`, `cache`,
 * `loading` (`eager`, or else at the first focus or with a `value`), `label`, `placeholder`, `name`, `value`, `required`, `disabled`,
 * `limit` (8), `languages`, `countries`, `country`, `names`. A wrong one is an error in the console, and left out.
 *
 * Events: `input`, and those of `CitySearchEvents`.
 *
 * Parts: `input`, `invalid` (the input that was left with something wrong), `list`, `option`, `active`, `name`,
 * `matched`, `region`, `grade`, `mark`, `message`.
 */
export class CitySearchElement extends HTMLElement {
  /** The address of the file of cities. */
  src: string
  /** The address of `city-search.wasm`, or its compiled module; null for the file beside the script. */
  get module(): string | URL | WebAssembly.Module | null
  set module(module: string | URL | WebAssembly.Module | null | undefined)
  /** Whether the file is kept in Cache Storage, or the name of the cache. */
  get cache(): boolean | string
  set cache(cache: boolean | string | null | undefined)
  /** `eager`, or else the file is loaded at the first focus, or at once if there is a `value`. */
  loading: string
  /** The name of the field, if no `<label>` gives it. */
  label: string
  placeholder: string
  /** The greatest number of cities in the list; 8 by default. */
  limit: number
  /** The languages that the person reads; those of the browser by default. */
  get languages(): readonly string[]
  set languages(languages: readonly string[] | string | null | undefined)
  /** The codes of the countries whose cities are found; null for all. */
  get countries(): string[] | null
  set countries(countries: readonly string[] | string | null | undefined)
  /** The code of the country where the person is; empty if it is not known. */
  country: string
  /** `all` names of cities, or their `own` ones; empty for all. */
  names: string
  /** The opened cities; assign them to share those that the page has opened. */
  cities: CitySearch | null
  /** The chosen city; null if there is none. */
  readonly city: City | null
  /** The text in the field. */
  readonly text: string
  /** The id of the chosen city, or the one that was set while the cities are not loaded; empty if there is none. */
  get value(): string
  set value(id: string | number | null | undefined)
  /** Options of `CitySearch.search` beside those that are attributes. */
  options: SearchOptions
  /** What the element says; texts that are not assigned are English. */
  get texts(): Texts
  set texts(texts: Partial<Texts>)
  name: string
  required: boolean
  disabled: boolean
  readonly form: HTMLFormElement | null
  readonly labels: NodeList
  readonly validity: ValidityState
  readonly validationMessage: string
  readonly willValidate: boolean
  checkValidity(): boolean
  reportValidity(): boolean

  addEventListener<Name extends keyof Events>(
    type: Name, listener: (this: CitySearchElement, event: Events[Name]) => any, options?: boolean | AddEventListenerOptions
  ): void
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions
  ): void
  removeEventListener<Name extends keyof Events>(
    type: Name, listener: (this: CitySearchElement, event: Events[Name]) => any, options?: boolean | EventListenerOptions
  ): void
  removeEventListener(
    type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions
  ): void
}

declare global {
  interface HTMLElementTagNameMap { 'city-search': CitySearchElement }
}
