// The list of <city-search>: its options, which of them is active, and where it lies. It is a popover, so that neither a
// box that hides what overflows nor a modal dialog cuts it, and it takes the side of the field that has room for it.

/** The distance from the field and from the borders of the window, in pixels. */
const gap = 2
const margin = 4
/** A list that has room for so many pixels stays below the field, and its last options are scrolled to. */
const comfortableHeight = 320
/** With less room than this, the region of a city stands beside its name. */
const denseHeight = 260
/** With less room than this, the field is scrolled to the top. */
const leastHeight = 140

export const listStyle = `
  ul {
    position: fixed; inset: auto; z-index: 10; box-sizing: border-box; margin: 0; padding: .2em 0; overflow: hidden auto;
    overscroll-behavior: contain; list-style: none; overflow-wrap: anywhere; background: Canvas; color: CanvasText;
    border: 1px solid color-mix(in srgb, currentcolor 40%, transparent); border-radius: .3em
  }
  ul[hidden] { display: none }
  li { padding: .35em .6em; cursor: default }
  li:hover { background: color-mix(in srgb, currentcolor 8%, transparent) }
  li[aria-selected=true] { background: Highlight; color: HighlightText; forced-color-adjust: none }
  small { display: block; font-size: .85em }
  .dense li { padding-block: .1em }
  .dense small { display: inline; margin-inline-start: .5em }
`

/** Makes an element of the shadow tree. */
export function make(name, attributes, ...children) {
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

/** The option of a match: its name, the name that was typed if that is another, where it lies, and how it matches. */
function optionOf({ localName, matchedName, highlight, division, country, grade, unmatched }, index, texts) {
  const isSame = localName === matchedName
  const name = make('span', { part: 'name', dir: 'auto' }, ...(isSame ? marked(localName, highlight) : [localName]))
  const region = [division, country].filter(Boolean).join(', ')
  const option = make('li', { part: 'option', role: 'option', id: `option-${index}`, 'aria-selected': 'false' }, name)
  if (!isSame) option.append(' ', make('span', { part: 'matched', dir: 'auto' }, ...marked(matchedName, highlight)))
  const detail = make('small', { part: 'region', dir: 'auto' }, region)
  option.append(detail)
  if (grade === 'exact') return option
  const { [grade]: text } = texts
  detail.append(' · ', make('span', { part: 'grade' }, typeof text === 'function' ? text(unmatched) : text))
  return option
}

/** The part of the window that is seen: what a keyboard on the screen, or a zoom by two fingers, leaves of it. */
function seenPart() {
  const { offsetLeft: left, offsetTop: top, width, height } = visualViewport
  return { left, top, right: left + width, bottom: top + height }
}

export class OptionList {
  element = make('ul', { part: 'list', role: 'listbox', id: 'list', popover: 'manual', hidden: '' })
  #field
  #active = -1
  #place = ''
  #width = 0
  #height = 0
  #frame = 0
  // Where the field is scrolled out of the box around it, the list has nothing to stand beside.
  #sight = new IntersectionObserver((entries) => {
    if (!entries.at(-1).isIntersecting) this.close()
  })

  /** A list beside a field; `onChoose` receives the index of an option that the pointer has chosen. */
  constructor(field, onChoose) {
    this.#field = field
    // The field keeps the focus, so that the list stays open until the choice.
    this.element.addEventListener('pointerdown', (event) => event.preventDefault())
    this.element.addEventListener('click', (event) => {
      const option = event.target.closest('li')
      if (option) onChoose([...this.element.children].indexOf(option))
    })
  }

  get isOpen() { return !this.element.hidden }

  /** The index of the active option; -1 if there is none. */
  get active() { return this.#active }

  // MARK: Open and closed

  /** Opens the list with matches; without any it is closed. */
  show(matches, texts) {
    this.element.replaceChildren(...matches.map((match, index) => optionOf(match, index, texts)))
    if (matches.length === 0 || !this.element.isConnected) return this.close()
    this.activate(-1)
    if (!this.isOpen) {
      this.element.hidden = false
      // Browsers of 2022 have no popovers; there the list lies in the page.
      this.element.showPopover?.()
      this.#field.ariaExpanded = 'true'
      this.#sight.observe(this.#field)
    }
    this.element.scrollTop = 0
    this.#place = ''
    this.#width = 0
    this.#makeRoom()
    cancelAnimationFrame(this.#frame)
    this.#follow()
  }

  close() {
    if (!this.isOpen) return
    this.activate(-1)
    cancelAnimationFrame(this.#frame)
    this.#sight.disconnect()
    this.element.hidePopover?.()
    this.element.hidden = true
    this.#field.ariaExpanded = 'false'
  }

  activate(index) {
    const options = this.element.children
    const before = options[this.#active]
    if (before) {
      before.ariaSelected = 'false'
      before.part = 'option'
    }
    this.#active = index
    const option = options[index]
    if (!option) return this.#field.removeAttribute('aria-activedescendant')
    option.ariaSelected = 'true'
    option.part = 'option active'
    this.#field.setAttribute('aria-activedescendant', option.id)
    // `scrollIntoView` would scroll the page, too.
    const { offsetTop: top, offsetHeight: height } = option
    const { scrollTop, clientHeight } = this.element
    if (top < scrollTop) this.element.scrollTop = top
    else if (top + height > scrollTop + clientHeight) this.element.scrollTop = top + height - clientHeight
  }

  // MARK: The place

  /** Stays beside the field, whatever moves it: scrolling, a keyboard that opens, a page that grows. */
  #follow() {
    this.#lay()
    this.#frame = requestAnimationFrame(() => this.#follow())
  }

  /** The height above and below the field. */
  #room() {
    const [field, seen] = [this.#field.getBoundingClientRect(), seenPart()]
    return { above: field.top - seen.top - gap - margin, below: seen.bottom - field.bottom - gap - margin }
  }

  /** In a low window, such as that of a phone on its side with a keyboard, moves the field to the top. */
  #makeRoom() {
    const { above, below } = this.#room()
    if (Math.max(above, below) < leastHeight) this.#field.scrollIntoView({ block: 'start', behavior: 'instant' })
  }

  #lay() {
    const [field, seen] = [this.#field.getBoundingClientRect(), seenPart()]
    const place = [field.left, field.top, field.width, field.height, ...Object.values(seen)].join()
    if (place === this.#place) return
    this.#place = place
    const { element, element: { style } } = this
    const width = Math.min(Math.max(field.width, 224), seen.right - seen.left - 2 * margin)
    const { above, below } = this.#room()
    const room = Math.max(above, below)
    if (width !== this.#width) {
      this.#width = width
      style.width = `${width}px`
      element.classList.remove('dense')
      this.#height = element.scrollHeight + 2
    }
    element.classList.toggle('dense', room < Math.min(this.#height, denseHeight))
    const height = element.scrollHeight + 2
    const isAbove = Math.min(height, comfortableHeight) > below && above > below
    style.maxHeight = `${Math.max(isAbove ? above : below, 0)}px`
    const start = getComputedStyle(element).direction === 'rtl' ? field.right - width : field.left
    style.left = `${Math.max(seen.left + margin, Math.min(start, seen.right - margin - width))}px`
    style.top = `${isAbove ? field.top - gap - element.offsetHeight : field.bottom + gap}px`
  }
}
