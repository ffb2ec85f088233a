"""Phones: a sheet over the map, in the sizes that the browser's bars and the keyboard leave."""

from browser import until
from explorer import ExplorerTest

SIZES = ((390, 664), (360, 560), (320, 568), (390, 400))
"""iPhones below Safari's bars, small phones of Android, the smallest phone, and a phone with its keyboard."""


class PhoneTests(ExplorerTest):
    def phone(self, size, **options):
        return self.explorer(viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True, **options)

    def on_screen(self, explorer, locator, size):
        """Whether all of an element is seen, and nothing lies on its middle."""
        box = locator.bounding_box()
        self.assertIsNotNone(box)
        self.assertGreaterEqual(box["x"], 0)
        self.assertGreaterEqual(box["y"], 0)
        # Less than a pixel is rounding.
        self.assertLess(box["x"] + box["width"], size[0] + 1)
        self.assertLess(box["y"] + box["height"], size[1] + 1)
        self.assertTrue(locator.evaluate(
            """(element) => {
              const { left, top, width, height } = element.getBoundingClientRect();
              const hit = document.elementFromPoint(left + width / 2, top + height / 2);
              return element === hit || element.contains(hit);
            }"""), "nothing lies on it")

    def swipe(self, explorer, x, y, dy):
        touch = explorer.page.context.new_cdp_session(explorer.page)
        for step in range(11):
            touch.send("Input.dispatchTouchEvent", {
                "type": "touchMove" if step else "touchStart", "touchPoints": [{"x": x, "y": y + dy * step / 10}]})
            explorer.page.wait_for_timeout(16)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def test_the_card_and_its_star_are_seen(self):
        for size in SIZES:
            with self.subTest(size=size):
                explorer = self.phone(size)
                explorer.type("münchen")
                option = explorer.option("Munich", "Germany")
                self.on_screen(explorer, option, size)
                option.tap()
                card = explorer.card_of("Munich")
                explorer.settled()
                self.on_screen(explorer, card.get_by_role("heading"), size)
                self.on_screen(explorer, explorer.star(card), size)
                self.on_screen(explorer, card, size)
                marker = explorer.page.locator("[data-marker]").first
                self.on_screen(explorer, marker, size)
                explorer.star(card).tap()
                self.eventually(lambda: explorer.star(card).get_attribute("aria-pressed"), "true")
                # The list comes back, and so does the map.
                view = explorer.page.locator("#view")
                self.on_screen(explorer, view, size)
                view.tap()
                explorer.options.first.wait_for()
                self.eventually(explorer.page.locator("#map").is_visible, False)
                view.tap()
                card.wait_for()
                self.on_screen(explorer, explorer.star(card), size)
                card.get_by_role("button", name="Close").tap()
                explorer.options.first.wait_for()
                self.assertEqual(explorer.page.evaluate("() => [scrollX, scrollY]"), [0, 0])

    def test_a_swipe_scrolls_the_list(self):
        for size in SIZES:
            with self.subTest(size=size):
                explorer = self.phone(size)
                explorer.type("san")
                self.assertTrue(explorer.options.nth(9).evaluate("(each) => each.getBoundingClientRect().bottom > innerHeight"))
                self.swipe(explorer, size[0] / 2, size[1] - 60, -250)
                until(explorer.page, "() => document.getElementById('sheet').scrollTop > 100")
                # Down to the last line, and what is below it.
                explorer.page.get_by_role("button", name="Show more").scroll_into_view_if_needed()
                self.on_screen(explorer, explorer.page.get_by_role("button", name="Show more"), size)
                self.assertEqual(explorer.page.evaluate("() => [scrollX, scrollY]"), [0, 0])
                # A new text begins at its first line.
                explorer.query.press_sequentially("t")
                explorer.answered("sant")
                self.assertEqual(explorer.page.evaluate("() => document.getElementById('sheet').scrollTop"), 0)

    def test_a_swipe_pans_the_map(self):
        for size in SIZES:
            with self.subTest(size=size):
                explorer = self.phone(size)
                explorer.type("münchen")
                explorer.option("Munich", "Germany").tap()
                explorer.card_of("Munich")
                explorer.settled()
                before = explorer.page.evaluate("() => document.querySelector('world-map').visibleRegion.north")
                self.swipe(explorer, size[0] / 2 - 40, 90, 60)
                explorer.settled()
                after = explorer.page.evaluate("() => document.querySelector('world-map').visibleRegion.north")
                self.assertGreater(after, before)
                self.assertEqual(explorer.page.evaluate("() => [scrollX, scrollY]"), [0, 0])
                self.on_screen(explorer, explorer.star(explorer.card), size)

    def test_before_a_search_there_are_both(self):
        for size in SIZES[:3]:
            with self.subTest(size=size):
                explorer = self.phone(size)
                map_, sheet = (explorer.page.locator(each).bounding_box() for each in ("#map", "#sheet"))
                self.assertLessEqual(map_["y"] + map_["height"], sheet["y"] + 1)
                self.assertLessEqual(sheet["y"] + sheet["height"], size[1] + 1)
                self.assertGreater(map_["height"], 150)
                # All of the page is reached by swipes over the sheet.
                explorer.page.locator(".credits").scroll_into_view_if_needed()
                self.on_screen(explorer, explorer.page.locator(".credits"), size)

    def test_addresses_links_and_the_back_button(self):
        explorer = self.phone(SIZES[0], path="/?q=rome&place=3169070")
        explorer.card_of("Rome")
        self.on_screen(explorer, explorer.star(explorer.card), SIZES[0])
        explorer.page.locator("#view").tap()
        explorer.paste("Unter den Linden 1, Berlin")
        self.eventually(lambda: any("address" in name for name in explorer.markers()), True)
        self.assertTrue(explorer.page.locator("#map").is_visible())
        self.assertTrue(explorer.page.locator("#progress").is_visible())
        explorer.choose("oslo", "Oslo")
        # Back to the list of what was typed, and to the card before.
        explorer.page.go_back()
        explorer.options.first.wait_for()
        explorer.page.go_back()
        explorer.card_of("Rome")
        self.on_screen(explorer, explorer.star(explorer.card), SIZES[0])
