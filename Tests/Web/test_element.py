"""The element as a person, a form and a screen reader use it, its examples, and the answer key in Chromium."""

from axe_playwright_python.sync_playwright import Axe

from browser import until
from element import FIELD, PACKAGE, ElementTest


class PersonTests(ElementTest):
    def test_keyboard(self):
        page, field = self.field()
        field.press_sequentially("munch")
        self.assertIn("München", self.lines(page)[0])
        self.assertEqual(field.get_attribute("aria-expanded"), "true")
        self.assertIsNone(field.get_attribute("aria-activedescendant"))
        for key, active in (("ArrowDown", "option-0"), ("ArrowDown", "option-1"), ("ArrowUp", "option-0"),
                            ("ArrowUp", None), ("ArrowUp", "option-7"), ("ArrowDown", None), ("ArrowDown", "option-0")):
            field.press(key)
            self.assertEqual(field.get_attribute("aria-activedescendant"), active)
        field.press("Enter")
        self.assertEqual(self.value(page), "2867714")
        self.assertEqual(field.input_value(), "Munich")
        self.assertEqual(field.get_attribute("aria-expanded"), "false")
        # Escape closes the list first, and then clears the field.
        field.press_sequentially("x")
        field.fill("rom")
        self.lines(page)
        field.press("Escape")
        self.assertEqual((field.get_attribute("aria-expanded"), field.input_value()), ("false", "rom"))
        field.press("ArrowDown")
        self.assertEqual(field.get_attribute("aria-expanded"), "true")
        field.press("Escape")
        field.press("Escape")
        self.assertEqual(field.input_value(), "")

    def test_pointer_marks_and_other_names(self):
        page, field = self.field('languages="it"')
        field.fill("munch")
        line = page.get_by_role("option").first
        self.assertEqual(line.locator("[part=name]").inner_text(), "Monaco di Baviera")
        self.assertEqual(line.locator("mark").inner_text(), "Münch")
        line.click()
        self.assertEqual((self.value(page), field.input_value()), ("2867714", "Monaco di Baviera"))
        self.assertTrue(page.evaluate("() => document.activeElement.id === 'f'"))

    def test_enter_waits_for_the_list_of_the_text(self):
        self.site.gate.clear()
        page, field = self.field()
        field.press_sequentially("dubl")
        field.press("Enter")
        field.press_sequentially("i")
        field.press("Enter")
        self.site.gate.set()
        until(page, "() => document.querySelector('city-search').value")
        self.assertEqual(field.input_value(), "Dublin")

    def test_a_key_of_an_input_method_chooses_nothing(self):
        page, field = self.field()
        field.focus()
        until(page, "() => document.querySelector('city-search').cities")
        client = page.context.new_cdp_session(page)
        client.send("Input.imeSetComposition", {"text": "北京", "selectionStart": 2, "selectionEnd": 2})
        self.lines(page)
        for event in ({"key": "Enter", "keyCode": 229}, {"key": "Escape", "keyCode": 229},
                      {"key": "Enter", "isComposing": True}):
            field.dispatch_event("keydown", {**event, "bubbles": True})
            self.assertEqual((self.value(page), field.input_value()), ("", "北京"))
            self.assertEqual(field.get_attribute("aria-expanded"), "true")
        client.send("Input.insertText", {"text": "北京"})
        field.press("Enter")
        self.assertEqual(self.value(page), "1816670")

    def test_a_screen_reader_hears_the_list(self):
        page, field = self.field()
        status = page.get_by_role("status")
        field.fill("munch")
        self.lines(page)
        self.assertEqual(status.text_content(), "8 cities")
        field.fill("zzzzzz")
        until(page, "() => document.querySelector('city-search').shadowRoot.querySelector('p').textContent.startsWith('No')")
        self.assertTrue(status.is_visible())

    def test_what_does_not_match_as_typed_is_marked(self):
        page, field = self.field()
        status = page.get_by_role("status")
        for text, mark, said in (
                ("new yrok", "Similar name", "No exact match"), ("12 Main St, Paris, Atlantis", "Without “Atlantis”", "No exact"),
                ("munchen", None, "8 cities")):
            field.fill(text)
            until(page, "(text) => document.querySelector('city-search').cities"
                        " && document.querySelector('city-search').text === text", text)
            self.lines(page)
            found = page.get_by_role("option").first.locator("[part=grade]").all_inner_texts()
            self.assertEqual(found[:1], [mark] if mark else [], text)
            self.assertIn(said, status.text_content())
        page.evaluate("() => { document.querySelector('city-search').texts = { corrected: 'Ähnlich' } }")
        field.fill("new yrok")
        self.assertIn("Ähnlich", page.get_by_role("option").first.inner_text())

    def test_a_text_that_was_left_is_shown_as_wrong(self):
        page, field = self.field("required")
        status = page.get_by_role("status")
        # To go through an empty field is no mistake, nor is what is being typed.
        field.focus()
        field.blur()
        self.assertIsNone(field.get_attribute("aria-invalid"))
        field.fill("berl")
        self.lines(page)
        self.assertIsNone(field.get_attribute("aria-invalid"))
        border = lambda: field.evaluate("(input) => getComputedStyle(input).borderTopColor")
        before = border()
        field.blur()
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        self.assertEqual((status.inner_text(), status.is_visible()), ("Choose a city of the list.", True))
        self.assertNotEqual(border(), before)
        self.assertEqual(page.locator("city-search").evaluate("(field) => field.matches(':invalid')"), True)
        described = field.evaluate("(input) => input.getRootNode().getElementById(input.getAttribute('aria-describedby')).textContent")
        self.assertEqual(described, "Choose a city of the list.")
        # The list comes back with the focus, for a finger, which has no arrow keys.
        field.focus()
        self.assertIn("Berlin", self.lines(page)[0])
        page.get_by_role("option").first.click()
        field.blur()
        self.assertIsNone(field.get_attribute("aria-invalid"))
        self.assertFalse(status.is_visible() and status.inner_text())
        field.fill("")
        field.blur()
        self.assertEqual((field.get_attribute("aria-invalid"), status.inner_text()), ("true", "Choose a city."))
        page.evaluate("() => { document.querySelector('city-search').value = '2867714' }")
        self.assertIsNone(field.get_attribute("aria-invalid"))
        page.evaluate("() => { document.querySelector('city-search').disabled = true }")
        self.assertIsNone(field.get_attribute("aria-invalid"))

    def test_axe(self):
        for scheme in ("light", "dark"):
            page, field = self.field("required", color_scheme=scheme)
            page.add_style_tag(content=":root { color-scheme: light dark }")
            for state in ("closed", "open", "active", "left", "similar", "none", "chosen"):
                if state == "open":
                    field.fill("san")
                    self.lines(page)
                elif state == "active":
                    field.press("ArrowDown")
                elif state == "left":
                    field.blur()
                elif state == "similar":
                    field.fill("new yrok")
                    self.lines(page)
                elif state == "none":
                    field.fill("zzzzzz")
                elif state == "chosen":
                    field.fill("rome")
                    self.lines(page)
                    field.press("Enter")
                violations = Axe().run(page).response["violations"]
                self.assertEqual([(one["id"], one["nodes"]) for one in violations], [], (scheme, state))

    def test_right_to_left(self):
        page = self.page(context=self.context(locale="ar"))
        page.goto(f"{self.site.address}/form.html")
        field = page.get_by_role("combobox", name="من")
        field.fill("القاهرة")
        option = page.get_by_role("option").first
        option.wait_for()
        self.assertEqual(option.evaluate("(line) => getComputedStyle(line).direction"), "rtl")
        option.click()
        page.get_by_role("button").click()
        # The other field is required, and gets the focus.
        self.assertTrue(page.evaluate("() => document.activeElement.id === 'to'"))
        page.get_by_role("combobox", name="إلى").fill("دبي")
        option.wait_for()
        option.click()
        page.get_by_role("button").click()
        self.assertEqual(page.locator("output").inner_text(), "from=360630&to=292223")


