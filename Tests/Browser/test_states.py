"""One state, however it is reached: the field, the list, the card, the map and the address belong together."""

from urllib.parse import parse_qs, urlsplit

from browser import until
from explorer import ExplorerTest


class StateTests(ExplorerTest):
    def address(self, explorer):
        return {key: values[0] for key, values in parse_qs(urlsplit(explorer.page.url).query).items()}

    def state(self, explorer):
        """What is seen after a place was chosen."""
        return {
            "field": explorer.query.input_value(),
            "card": explorer.card.get_by_role("heading").text_content(),
            "listed": explorer.card.get_by_role("heading").text_content() in explorer.titles(),
            "address": self.address(explorer),
            "selected": explorer.page.locator("world-map [aria-current]").get_attribute("aria-label"),
        }

    def test_all_ways_to_a_place_lead_to_one_state(self):
        expected = {
            "field": "Munich", "card": "Munich", "listed": True,
            "address": {"q": "Munich", "place": "2867714"}, "selected": "Munich"}
        ways = {
            "the list": lambda each: each.choose("munich", "Munich", "Germany"),
            "return": lambda each: (each.type("munich"), each.query.press("Enter")),
            "a city of the map": lambda each: each.page.evaluate(
                """() => document.getElementById("world").dispatchEvent(
                  new CustomEvent("place-selected", { bubbles: true, detail: { id: "2867714" } }))"""),
            "a link": lambda each: each.open("/?place=2867714"),
            "a link with another text": lambda each: each.open("/?q=x&place=2867714"),
            "a recent place": lambda each: (
                each.choose("munich", "Munich", "Germany"), each.page.get_by_role("button", name="Clear").click(),
                each.option("Munich").click()),
        }
        for name, go in ways.items():
            with self.subTest(way=name):
                explorer = self.explorer()
                go(explorer)
                explorer.card_of("Munich")
                explorer.settled()
                self.eventually(lambda: self.state(explorer), expected, explorer.page)
        with self.subTest(way="a favorite"):
            explorer = self.explorer()
            explorer.star(explorer.choose("munich", "Munich", "Germany")).click()
            self.eventually(explorer.favorite_names, ["Munich"])
            explorer.choose("oslo", "Oslo")
            explorer.favorites.get_by_role("button", name="Munich").first.click()
            explorer.card_of("Munich")
            explorer.settled()
            self.eventually(
                lambda: self.state(explorer), expected | {"selected": "Munich, favorite"}, explorer.page)

    def test_a_new_text_closes_the_card(self):
        explorer = self.explorer()
        explorer.choose("rome, it", "Rome", "Italy")
        explorer.type("xqzvkj")
        self.assertEqual(explorer.card.get_by_role("heading").count(), 0)
        self.eventually(lambda: self.address(explorer), {"q": "xqzvkj"}, explorer.page)
        # The card is one step back.
        explorer.page.go_back()
        explorer.card_of("Rome")

    def test_a_place_that_is_gone(self):
        explorer = self.explorer(path="/?q=lond&place=999999999")
        explorer.card.get_by_text("This place is no longer in the data.").wait_for()
        self.assertEqual(explorer.query.input_value(), "lond")
        self.eventually(lambda: self.address(explorer), {"q": "lond"}, explorer.page)

    def test_the_address_is_written_when_typing_pauses(self):
        explorer = self.explorer()
        explorer.page.evaluate(
            """() => {
              window.calls = 0;
              const { replaceState } = History.prototype;
              History.prototype.replaceState = function (...values) { calls += 1; return replaceState.apply(this, values); };
            }""")
        explorer.query.press_sequentially("san francisco", delay=20)
        explorer.answered("san francisco")
        self.eventually(lambda: self.address(explorer), {"q": "san francisco"}, explorer.page)
        self.assertLessEqual(explorer.page.evaluate("() => calls"), 3)
        # Who reloads at once finds the text again.
        explorer.query.press_sequentially(" c")
        explorer.page.reload()
        explorer.ready()
        self.assertEqual(explorer.query.input_value(), "san francisco c")

    def test_a_browser_that_refuses_more_history(self):
        explorer = self.explorer()
        explorer.page.evaluate(
            """() => {
              for (const name of ["pushState", "replaceState"]) {
                History.prototype[name] = () => { throw new DOMException("too many calls", "SecurityError"); };
              }
            }""")
        explorer.type("oslo")
        explorer.page.wait_for_timeout(600)
        explorer.query.press("Enter")
        explorer.card_of("Oslo")
        self.eventually(lambda: any("Oslo" in name for name in explorer.markers()), True)
        explorer.type("lima")
        self.assertEqual(explorer.titles()[0], "Lima")


