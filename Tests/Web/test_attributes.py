"""The attributes and properties of `<city-search>`: in any order, at any time, right and wrong ones."""

from browser import until
from element import ElementTest

SIX = {"src": "cities.gazetteer", "value": "2867714", "cache": "", "languages": "it", "limit": "3", "label": "City"}
STATE = "(field) => JSON.stringify([field.city?.localName, field.value, field.text, field.limit, field.label, field.cache])"
WANTED = '["Monaco di Baviera","2867714","Monaco di Baviera",3,"City",true]'
PERMUTATIONS = """
  const permutations = (items) => items.length < 2 ? [items]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
"""


class OrderTests(ElementTest):
    def states(self, make):
        """The different states of 720 elements that a function makes of the names and values of six attributes."""
        page = self.open("")
        return page.evaluate("""async (six) => {
          %s
          const make = %s
          const state = %s
          const fields = permutations(Object.entries(six)).map((entries) => make(entries))
          const end = performance.now() + 20_000
          while (fields.some((field) => !field.city) && performance.now() < end) {
            await new Promise((resolve) => setTimeout(resolve, 20))
          }
          return [fields.length, [...new Set(fields.map(state))]]
        }""" % (PERMUTATIONS, make, STATE), SIX)

    def test_attributes_in_html(self):
        self.assertEqual(self.states("""(entries) => {
          const box = document.createElement('div')
          document.querySelector('main').append(box)
          box.innerHTML = `<city-search ${entries.map(([name, value]) => `${name}="${value}"`).join(' ')}></city-search>`
          return box.firstChild
        }"""), [720, [WANTED]])
        self.assertEqual(self.site.requests.count("/cities.gazetteer"), 1)

    def test_attributes_before_and_after_attaching(self):
        for count in (0, 3, 6):
            self.assertEqual(self.states("""(entries) => {
              const field = document.createElement('city-search')
              entries.forEach(([name, value], index) => {
                if (index === %d) document.querySelector('main').append(field)
                field.setAttribute(name, value)
              })
              document.querySelector('main').append(field)
              return field
            }""" % count), [720, [WANTED]], count)

    def test_properties_before_and_after_attaching(self):
        for count in (0, 3, 6):
            self.assertEqual(self.states("""(entries) => {
              const field = document.createElement('city-search')
              entries.forEach(([name, value], index) => {
                if (index === %d) document.querySelector('main').append(field)
                field[name] = name === 'cache' ? true : value
              })
              document.querySelector('main').append(field)
              return field
            }""" % count), [720, [WANTED]], count)

    def test_one_after_another(self):
        """With time between, in which the file is opened too early, or from another address."""
        page = self.open("")
        for order in (["value", "src", "cache"], ["src", "value", "cache"], ["cache", "languages", "value", "src"],
                      ["src", "value", "languages"]):
            page.evaluate("""async ({ order, six }) => {
              const field = document.createElement('city-search')
              document.querySelector('main').replaceChildren(field)
              field.label = 'City'
              for (const name of order) {
                field.setAttribute(name, six[name])
                await new Promise((resolve) => setTimeout(resolve, 300))
              }
            }""", {"order": order, "six": SIX})
            name = "Monaco di Baviera" if "languages" in order else "Munich"
            until(page, "(name) => document.querySelector('city-search').text === name", name)

    def test_properties_before_the_script(self):
        self.site.pages["/late.html"] = (
            "<main></main><script>const field = document.createElement('city-search');"
            "Object.assign(field, { value: '2867714', languages: ['it'], label: 'City', src: 'cities.gazetteer' });"
            "document.querySelector('main').append(field)</script>"
            '<script type="module" src="city-search-element.js"></script>')
        page = self.page()
        page.goto(f"{self.site.address}/late.html")
        until(page, "() => document.querySelector('city-search').text === 'Monaco di Baviera'")
        self.assertEqual(page.evaluate("() => document.querySelector('city-search').getAttribute('languages')"), "it")


