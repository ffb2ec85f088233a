// <city-search>: a field in which a person types and chooses a city. The list beside it is a combobox as the ARIA
// practices describe it, "with list autocomplete"; in a form it is a field like any other, whose value is the id.
// Types: city-search-element.d.ts. What tools read: custom-elements.json.
import { CitySearch, rightOptions } from './city-search.js'
import { OptionList, listStyle, make } from './city-search-list.js'

// Node has no elements; a page that is rendered there imports this file all the same.
const { HTMLElement: Base = Object, CSSStyleSheet: Sheet, customElements } = globalThis

const style = Sheet && new Sheet()
style?.replaceSync(`
  :host { display: inline-block; position: relative; inline-size: 20rem; max-inline-size: 100%; font: inherit }
  :host([hidden]) { display: none }
  input { font: inherit; inline-size: 100%; box-sizing: border-box; padding: .4em .6em; scroll-margin: 4px }
  input[aria-invalid=true] { border-color: #b3261e; border-color: light-dark(#b3261e, #f2b8b5) }
  mark { background: none; color: inherit; font-weight: bold }
  p { margin: .2em 0 0; font-size: .85em; overflow-wrap: anywhere }
  p.quiet { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); margin: 0 }
  ${listStyle}
`)

/** What an element says; assign another object, or some of its texts to `element.texts`, for other languages. */
export const englishTexts = {
  results: (count) => (count === 1 ? '1 city' : `${count} cities`),
  similar: (count) => (count === 1 ? 'No exact match, 1 similar city' : `No exact match, ${count} similar cities`),
  none: 'No city found.',
  corrected: 'Similar name',
  phonetic: 'Sounds alike',
  partial: (unmatched) => (unmatched.length > 0 ? `Without “${unmatched.join('”, “')}”` : 'Matches in part'),
  loading: 'The cities are being loaded.',
  failed: () => 'The cities could not be loaded. Try again later.',
  missing: 'Choose a city.',
  notChosen: 'Choose a city of the list.'
}

/** Files that are open or being loaded, by their addresses, for all elements of the page. */
const files = new Map()
const modules = new Map()

/** Opens a file once for all elements that have the same attributes. */
function open(source, options, onProgress) {
  const { module, cache } = options
  // A compiled module has no address to tell it from others.
  if (!modules.has(module)) modules.set(module, modules.size)
  const key = JSON.stringify([source, cache, modules.get(module)])
  if (!files.has(key)) {
    const listeners = new Set()
    const cities = CitySearch.open(source, {
      ...options, onProgress: (progress) => listeners.forEach((listener) => listener(progress))
    })
    files.set(key, { cities, listeners })
    // The next attempt loads it again.
    cities.catch(() => files.delete(key))
  }
  const { cities, listeners } = files.get(key)
  listeners.add(onProgress)
  return cities.finally(() => listeners.delete(onProgress))
}

/** The items of an attribute with commas; null if there are none. */
function items(text) {
  const all = (text ?? '').split(',').map((item) => item.trim()).filter(Boolean)
  return all.length > 0 ? all : null
}

export class CitySearchElement extends Base {
  static formAssociated = true
  static observedAttributes = [
    'src', 'module', 'cache', 'loading', 'label', 'aria-label', 'placeholder', 'required', 'value', 'limit', 'languages',
    'countries', 'country', 'names'
  ]