class LostTests(ExplorerTest):
    """A page that ends in the same moment loses nothing."""

    def test_a_star_and_a_reload(self):
        for isFavorite in (True, False):
            with self.subTest(isFavorite=isFavorite):
                explorer = self.explorer()
                explorer.choose("oslo", "Oslo")
                if not isFavorite:
                    explorer.star(explorer.card).click()
                    self.eventually(explorer.favorite_names, ["Oslo"])
                explorer.page.evaluate("() => { document.querySelector('#card .star').click(); location.reload(); }")
                explorer.page.wait_for_load_state()
                explorer.ready()
                self.eventually(explorer.favorite_names, ["Oslo"] if isFavorite else [], explorer.page)
                self.eventually(
                    lambda: explorer.page.evaluate("() => Object.keys(localStorage).length"), 0, explorer.page)

    def test_lines_and_a_reload(self):
        explorer = self.explorer()
        explorer.page.evaluate(
            """() => {
              document.getElementById("open-addresses").click();
              document.getElementById("lines").value = "Oslo, Norway\\nLima, Peru";
              document.getElementById("address-form").requestSubmit();
              location.reload();
            }""")
        explorer.page.wait_for_load_state()
        explorer.ready()
        self.eventually(explorer.marked_addresses, 2, explorer.page)
        explorer.page.reload()
        explorer.ready()
        self.eventually(explorer.marked_addresses, 2, explorer.page)

    def test_storage_is_asked_to_last(self):
        explorer = self.explorer()
        explorer.page.evaluate(
            """() => {
              window.asked = 0;
              StorageManager.prototype.persist = async () => { asked += 1; return true; };
            }""")
        explorer.star(explorer.choose("oslo", "Oslo")).click()
        self.eventually(explorer.favorite_names, ["Oslo"])
        self.assertEqual(explorer.page.evaluate("() => asked"), 1)


class SpokenTests(ExplorerTest):
    def status(self, explorer):
        return explorer.page.get_by_role("status").text_content()

    def test_addresses_are_announced(self):
        explorer = self.explorer()
        explorer.paste("Oslo, Norway\nNowhere 7, Xqzzv")
        self.eventually(lambda: self.status(explorer), "1 found, 1 not found", explorer.page)

    def test_the_status_is_that_of_the_list(self):
        explorer = self.explorer()
        explorer.type("san")
        count = explorer.page.locator("#results .count")
        self.eventually(lambda: self.status(explorer) == count.text_content(), True, explorer.page)
        explorer.page.get_by_role("button", name="Show more").click()
        self.eventually(lambda: explorer.options.count() > 10, True)
        self.eventually(lambda: self.status(explorer) == count.text_content(), True, explorer.page)

    def test_the_focus_comes_back_from_the_card(self):
        for size in ((1200, 800), (390, 664)):
            with self.subTest(size=size):
                explorer = self.explorer(viewport={"width": size[0], "height": size[1]})
                explorer.type("munich")
                explorer.query.press("Enter")
                explorer.card_of("Munich")
                explorer.card.locator("#close").focus()
                explorer.page.keyboard.press("Enter")
                explorer.card.get_by_role("heading").wait_for(state="detached")
                self.assertEqual(explorer.page.evaluate("() => document.activeElement.id"), "query")
                self.assertTrue(explorer.query.is_visible())


class TextSizeTests(ExplorerTest):
    def test_the_cross_lies_on_no_text(self):
        for locale in ("en-GB", "ar"):
            for text in ("القاهرة" * 12, "Krung Thep Maha Nakhon " * 5):
                with self.subTest(locale=locale, text=text[:9]):
                    explorer = self.explorer(locale=locale, viewport={"width": 390, "height": 844})
                    field = explorer.page.locator("#query")
                    field.fill(text)
                    cross = explorer.page.locator(".clear").bounding_box()
                    box = field.bounding_box()
                    left, right = field.evaluate(
                        "(field) => [getComputedStyle(field).paddingLeft, getComputedStyle(field).paddingRight].map(parseFloat)")
                    self.assertTrue(
                        cross["x"] + cross["width"] <= box["x"] + left + 3
                        or cross["x"] >= box["x"] + box["width"] - right - 3, (cross, box, left, right))

    def test_everything_at_twice_the_size(self):
        for width, height in ((390, 844), (320, 640), (1200, 800)):
            for state in ("nothing", "typed", "card"):
                with self.subTest(width=width, state=state):
                    explorer = self.explorer(viewport={"width": width, "height": height})
                    explorer.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
                    if state == "typed":
                        explorer.type("llanfair")
                    if state == "card":
                        explorer.star(explorer.choose("llanfair", "Llanfairpwllgwyngyll")).click()
                        explorer.settled()
                    self.assertLessEqual(explorer.page.evaluate("() => document.documentElement.scrollWidth"), width)
                    self.assertGreaterEqual(
                        explorer.page.evaluate(
                            """() => {
                              const field = document.getElementById("query");
                              const { paddingLeft, paddingRight, fontSize } = getComputedStyle(field);
                              return (field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)) / parseFloat(fontSize);
                            }"""), 5, "the field shows some letters")
                    cut = explorer.page.evaluate(
                        """() => [...document.querySelectorAll("#search *, #card *, #results *, #favorites *")]
                          .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".visually-hidden"))
                          .map((each) => [each.id || each.className || each.nodeName, each.getBoundingClientRect()])
                          .filter(([, box]) => box.width > 1 && (box.left < -1 || box.right > innerWidth + 1))
                          .map(([name]) => name)""")
                    self.assertEqual(cut, [])
                    if state == "card":
                        # All of the card can be reached by scrolling.
                        explorer.card.locator("dl > div").last.scroll_into_view_if_needed()
                        box = explorer.card.locator("dl > div").last.bounding_box()
                        self.assertLessEqual(box["y"] + box["height"], height + 1)
