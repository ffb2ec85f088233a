// <city-search>: a field in which a person types and chooses a city. The list beside it is a combobox as the ARIA
// practices describe it, "with list autocomplete"; in a form it is a field like any other, whose value is the id.
// Types: city-search-element.d.ts.
import { CitySearch } from './city-search.js'

const style = new CSSStyleSheet()
style.replaceSync(`
  :host { display: inline-block; position: relative; inline-size: 20rem; max-inline-size: 100%; font: inherit }
  :host([hidden]) { display: none }
  input { font: inherit; inline-size: 100%; box-sizing: border-box; padding: .4em .6em }
  ul {
    position: absolute; inset-inline: 0; inset-block-start: 100%; z-index: 10; margin: 2px 0 0; padding: .2em 0;
    max-block-size: 60vh; overflow-y: auto; list-style: none; background: Canvas; color: CanvasText;
    border: 1px solid color-mix(in srgb, currentcolor 40%, transparent); border-radius: .3em
  }
  ul[hidden] { display: none }
  li { padding: .35em .6em; cursor: default }
  li[aria-selected=true] { background: Highlight; color: HighlightText; forced-color-adjust: none }
  small { display: block; font-size: .85em }
  mark { background: none; color: inherit; font-weight: bold }
  p { margin: .2em 0 0; font-size: .85em }
  p.quiet { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); margin: 0 }
`)

/** What an element says; assign another object, or some of its texts to `element.texts`, for other languages. */
export const englishTexts = {
  results: (count) => (count === 1 ? '1 city' : `${count} cities`),
  none: 'No city found.',
  loading: 'The cities are being loaded.',
  failed: (error) => `The cities could not be loaded: ${error.message}`,
  missing: 'Choose a city.',
  notChosen: 'Choose a city of the list.'
}

/** Files that are open or being loaded, by their addresses, for all elements of the page. */
const files = new Map()