class ChangeTests(ElementTest):
    def test_properties_are_attributes(self):
        page = self.open('<city-search label="City"></city-search>')
        values = {"src": "a.gazetteer", "placeholder": "Where?", "loading": "lazy", "country": "DE", "names": "own",
                  "name": "city", "label": "Town", "limit": 5, "countries": ["DE", "AT"], "languages": ["de", "fr"],
                  "required": True, "disabled": True, "cache": "mine"}
        got = page.evaluate("""(values) => {
          const field = document.querySelector('city-search')
          Object.assign(field, values)
          return Object.fromEntries(Object.keys(values).map((name) => [name, [field[name], field.getAttribute(name)]]))
        }""", values)
        text = {"limit": "5", "countries": "DE,AT", "languages": "de,fr", "required": "", "disabled": ""}
        self.assertEqual(got, {name: [value, text.get(name, value)] for name, value in values.items()})
        self.assertEqual(page.evaluate("""() => {
          const field = document.querySelector('city-search')
          Object.assign(field, { countries: null, limit: null, cache: false, placeholder: undefined })
          return [field.countries, field.limit, field.cache, field.placeholder, field.hasAttribute('cache')]
        }"""), [None, 8, False, "", False])

    def test_another_file(self):
        """The chosen city stays, and cities that the page has opened do."""
        page, field = self.field('value="2867714"')
        until(page, "() => document.querySelector('city-search').city")
        page.evaluate("""() => {
          const field = document.querySelector('city-search')
          window.before = field.cities
          field.src = 'cities.gazetteer?again'
        }""")
        until(page, "() => (({ cities }) => cities && cities !== before)(document.querySelector('city-search'))")
        self.assertEqual((self.value(page), field.input_value()), ("2867714", "Munich"))
        self.assertTrue(page.evaluate("""() => {
          const field = document.querySelector('city-search')
          field.cities = before
          field.src = 'elsewhere.gazetteer'
          return field.cities === before && field.text === 'Munich'
        }"""))

    def test_what_was_chosen_stays_when_the_attribute_changes(self):
        page, field = self.field()
        field.fill("rome")
        self.lines(page)
        field.press("Enter")
        page.evaluate("() => document.querySelector('city-search').setAttribute('value', '2867714')")
        self.assertEqual(field.input_value(), "Rome")
        page.evaluate("() => { document.querySelector('city-search').languages = 'it' }")
        self.assertEqual((self.value(page), field.input_value()), ("3169070", "Roma"))

    def test_an_open_list_follows(self):
        page, field = self.field()
        field.fill("san")
        self.lines(page)
        page.evaluate("() => { document.querySelector('city-search').countries = ['IT'] }")
        until(page, "() => document.querySelector('city-search').shadowRoot.querySelector('[part=region]').textContent.endsWith('Italy')")
        page.evaluate("() => { document.querySelector('city-search').limit = 2 }")
        until(page, "() => document.querySelector('city-search').shadowRoot.querySelectorAll('li').length === 2")


class MistakeTests(ElementTest):
    """What the developer did wrong is said in the console, once, and the visitor searches."""

    def told(self, attributes, text="berlin"):
        page, field = self.field(attributes)
        field.fill(text)
        lines = self.lines(page)
        field.press_sequentially(" ")
        self.lines(page)
        self.assertFalse(page.get_by_role("status").is_visible() and "must" in page.get_by_role("status").inner_text())
        errors, self.complaints = self.complaints, []
        return errors, lines

    def test_wrong_attributes(self):
        for attributes, wanted in (
                ('countries="Germany"', "countries must be"), ('country="Germany"', "country must be"),
                ('limit="many"', "limit must be"), ('names="some"', "names must be"),
                ('languages="d"', "languages must be"), ('value="Berlin"', "value must be")):
            errors, lines = self.told(attributes)
            self.assertEqual(len(errors), 1, (attributes, errors))
            self.assertIn(f"<city-search>: {wanted}", errors[0])
            self.assertIn("Berlin", lines[0])

    def test_empty_attributes_are_none(self):
        page, field = self.field("".join(
            f'{name}="" ' for name in ("countries", "languages", "limit", "country", "names", "value", "module", "label")))
        field.fill("munich")
        self.assertIn("Munich", self.lines(page)[0])

    def test_a_field_without_cities(self):
        page = self.open('<city-search label="City"></city-search>')
        page.get_by_role("combobox").focus()
        self.assertEqual(len(self.complaints), 1)
        self.assertIn("src, or cities, is missing", self.complaints.pop())
