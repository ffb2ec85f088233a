"""Taps on lines and markers, the card, and favorites."""

import re

from browser import until
from explorer import ExplorerTest


class PlaceTests(ExplorerTest):
    def test_a_line_opens_the_card(self):
        explorer = self.explorer()
        card = explorer.choose("münchen", "Munich", "Germany")
        text = card.inner_text()
        for part in ("Bavaria", "Germany", "Population", "Europe/Berlin"):
            self.assertIn(part, text)
        self.assertRegex(text, r"48\.13\d*° N, 11\.5\d*° E")
        self.assertRegex(text, r"\b\d{1,2}:\d{2}\b")
        self.assertRegex(text, r"\d,\d{3},\d{3}")
        self.assertEqual(explorer.query.input_value(), "Munich")
        self.eventually(lambda: any(name.startswith("Munich") for name in explorer.markers()), True)
        explorer.settled()
        region = explorer.page.evaluate("() => world.visibleRegion")
        self.assertTrue(region["south"] < 48.1 < region["north"] and region["west"] < 11.5 < region["east"])
        card.get_by_role("button", name="Close").click()
        explorer.card.get_by_role("heading").wait_for(state="detached")

    def test_a_line_for_several_places(self):
        explorer = self.explorer()
        explorer.type("springfield")
        explorer.page.locator("[role=option].shared").first.click()
        self.eventually(lambda: len(explorer.markers()) > 5, True)
        self.assertEqual(explorer.card.get_by_role("heading").count(), 0)
        explorer.settled()
        # All of them are in view, and one of them is tapped.
        view = explorer.page.viewport_size
        map_box = explorer.page.locator("world-map").bounding_box()
        for marker in explorer.page.locator("world-map [data-marker]").filter(visible=True).all():
            box = marker.bounding_box()
            self.assertGreaterEqual(box["x"], map_box["x"] - 1)
            self.assertLessEqual(box["x"] + box["width"], view["width"] + 1)
        # No name is there twice, and what lies together is one marker until the map is closer.
        self.assertEqual(len(set(explorer.markers())), len(explorer.markers()))
        explorer.page.locator("world-map [data-marker]:not([data-count])").filter(visible=True).first.click()
        explorer.card_of("Springfield")
        self.eventually(lambda: explorer.page.locator("world-map [aria-current]").count(), 1)

    def test_a_marker_by_the_keyboard(self):
        explorer = self.explorer()
        explorer.type("springfield")
        explorer.page.locator("[role=option].shared").first.click()
        self.eventually(lambda: len(explorer.markers()) > 5, True)
        explorer.settled()
        explorer.page.locator("world-map .map-ground").focus()
        explorer.page.keyboard.press("Tab")
        while explorer.page.evaluate("() => 'count' in document.activeElement.dataset"):
            explorer.page.keyboard.press("ArrowRight")
        explorer.page.keyboard.press("Enter")
        explorer.card_of("Springfield")

    def test_stars_in_two_windows(self):
        visitor = self.context(reduced_motion="reduce")
        one, two = self.explorer(visitor), self.explorer(visitor)
        stranger = self.explorer()
        card = one.choose("münchen", "Munich", "Germany")
        self.assertEqual(one.star(card).get_attribute("aria-pressed"), "false")
        one.star(card).click()
        self.eventually(lambda: one.star(card).get_attribute("aria-pressed"), "true")
        # The other window of the same visitor follows by itself; that of another does not.
        self.eventually(two.favorite_names, ["Munich"])
        self.eventually(one.favorite_names, ["Munich"])
        rome = two.choose("rome, it", "Rome", "Italy")
        two.star(rome).click()
        self.eventually(lambda: set(one.favorite_names()), {"Munich", "Rome"})
        self.eventually(lambda: any("Munich, favorite" in each for each in one.markers()), True)
        one.star(card).click()
        self.eventually(two.favorite_names, ["Rome"])
        self.eventually(lambda: one.star(card).get_attribute("aria-pressed"), "false")
        self.assertEqual(stranger.favorite_names(), [])

    def test_favorites_stay(self):
        visitor = self.context(reduced_motion="reduce")
        explorer = self.explorer(visitor)
        for text, title in (("oslo", "Oslo"), ("lima", "Lima")):
            card = explorer.choose(text, title)
            explorer.star(card).click()
            self.eventually(lambda: title in explorer.favorite_names(), True)
        names = explorer.favorite_names()
        explorer.page.reload()
        explorer.ready()
        self.eventually(explorer.favorite_names, names)
        self.assertEqual(visitor.cookies(), [])

    def test_a_file_of_favorites(self):
        explorer = self.explorer()
        for text, title in (("oslo", "Oslo"), ("münchen", "Munich")):
            explorer.star(explorer.choose(text, title)).click()
            self.eventually(lambda: title in explorer.favorite_names(), True)
        with explorer.page.expect_download() as download:
            explorer.page.get_by_role("button", name="Save as a file").click()
        other = self.explorer()
        with other.page.expect_file_chooser() as chooser:
            other.page.get_by_role("button", name="Add from a file").click()
        chooser.value.set_files(download.value.path())
        self.eventually(other.favorite_names, ["Oslo", "Munich"])
        # Another file changes nothing, and the page says so.
        with other.page.expect_file_chooser() as chooser:
            other.page.get_by_role("button", name="Add from a file").click()
        chooser.value.set_files({"name": "x.json", "mimeType": "application/json", "buffer": b"[1, 2"})
        other.page.get_by_role("alert").filter(has_text="no file of favorites").wait_for()
        self.assertEqual(other.favorite_names(), ["Oslo", "Munich"])

    def test_storage_that_is_full_or_forbidden(self):
        for failure, sentence in (("QuotaExceededError", "is full"), ("SecurityError", "forbids")):
            with self.subTest(failure=failure):
                explorer = self.explorer()
                card = explorer.choose("oslo", "Oslo")
                explorer.page.evaluate(
                    """(name) => {
                      IDBDatabase.prototype.transaction = () => { throw new DOMException("refused", name); };
                    }""", failure)
                explorer.star(card).click()
                explorer.favorites.get_by_role("alert").filter(has_text=sentence).wait_for()
                # The star is as before, and what can be done again, is offered.
                self.eventually(lambda: explorer.star(card).get_attribute("aria-pressed"), "false")
                self.assertTrue(explorer.favorites.get_by_role("button", name="Try again").is_visible())

    def test_a_favorite_opens_its_card(self):
        explorer = self.explorer()
        explorer.star(explorer.choose("nairobi", "Nairobi")).click()
        self.eventually(explorer.favorite_names, ["Nairobi"])
        explorer.choose("quito", "Quito")
        explorer.favorites.get_by_role("button", name=re.compile("^Nairobi")).first.click()
        explorer.card_of("Nairobi")
        # The way to take the star back is beside it.
        explorer.favorites.get_by_role("button", name="Nairobi, favorite").click()
        self.eventually(explorer.favorite_names, [])

    def test_favorites_change_places(self):
        explorer = self.explorer()
        for text, title in (("oslo", "Oslo"), ("lima", "Lima"), ("quito", "Quito")):
            explorer.star(explorer.choose(text, title)).click()
            self.eventually(lambda: title in explorer.favorite_names(), True)
        names = explorer.favorite_names()
        explorer.favorites.get_by_role("button", name=f"Move {names[2]} up").click()
        self.eventually(explorer.favorite_names, [names[0], names[2], names[1]])
        explorer.favorites.get_by_role("button", name=f"Move {names[0]} down").click()
        self.eventually(explorer.favorite_names, [names[2], names[0], names[1]])

    def test_the_empty_field_offers_recent_and_favorite_places(self):
        explorer = self.explorer()
        explorer.star(explorer.choose("kyoto", "Kyoto")).click()
        self.eventually(explorer.favorite_names, ["Kyoto"])
        explorer.choose("lagos", "Lagos", "Nigeria")
        explorer.page.get_by_role("button", name="Clear").click()
        explorer.query.focus()
        self.eventually(lambda: {"Kyoto", "Lagos"} <= set(explorer.titles()), True)
        self.assertEqual(explorer.titles()[0], "Kyoto", "favorites come first")
        explorer.option("Kyoto").click()
        explorer.card_of("Kyoto")

    def test_the_phone_is_turned(self):
        explorer = self.explorer(viewport={"width": 390, "height": 844})
        explorer.choose("münchen", "Munich", "Germany")
        explorer.type("rome")

        def box(selector):
            return explorer.page.locator(selector).bounding_box()

        field, results = box("#search"), box("#results")
        self.assertLessEqual(field["y"] + field["height"], results["y"] + 1)
        explorer.page.set_viewport_size({"width": 844, "height": 390})
        until(explorer.page, "() => document.querySelector('world-map').clientHeight === innerHeight")
        results, map_ = box("#results"), box("#map")
        self.assertLessEqual(results["x"] + results["width"], map_["x"] + 1)
        self.assertEqual(explorer.query.input_value(), "rome")

    def test_nothing_is_wider_than_the_page(self):
        for width, height in ((320, 568), (390, 844), (844, 390), (1440, 900), (2560, 1440)):
            with self.subTest(width=width):
                explorer = self.explorer(viewport={"width": width, "height": height})
                explorer.star(explorer.choose("llanfair", "Llanfairpwllgwyngyll")).click()
                self.eventually(lambda: len(explorer.favorite_names()), 1)
                explorer.type("llan")
                self.assertLessEqual(
                    explorer.page.evaluate("() => document.documentElement.scrollWidth"), width)
                small = explorer.page.evaluate(
                    """() => [...document.querySelectorAll("main button, main select, main textarea, main input:not([type=hidden]), [role=option]")]
                      .filter((each) => each.checkVisibility() && !each.closest(".map-markers"))
                      .map((each) => [each.id || each.className || each.tagName, each.getBoundingClientRect()])
                      .filter(([, box]) => box.width < 44 || box.height < 44)
                      .map(([name, box]) => [name, box.width, box.height])""")
                self.assertEqual(small, [], "targets for touch")