/** Opens a file once for all elements that have the same attributes. */
function open(source, options, onProgress) {
  const key = JSON.stringify([source, options])
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

/** Makes an element of the shadow tree. */
function make(name, attributes, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** A name with the typed part marked. */
function marked(name, { location, length }) {
  if (length === 0) return [name]
  return [
    name.slice(0, location), make('mark', { part: 'mark' }, name.slice(location, location + length)),
    name.slice(location + length)
  ]
}

export class CitySearchElement extends HTMLElement {
  static formAssociated = true
  static observedAttributes = ['label', 'aria-label', 'placeholder', 'required', 'src', 'module', 'cache', 'value']

  #internals = this.attachInternals()
  #input = make('input', {
    part: 'input', role: 'combobox', type: 'text', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false',
    'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'list', dir: 'auto'
  })
  #list = make('ul', { part: 'list', role: 'listbox', id: 'list', hidden: '' })
  #message = make('p', { part: 'message', role: 'status', class: 'quiet' })
  #cities = null
  #opening = null
  #matches = []
  #active = -1
  #city = null
  #wantedID = ''
  #committed = ''
  #isEnterPending = false
  #options = {}
  #texts = {}

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [style]
    root.append(this.#input, this.#list, this.#message)
    this.#input.addEventListener('input', () => this.#typed())
    this.#input.addEventListener('keydown', (event) => this.#pressed(event))
    this.#input.addEventListener('focus', () => {
      this.#showLabel()
      this.#open()
    })
    this.#input.addEventListener('blur', () => {
      this.#close()
      this.#commit()
    })
    // The field keeps the focus, so that the list stays open until the choice.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault())
    this.#list.addEventListener('click', (event) => {
      const option = event.target.closest('li')
      if (option) this.#choose([...this.#list.children].indexOf(option))
    })
    this.#validate()
  }

  connectedCallback() {
    // Properties that were set before this script was loaded hide those of the class.
    for (const name of ['value', 'cities', 'options', 'texts', 'disabled', 'required']) {
      if (Object.hasOwn(this, name)) {
        const value = this[name]
        delete this[name]
        this[name] = value
      }
    }
    this.#showLabel()
    if (this.getAttribute('loading') === 'eager') this.#open()
  }

  attributeChangedCallback(name, before, value) {
    if (before === value) return
    switch (name) {
      case 'label': case 'aria-label': return this.#showLabel()
      case 'placeholder': this.#input.placeholder = value ?? ''; return
      case 'required':
        this.#input.ariaRequired = value === null ? null : 'true'
        return this.#validate()
      case 'value':
        if (!this.#city && !this.#input.value) this.value = value ?? ''
        return
      default:
        // Another file; cities that the page has opened stay.
        if (this.#opening) this.#cities = this.#opening = null
    }
  }

  // MARK: Properties

  /** The opened cities; set them to share cities that the page has opened itself. */
  get cities() { return this.#cities }
  set cities(cities) {
    this.#cities = cities
    this.#opening = null
    if (cities) this.#opened()
  }

  /** The chosen city; null if there is none. */
  get city() { return this.#city }

  /** The text in the field. */
  get text() { return this.#input.value }

  /** The id of the chosen city as text; empty if there is none. */
  get value() { return this.#city ? String(this.#city.id) : this.#wantedID }
  set value(id) {
    this.#wantedID = String(id ?? '')
    this.#committed = this.#wantedID
    this.#city = null
    this.#input.value = ''
    if (this.#wantedID && this.#cities) this.#find()
    else if (this.#wantedID) this.#open()
    this.#close()
    this.#validate()
  }

  /** Options of `CitySearch.search` beside those that are attributes. */
  get options() { return this.#options }
  set options(options) { this.#options = { ...options } }

  /** What the element says; texts that are not given are English. */
  get texts() { return { ...englishTexts, ...this.#texts } }
  set texts(texts) {
    this.#texts = { ...texts }
    this.#validate()
  }

  get name() { return this.getAttribute('name') ?? '' }
  set name(name) { this.setAttribute('name', name) }
  get required() { return this.hasAttribute('required') }
  set required(isRequired) { this.toggleAttribute('required', isRequired) }
  get disabled() { return this.hasAttribute('disabled') }
  set disabled(isDisabled) { this.toggleAttribute('disabled', isDisabled) }

  /** The languages that the person reads: those of the attribute, or of the browser. */
  get languages() {
    return this.getAttribute('languages')?.split(',').map((one) => one.trim()).filter(Boolean)
      ?? navigator.languages
  }

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
    if (isDisabled) this.#close()
  }

  formResetCallback() { this.value = this.getAttribute('value') ?? '' }
  formStateRestoreCallback(state) { this.value = state }

  /** Tells the form the value, and why it is none. */
  #validate() {
    this.#internals.setFormValue(this.value || null, this.value)
    const { missing, notChosen } = this.texts
    if (this.value) this.#internals.setValidity({})
    else if (this.#input.value.trim()) this.#internals.setValidity({ customError: true }, notChosen, this.#input)
    else if (this.required) this.#internals.setValidity({ valueMissing: true }, missing, this.#input)
    else this.#internals.setValidity({})
  }

  /** Gives the field the name that a label of the page, or an attribute, has for the element. */
  #showLabel() {
    const labels = Array.from(this.#internals.labels ?? [], (label) => label.textContent.trim()).join(' ')
    const name = this.getAttribute('label') || this.getAttribute('aria-label') || labels
    this.#input.ariaLabel = name || null
    this.#list.ariaLabel = name || null
  }

  // MARK: Loading

  #open() {
    const source = this.getAttribute('src')
    if (this.#cities || this.#opening || !source) return
    const cache = this.getAttribute('cache')
    const options = { module: this.getAttribute('module') ?? undefined, cache: cache === '' ? true : cache ?? false }
    const opening = open(new URL(source, document.baseURI).href, options, (detail) =>
      this.dispatchEvent(new CustomEvent('progress', { detail })))
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
        this.dispatchEvent(new ErrorEvent('error', { error, message: error.message }))
      })
  }

  #opened() {
    this.#say('')
    this.dispatchEvent(new Event('load'))
    if (this.#wantedID) this.#find()
    else if (this.#input.value && this.#hasFocus) this.#search()
    if (!this.#isEnterPending) return
    this.#isEnterPending = false
    if (this.#matches.length > 0) this.#choose(0)
  }

  get #hasFocus() { return this.shadowRoot.activeElement === this.#input }

  /** Shows the city whose id was assigned. */
  #find() {
    const id = Number(this.#wantedID)
    this.#wantedID = ''
    this.#city = Number.isSafeInteger(id) && id >= 0 ? this.#cities.city(id, { languages: this.languages }) : null
    if (this.#city) this.#input.value = this.#city.localName
    this.#validate()
  }

  // MARK: Typing

  #typed() {
    this.#city = null
    this.#wantedID = ''
    this.#isEnterPending = false
    this.#validate()
    this.#search()
  }

  #search() {
    this.#matches = []
    if (!this.#input.value.trim()) {
      this.#say('')
      return this.#close()
    }
    if (!this.#cities) {
      this.#open()
      if (this.#opening) this.#say(this.texts.loading)
      return this.#close()
    }
    const codes = (name) => this.getAttribute(name)?.split(',').map((code) => code.trim()).filter(Boolean)
    try {
      this.#matches = this.#cities.search(this.#input.value, {
        limit: Number(this.getAttribute('limit') ?? 8), countries: codes('countries'),
        country: this.getAttribute('country') || undefined, names: this.getAttribute('names') || undefined,
        languages: this.languages, ...this.#options
      }).matches
    } catch (error) {
      this.#close()
      this.#say(error.message, true)
      // A mistake of the page, which its developer must see.
      throw error
    }
    this.#show()
  }

  #pressed(event) {
    // A key of an input method, which has not finished the text; Safari says so by this code only.
    if (event.isComposing || event.keyCode === 229) return
    const isOpen = !this.#list.hidden
    switch (event.key) {
      case 'ArrowDown': case 'ArrowUp': {
        event.preventDefault()
        if (event.altKey && event.key === 'ArrowUp') return this.#close()
        if (!isOpen) {
          if (!this.#city || event.altKey) this.#search()
          return
        }
        if (event.altKey) return
        const count = this.#matches.length
        // Above the first and below the last lies the text itself.
        const step = event.key === 'ArrowDown' ? 1 : count
        return this.#activate((this.#active + 1 + step) % (count + 1) - 1)
      }
      case 'Enter':
        if (isOpen) {
          event.preventDefault()
          return this.#choose(Math.max(this.#active, 0))
        }
        if (this.#opening && !this.#cities && !this.#city && this.#input.value.trim()) {
          this.#isEnterPending = true
          return
        }
        return this.form?.requestSubmit()
      case 'Escape':
        if (!isOpen && !this.#input.value) return
        event.preventDefault()
        if (isOpen) return this.#close()
        this.#input.value = ''
        return this.#typed()
    }
  }

  // MARK: The list

  #show() {
    this.#list.replaceChildren(...this.#matches.map((match, index) => this.#option(match, index)))
    this.#list.hidden = this.#matches.length === 0
    this.#input.ariaExpanded = String(!this.#list.hidden)
    this.#list.scrollTop = 0
    this.#activate(-1)
    const { none, results } = this.texts
    if (this.#matches.length === 0) this.#say(none, true)
    else this.#say(results(this.#matches.length))
  }

  #option(match, index) {
    const { localName, matchedName, highlight } = match
    const isSame = localName === matchedName
    const name = make('span', { part: 'name', dir: 'auto' }, ...(isSame ? marked(localName, highlight) : [localName]))
    const region = [match.division, match.country].filter(Boolean).join(', ')
    return make('li', { part: 'option', role: 'option', id: `option-${index}`, 'aria-selected': 'false' },
      name, ...(isSame ? [] : [
        ' ', make('span', { part: 'matched', dir: 'auto' }, ...marked(matchedName, highlight))
      ]), make('small', { part: 'region', dir: 'auto' }, region))
  }

  #activate(index) {
    const options = this.#list.children
    if (options[this.#active]) {
      options[this.#active].ariaSelected = 'false'
      options[this.#active].part = 'option'
    }
    this.#active = index
    const option = options[index]
    if (!option) return this.#input.removeAttribute('aria-activedescendant')
    option.ariaSelected = 'true'
    option.part = 'option active'
    option.scrollIntoView({ block: 'nearest' })
    this.#input.setAttribute('aria-activedescendant', option.id)
  }

  #choose(index) {
    this.#city = this.#matches[index]
    this.#input.value = this.#city.localName
    this.#close()
    this.#say('')
    this.#validate()
    this.#commit()
  }

  #close() {
    this.#list.hidden = true
    this.#input.ariaExpanded = 'false'
    this.#activate(-1)
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
  }
}

customElements.define('city-search', CitySearchElement)