class FormTests(ElementTest):
    def open_form(self, attributes="", script=""):
        page = self.open(
            f"<form><fieldset>{FIELD.format(attributes)}</fieldset><button>Go</button></form>",
            "window.sent = []; document.forms[0].onsubmit = (event) => {"
            "event.preventDefault(); sent.push(new FormData(event.target).get('city')) };" + script)
        return page, page.get_by_role("combobox")

    def test_value_and_validity(self):
        page, field = self.open_form("required")
        valid = "() => document.querySelector('city-search').validationMessage"
        self.assertEqual(page.evaluate(valid), "Choose a city.")
        field.fill("rom")
        self.lines(page)
        self.assertEqual(page.evaluate(valid), "Choose a city of the list.")
        page.get_by_role("button").click()
        self.assertEqual(page.evaluate("() => sent"), [])
        # The form has shown what is wrong.
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        field.fill("rome")
        self.lines(page)
        field.press("Enter")
        self.assertEqual(page.evaluate(valid), "")
        # With a closed list, Enter sends the form.
        field.press("Enter")
        self.assertEqual(page.evaluate("() => sent"), ["3169070"])
        page.evaluate("() => document.forms[0].reset()")
        self.assertEqual((self.value(page), field.input_value()), ("", ""))
        page.evaluate("() => { document.querySelector('fieldset').disabled = true }")
        self.assertTrue(field.is_disabled())

    def test_an_assigned_value_shows_its_city(self):
        page, field = self.open_form('value="2867714" languages="it"')
        until(page, "() => document.querySelector('city-search').city")
        self.assertEqual(field.input_value(), "Monaco di Baviera")
        page.evaluate("() => document.querySelector('city-search').formStateRestoreCallback('3169070')")
        self.assertEqual(field.input_value(), "Roma")
        page.evaluate("() => { document.querySelector('city-search').value = '1' }")
        self.assertEqual((self.value(page), field.input_value()), ("", ""))

    def test_events(self):
        # The cities arrive after the text.
        self.site.gate.clear()
        page, field = self.field(script="""
          window.heard = []
          for (const name of ['input', 'change', 'progress', 'load']) {
            document.querySelector('city-search').addEventListener(name, () => heard.push(name))
          }""")
        field.fill("rome")
        self.site.gate.set()
        self.lines(page)
        field.press("Enter")
        field.press_sequentially("x")
        field.blur()
        heard = page.evaluate("() => heard")
        # The first focus begins to load; when the bytes arrive is left to chance.
        self.assertIn("progress", heard)
        heard = [name for name in heard if name != "progress"]
        self.assertEqual(heard, ["input", "load", "change", "input", "change"])

    def test_properties_before_the_element_is_defined(self):
        self.site.pages["/late.html"] = (
            '<city-search label="City" src="cities.gazetteer"></city-search><script>'
            "document.querySelector('city-search').value = '2867714'</script>"
            '<script type="module" src="city-search-element.js"></script>')
        page = self.page()
        page.goto(f"{self.site.address}/late.html")
        until(page, "() => document.querySelector('city-search').city?.id === 2867714")


