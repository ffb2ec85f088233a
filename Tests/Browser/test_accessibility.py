"""axe-core finds nothing to complain about, in any state, light and dark."""

import io

from PIL import Image
from axe_playwright_python.sync_playwright import Axe

from explorer import ExplorerTest


class AccessibilityTests(ExplorerTest):
    def check(self, page, state):
        # The rule on the size of targets is off unless it is asked for.
        sizes = {"runOnly": {"type": "rule", "values": ["target-size"]}}
        answers = [
            Axe().run(page).response,
            Axe().run(page, options=sizes).response,
        ]
        complaints = [
            (each["id"], each["help"], [node["html"][:200] for node in each["nodes"]], each["nodes"][0].get("failureSummary"))
            for answer in answers for each in answer["violations"]
        ]
        with self.subTest(state=state):
            self.assertEqual(complaints, [])

    def test_every_state(self):
        for scheme in ("light", "dark"):
            for size in ((390, 664), (1440, 900)):
                self.states(scheme, size)

    def test_sizes_languages_and_zoom(self):
        """The states in which sizes differ: before a search, with a list, and with a card; 720x450 is 200 % zoom."""
        for locale, text in (("en-GB", "springfield"), ("ar", "القاهرة")):
            for size in ((320, 568), (360, 560), (390, 400), (844, 390), (720, 450), (1440, 900)):
                explorer = self.explorer(locale=locale, viewport={"width": size[0], "height": size[1]})
                self.check(explorer.page, (locale, size, "nothing yet"))
                explorer.page.locator("#query").press_sequentially(text)
                explorer.answered(text)
                explorer.open_developer()
                self.check(explorer.page, (locale, size, "results"))
                explorer.page.locator("[role=option]").first.click()
                self.eventually(lambda: len(explorer.markers()) > 0, True)
                explorer.settled()
                self.check(explorer.page, (locale, size, "on the map"))

    def test_forced_colors(self):
        explorer = self.explorer(forced_colors="active")
        explorer.star(explorer.choose("münchen", "Munich")).click()
        self.eventually(explorer.favorite_names, ["Munich"])
        # The star and the marker are drawn in other colors than what is behind them.
        explorer.page.mouse.move(2, 2)
        for locator in (explorer.star(explorer.card), explorer.page.locator("[data-marker]").first):
            picture = Image.open(io.BytesIO(locator.screenshot())).convert("L")
            darkest, lightest = picture.getextrema()
            self.assertGreater(lightest - darkest, 100)

    def states(self, scheme, size):
        explorer = self.explorer(color_scheme=scheme, viewport={"width": size[0], "height": size[1]})
        page = explorer.page

        def check(state):
            explorer.settled()
            self.check(page, (scheme, size, state))

        check("nothing yet")
        explorer.type("münchen")
        check("results")
        explorer.query.press("ArrowDown")
        check("a line is active")
        explorer.query.press("Enter")
        explorer.star(explorer.card_of("Munich")).click()
        self.eventually(explorer.favorite_names, ["Munich"])
        check("card and favorite")
        explorer.type("new yrok")
        check("did you mean")
        explorer.type("xqzzvwkkq")
        check("nothing found")
        explorer.type("springfield")
        page.locator("[role=option].shared").first.click()
        self.eventually(lambda: len(explorer.markers()) > 5, True)
        check("several places")
        page.get_by_role("button", name="Clear").click()
        self.eventually(lambda: len(explorer.titles()) > 0, True)
        check("recent places")
        explorer.paste("Unter den Linden 1, Berlin\nNowhere 7, Xqzzvwkkq")
        self.eventually(explorer.addresses.locator(".failures > li").count, 1)
        check("addresses")