  #internals = this.attachInternals()
  #input = make('input', {
    part: 'input', role: 'combobox', type: 'text', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false',
    'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'list'
  })
  #list = new OptionList(this.#input, (index) => this.#choose(index))
  #message = make('p', { part: 'message', role: 'status', id: 'message', class: 'quiet' })
  #module
  #cities = null
  #areGiven = false
  #opening = null
  #isPlanned = false
  #matches = []
  #city = null
  #wantedID = ''
  #committed = ''
  // Whether somebody has set the value, so that the attribute is only what a reset gives.
  #isDirty = false
  #isEnterPending = false
  // Whether the person has typed since the field was right, and whether she has left it since.
  #isEdited = false
  #isLeft = false
  #options = {}
  #texts = {}
  #reported = new Set()

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [style]
    root.append(this.#input, this.#list.element, this.#message)
    this.#input.addEventListener('input', () => this.#typed())
    this.#input.addEventListener('keydown', (event) => this.#pressed(event))
    this.#input.addEventListener('focus', () => this.#entered())
    this.#input.addEventListener('blur', () => {
      this.#list.close()
      this.#commit()
      this.#isLeft ||= this.#isEdited
      this.#showValidity()
    })
    // A form is being sent.
    this.addEventListener('invalid', () => {
      this.#isLeft = true
      this.#showValidity()
    })
    this.#validate()
  }

  connectedCallback() {
    // Properties that were set before this script was loaded hide those of the class.
    for (const name of Object.keys(this)) {
      if (!Object.getOwnPropertyDescriptor(CitySearchElement.prototype, name)?.set) continue
      const value = this[name]
      delete this[name]
      this[name] = value
    }
    this.#showLabel()
    this.#plan()
  }

  disconnectedCallback() { this.#list.close() }

  attributeChangedCallback(name, before, value) {
    if (before === value) return
    switch (name) {
      case 'label': case 'aria-label': return this.#showLabel()
      case 'placeholder': this.#input.placeholder = value ?? ''; return
      case 'required':
        this.#input.ariaRequired = value === null ? null : 'true'
        return this.#validate()
      case 'value':
        if (!this.#isDirty) this.#want(value)
        return
      case 'src': case 'module': case 'cache': return this.#forget()
      case 'languages':
        // The chosen city has another name.
        if (this.#city) this.#want(this.#city.id)
    }
    this.#plan()
  }

  // MARK: Properties

  /** The opened cities; set them to share cities that the page has opened itself. */
  get cities() { return this.#cities }
  set cities(cities) {
    this.#forget(cities ?? null)
    if (cities) this.#opened()
  }

  /** The module, if it is not beside this script: its address, or the compiled module. */
  get module() { return this.#module ?? (this.getAttribute('module') || null) }
  set module(module) {
    this.#module = module ?? undefined
    this.#forget()
  }

  /** Whether the file is kept in Cache Storage, or the name of the cache. */
  get cache() {
    const cache = this.getAttribute('cache')
    return cache === '' ? true : cache ?? false
  }
  set cache(cache) { reflect(this, 'cache', cache === true ? '' : cache || null) }

  /** The chosen city; null if there is none. */
  get city() { return this.#city }

  /** The text in the field. */
  get text() { return this.#input.value }

  /** The id of the chosen city as text; empty if there is none. */
  get value() { return this.#city ? String(this.#city.id) : this.#wantedID }
  set value(id) {
    this.#isDirty = true
    this.#want(id)
  }

  /** Options of `CitySearch.search` beside those that are attributes. */
  get options() { return this.#options }
  set options(options) {
    this.#options = { ...options }
    this.#plan()
  }

  /** What the element says; texts that are not given are English. */
  get texts() { return { ...englishTexts, ...this.#texts } }
  set texts(texts) {
    this.#texts = { ...texts }
    this.#validate()
  }

  get limit() { return Number(this.getAttribute('limit') || 8) }
  set limit(limit) { reflect(this, 'limit', limit) }
  get required() { return this.hasAttribute('required') }
  set required(isRequired) { this.toggleAttribute('required', isRequired) }
  get disabled() { return this.hasAttribute('disabled') }
  set disabled(isDisabled) { this.toggleAttribute('disabled', isDisabled) }

  /** The languages that the person reads: those of the attribute, or of the browser. */
  get languages() { return items(this.getAttribute('languages')) ?? navigator.languages }
  set languages(languages) { reflect(this, 'languages', languages) }

  /** The countries whose cities are found; null for all. */
  get countries() { return items(this.getAttribute('countries')) }
  set countries(countries) { reflect(this, 'countries', countries) }

  // MARK: In a form

  get form() { return this.#internals.form }
  get labels() { return this.#internals.labels }
  get validity() { return this.#internals.validity }
  get validationMessage() { return this.#internals.validationMessage }
  get willValidate() { return this.#internals.willValidate }
  checkValidity() { return this.#internals.checkValidity() }
  reportValidity() { return this.#internals.reportValidity() }

  formDisabledCallback(isDisabled) {
    this.#input.disabled = isDisabled
    if (isDisabled) this.#list.close()
    this.#showValidity()
  }

  formResetCallback() {
    this.#isDirty = false
    this.#want(this.getAttribute('value'))
  }

  formStateRestoreCallback(state) { this.value = state }

  /** Tells the form the value, and why it is none. */
  #validate() {
    this.#internals.setFormValue(this.value || null, this.value)
    const { missing, notChosen } = this.texts
    if (this.value) this.#internals.setValidity({})
    else if (this.#input.value.trim()) this.#internals.setValidity({ customError: true }, notChosen, this.#input)
    else if (this.required) this.#internals.setValidity({ valueMissing: true }, missing, this.#input)
    else this.#internals.setValidity({})
    // By the text, once there is one; the direction of the page is that of the empty field.
    if (this.#input.value) this.#input.dir = 'auto'
    else this.#input.removeAttribute('dir')
    this.#showValidity()
  }

  /** Shows that the field is not right, once the person has left it or sends the form. */
  #showValidity() {
    const isShown = this.#isLeft && this.willValidate && !this.validity.valid
    if (isShown === (this.#input.ariaInvalid === 'true')) return
    this.#input.ariaInvalid = isShown ? 'true' : null
    this.#input.part = isShown ? 'input invalid' : 'input'
    if (!isShown) this.#say('')
    // Why the cities could not be loaded says more.
    else if (this.#message.className) this.#say(this.validationMessage, true)
  }

  /** Gives the field the name that a label of the page, or an attribute, has for the element. */
  #showLabel() {
    const labels = Array.from(this.#internals.labels ?? [], (label) => label.textContent.trim()).join(' ')
    const name = this.getAttribute('label') || this.getAttribute('aria-label') || labels
    this.#input.ariaLabel = name || null
    this.#list.element.ariaLabel = name || null
  }

  // MARK: Loading

  /** Forgets the cities of another file; those that the page has opened stay. */
  #forget(given) {
    if (given === undefined && this.#areGiven) return
    this.#areGiven = Boolean(given)
    this.#cities = given ?? null
    this.#opening = null
    if (this.#city) this.#wantedID = String(this.#city.id)
    this.#plan()
  }

  /** Opens the cities if they are needed, when all attributes and properties of this moment are there. */
  #plan() {
    if (this.#isPlanned) return
    this.#isPlanned = true
    queueMicrotask(() => {
      this.#isPlanned = false
      this.#searchOptions()
      const isEager = this.isConnected && this.loading === 'eager'
      if (this.#wantedID || isEager || this.#hasFocus) this.#open()
      if (this.#list.isOpen) this.#search()
    })
  }

  #open() {
    if (this.#cities || this.#opening) return
    const source = this.getAttribute('src')
    if (!source) return
    let address
    try {
      address = new URL(source, document.baseURI).href
    } catch (error) {
      return this.#report(error)
    }
    const { module, cache } = this
    const opening = open(address, { module: module ?? undefined, cache }, (detail) => {
      if (this.#opening === opening) this.dispatchEvent(new CustomEvent('progress', { detail }))
    })
    this.#opening = opening
    opening.then(
      (cities) => {
        if (this.#opening !== opening) return
        this.#cities = cities
        this.#opened()
      },
      (error) => {
        if (this.#opening !== opening) return
        this.#opening = null
        this.#isEnterPending = false
        this.#say(this.texts.failed(error), true)
        // What a developer needs to know, and a visitor cannot change.
        console.error(error)
        this.dispatchEvent(new ErrorEvent('error', { error, message: error.message }))
      })
  }

  #opened() {
    if (!this.#input.ariaInvalid) this.#say('')
    this.dispatchEvent(new Event('load'))
    if (this.#wantedID) this.#find()
    else if (this.#input.value && this.#hasFocus) this.#search()
    if (!this.#isEnterPending) return
    this.#isEnterPending = false
    if (this.#matches.length > 0) this.#choose(0)
  }

  get #hasFocus() { return this.shadowRoot.activeElement === this.#input }

  /** Has the city of an id, at once if the cities are open. */
  #want(id) {
    this.#wantedID = String(id ?? '')
    this.#committed = this.#wantedID
    this.#city = null
    this.#input.value = ''
    this.#isEdited = this.#isLeft = this.#isEnterPending = false
    if (this.#wantedID && this.#cities) this.#find()
    else if (this.#wantedID) this.#plan()
    this.#list.close()
    this.#validate()
  }

  /** Shows the city whose id was assigned. */
  #find() {
    const id = Number(this.#wantedID)
    const isID = Number.isSafeInteger(id) && id >= 0
    if (!isID) this.#report(new TypeError(`value must be the id of a city, got ${JSON.stringify(this.#wantedID)}.`))
    const { languages } = this.#searchOptions()
    this.#wantedID = ''
    this.#city = isID ? this.#cities.city(id, { languages }) : null
    this.#input.value = this.#city?.localName ?? ''
    this.#validate()
  }

  // MARK: Mistakes of the page

  /** Tells the developer once, in the console; a person who visits the page can do nothing about it. */
  #report(error) {
    if (this.#reported.has(error.message)) return
    this.#reported.add(error.message)
    reportError(new TypeError(`<city-search>: ${error.message}`, { cause: error }))
  }

  /** The options of a search. Those that are wrong are reported, and left out, so that the field goes on to serve. */
  #searchOptions() {
    const { limit, languages, countries, country, names } = this
    return rightOptions(
      this.#cities,
      { limit, languages, countries, country: country || null, names: names || null, ...this.#options },
      (error) => this.#report(error))
  }

  // MARK: Typing

  #entered() {
    this.#showLabel()
    this.#open()
    if (!this.#cities && !this.#opening) this.#report(new TypeError('src, or cities, is missing.'))
    // A text that was left without a choice has its list again.
    if (!this.#city && this.#cities && this.#input.value.trim()) this.#search()
  }

  #typed() {
    this.#city = null
    this.#wantedID = ''
    this.#isDirty = this.#isEdited = true
    this.#isLeft = this.#isEnterPending = false
    this.#validate()
    this.#search()
  }

  #search() {
    this.#matches = []
    if (!this.#input.value.trim()) {
      this.#say('')
      return this.#list.close()
    }
    if (!this.#cities) {
      this.#open()
      if (this.#opening) this.#say(this.texts.loading)
      return this.#list.close()
    }
    this.#matches = this.#cities.search(this.#input.value, this.#searchOptions()).matches
    this.#list.show(this.#matches, this.texts)
    const { none, results, similar } = this.texts
    const count = this.#matches.length
    if (count === 0) this.#say(none, true)
    else this.#say(this.#matches.some(({ grade }) => grade === 'exact') ? results(count) : similar(count))
  }

  #pressed(event) {
    // A key of an input method, which has not finished the text; Safari says so by this code only.
    if (event.isComposing || event.keyCode === 229) return
    const { isOpen, active } = this.#list
    switch (event.key) {
      case 'ArrowDown': case 'ArrowUp': {
        event.preventDefault()
        if (event.altKey && event.key === 'ArrowUp') return this.#list.close()
        if (!isOpen) {
          if (!this.#city || event.altKey) this.#search()
          return
        }
        if (event.altKey) return
        const count = this.#matches.length
        // Above the first and below the last lies the text itself.
        const step = event.key === 'ArrowDown' ? 1 : count
        return this.#list.activate((active + 1 + step) % (count + 1) - 1)
      }
      case 'Enter':
        if (isOpen) {
          event.preventDefault()
          return this.#choose(Math.max(active, 0))
        }
        if (this.#opening && !this.#cities && !this.#city && this.#input.value.trim()) {
          this.#isEnterPending = true
          return
        }
        return this.form?.requestSubmit()
      case 'Escape':
        if (!isOpen && !this.#input.value) return
        event.preventDefault()
        if (isOpen) return this.#list.close()
        this.#input.value = ''
        return this.#typed()
    }
  }

  #choose(index) {
    this.#city = this.#matches[index]
    this.#input.value = this.#city.localName
    this.#isEdited = this.#isLeft = false
    this.#list.close()
    this.#say('')
    this.#validate()
    this.#commit()
  }

  /** Says that the person has changed the value: when a city is chosen, or the field left without it. */
  #commit() {
    if (this.value === this.#committed) return
    this.#committed = this.value
    this.dispatchEvent(new Event('change', { bubbles: true }))
  }

  /** Says something, for all to see or for screen readers only. */
  #say(text, isVisible = false) {
    this.#message.className = isVisible ? '' : 'quiet'
    this.#message.textContent = text
    if (isVisible) this.#input.setAttribute('aria-describedby', 'message')
    else this.#input.removeAttribute('aria-describedby')
  }
}

/** Gives an attribute the value of a property. */
function reflect(element, name, value) {
  if (value === null || value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

// Properties that are attributes, as text.
for (const name of ['src', 'loading', 'label', 'placeholder', 'name', 'country', 'names']) {
  Object.defineProperty(CitySearchElement.prototype, name, {
    configurable: true, enumerable: true,
    get() { return this.getAttribute(name) ?? '' },
    set(value) { reflect(this, name, value) }
  })
}

customElements?.define('city-search', CitySearchElement)