class LoadingTests(ElementTest):
    def test_fields_share_a_file(self):
        page = self.open("".join(
            f'<city-search label="City {number}" src="cities.gazetteer" loading="eager"></city-search>'
            for number in range(5)))
        until(page, "() => [...document.querySelectorAll('city-search')].every((field) => field.cities)")
        self.assertEqual(self.site.requests.count("/cities.gazetteer"), 1)
        self.assertEqual(self.site.requests.count("/city-search.wasm"), 1)

    def test_a_failure_is_said_and_tried_again(self):
        self.expected = ("503",)
        self.site.failing.add("/cities.gazetteer")
        page, field = self.field()
        field.fill("rome")
        until(page, "() => document.querySelector('city-search').shadowRoot.querySelector('p').textContent.startsWith('The cities could not')")
        self.site.failing.clear()
        field.press_sequentially(", it")
        self.assertIn("Rom", self.lines(page)[0])

    def test_a_strict_policy_and_a_shadow_tree(self):
        self.site.pages["/strict.html"] = (
            '<meta http-equiv="content-security-policy" content="default-src \'none\'; connect-src \'self\'; style-src'
            " 'none'; script-src 'self' 'wasm-unsafe-eval'\"><div id=\"host\"><template shadowrootmode=\"open\">"
            '<city-search label="City" src="cities.gazetteer"></city-search></template></div>'
            '<script type="module" src="city-search-element.js"></script>')
        page = self.page()
        page.goto(f"{self.site.address}/strict.html")
        field = page.get_by_role("combobox", name="City")
        field.fill("rome")
        page.get_by_role("option").first.wait_for()
        boxes = [one.bounding_box() for one in (field, page.get_by_role("listbox"))]
        self.assertEqual(boxes[0]["x"], boxes[1]["x"])
        self.assertAlmostEqual(boxes[0]["y"] + boxes[0]["height"] + 2, boxes[1]["y"], delta=1)
        field.press("Enter")
        self.assertEqual(field.input_value(), "Rome")

    def test_ten_lines_without_a_network(self):
        # The icon of the page.
        self.expected = ("ERR_",)
        lines = (PACKAGE / "page.html").read_text().splitlines()
        self.assertEqual(len(lines), 10)
        context = self.context(service_workers="allow")
        page = self.page(context=context)
        page.goto(f"{self.site.address}/page.html")
        until(page, "async () => (await navigator.serviceWorker.ready).active?.state === 'activated'")
        context.set_offline(True)
        self.site.close()
        page.reload()
        field = page.get_by_role("combobox", name="City")
        for text, name in (("münchen", "Munich"), ("new yrok", "New York"), ("北京", "Beijing")):
            field.fill(text)
            page.get_by_role("option").first.wait_for()
            field.press("Enter")
            self.assertEqual(field.input_value(), name)

    def test_a_worker_searches(self):
        page = self.page()
        page.goto(f"{self.site.address}/worker.html")
        page.get_by_label("City").fill("new yrok")
        page.get_by_text("New York City, United States").wait_for()


class KeyTests(ElementTest):
    def test_the_answer_key(self):
        page = self.open("")
        found = page.evaluate("""async () => {
          const { CitySearch } = await import('./city-search.js')
          const { check, rowsOf, tables } = await import('./keys.mjs')
          const cities = await CitySearch.open('cities.gazetteer')
          const found = []
          for (const table of tables) {
            const rows = rowsOf(await (await fetch(`${table}.tsv`)).text())
            const wrong = check(cities, table, rows)
            found.push([table, rows.length > 1000, wrong.length, wrong.slice(0, 3)])
          }
          return found
        }""")
        self.assertEqual([table for table in found if not table[1] or table[2]], [])
        self.assertEqual(len(found), 6)
