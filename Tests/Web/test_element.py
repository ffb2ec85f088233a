"""The package for pages in Chromium: the element as a person, a form and a screen reader use it, and the answer key."""

import http.server
import os
import pathlib
import threading
import urllib.parse

from axe_playwright_python.sync_playwright import Axe

from browser import BrowserTest, until

PACKAGE = pathlib.Path(os.environ["WEB_FOLDER"])
FIXTURES = {
    "/cities.gazetteer": pathlib.Path(os.environ["CITIES"]),
    "/keys.mjs": pathlib.Path(__file__).with_name("keys.mjs"),
    **{f"/{file.name}": file for file in pathlib.Path(os.environ["ANSWERS"]).glob("*.tsv")},
}
FIELD = '<label for="f">City</label> <city-search id="f" name="city" src="cities.gazetteer" {}></city-search>'


class Site:
    """A static file server, with pages of the tests, which counts requests and can fail or wait."""

    def __init__(self):
        self.pages, self.requests, self.failing = {}, [], set()
        self.gate = threading.Event()
        self.gate.set()
        site = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {
                "": "application/octet-stream", ".html": "text/html", ".js": "text/javascript",
                ".mjs": "text/javascript", ".wasm": "application/wasm", ".tsv": "text/plain; charset=utf-8",
            }

            def log_message(self, *_):
                pass

            def translate_path(self, path):
                return str(FIXTURES.get(path.split("?")[0]) or super().translate_path(path))

            def do_GET(self):
                path = urllib.parse.urlsplit(self.path).path
                site.requests.append(path)
                if path.endswith(".gazetteer"):
                    site.gate.wait()
                if path == "/favicon.ico":
                    self.send_response(204)
                    return self.end_headers()
                if path in site.failing:
                    return self.send_error(503)
                if path not in site.pages:
                    return super().do_GET()
                body = ("<!doctype html><html lang='en'><meta charset='utf-8'><title>Test</title>"
                        + site.pages[path]).encode()
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), lambda *given: Handler(*given, directory=PACKAGE))
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.gate.set()
        self.server.shutdown()
        self.server.server_close()


class ElementTest(BrowserTest):
    def setUp(self):
        super().setUp()
        self.site = Site()
        self.addCleanup(self.site.close)

    def open(self, content, script="", **options):
        self.site.pages["/test.html"] = (
            f'<main><h1>Test</h1>{content}</main><script type="module">import "./city-search-element.js";{script}</script>')
        page = self.page(**options)
        page.goto(f"{self.site.address}/test.html")
        until(page, "() => customElements.get('city-search')")
        return page

    def field(self, attributes="", script="", **options):
        page = self.open(FIELD.format(attributes), script, **options)
        return page, page.get_by_role("combobox", name="City")

    def lines(self, page, count=1):
        until(page, f"() => document.querySelector('city-search').shadowRoot.querySelectorAll('li').length >= {count}")
        return page.get_by_role("option").all_inner_texts()

    def value(self, page):
        return page.evaluate("() => document.querySelector('city-search').value")


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

    def test_axe(self):
        for scheme in ("light", "dark"):
            page, field = self.field("required", color_scheme=scheme)
            page.add_style_tag(content=":root { color-scheme: light dark }")
            for state in ("closed", "open", "active", "none", "chosen"):
                if state == "open":
                    field.fill("san")
                    self.lines(page)
                elif state == "active":
                    field.press("ArrowDown")
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
        until(page, "() => document.querySelector('city-search').shadowRoot.querySelector('p').textContent.includes('503')")
        self.site.failing.clear()
        field.press_sequentially(", it")
        self.assertIn("Rom", self.lines(page)[0])

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
