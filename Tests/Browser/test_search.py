"""The field and its list: what is typed, what is shown, and every row of the search session's table of behaviors."""

import re

from browser import until
from explorer import ExplorerTest


class SearchTests(ExplorerTest):
    def test_names_of_any_language_regions_and_slips(self):
        explorer = self.explorer()
        explorer.type("münchen")
        munich = explorer.option("Munich")
        # The other name that matches, marked: "München", or a spelling of it that means the same.
        self.assertRegex(munich.locator(".matched-name mark").text_content(), "^M(ü|u|ue)nchen$")
        explorer.type("rome, it")
        rome = explorer.options.first
        self.assertEqual(rome.locator(".title").text_content(), "Rome")
        self.assertIn("Italy", rome.locator(".subtitle").text_content())
        self.assertTrue(rome.locator(".subtitle mark").count() > 0, "the region that was typed is marked")
        explorer.type("new yrok")
        self.assertIn("New York", explorer.titles()[0])
        self.assertIn("Similar", explorer.page.locator("#results").inner_text())
        explorer.type("北京")
        self.assertEqual(explorer.titles()[0], "Beijing")

    def test_places_of_one_name_are_told_apart(self):
        explorer = self.explorer()
        explorer.type("springfield")
        lines = explorer.page.eval_on_selector_all(
            "[role=option]",
            """(lines) => lines.map((line) =>
              line.querySelector(".title").textContent + "|" + line.querySelector(".subtitle").textContent)""")
        self.assertGreater(len(lines), 5)
        self.assertEqual(len(set(lines)), len(lines))

    # The rows of the table

    def test_blank_text_gives_nothing(self):
        explorer = self.explorer()
        explorer.type("lond")
        self.assertGreater(explorer.options.count(), 0)
        explorer.query.fill("   ")
        self.eventually(lambda: explorer.page.locator("#list[aria-label]:not([hidden]) [role=group]:not([aria-labelledby])").count(), 0)
        explorer.type("lond")
        explorer.page.get_by_role("button", name="Clear").click()
        self.eventually(lambda: explorer.page.locator("#list[aria-label]:not([hidden]) [role=group]:not([aria-labelledby])").count(), 0)
        self.assertEqual(explorer.query.input_value(), "")

    def test_a_newer_text_counts(self):
        """However fast somebody types, the list answers the text in the field, and never an older one again."""
        explorer = self.explorer()
        explorer.page.evaluate(
            """() => {
              window.shown = [];
              const results = document.getElementById("results");
              new MutationObserver(() => shown.push(results.querySelector(".title")?.textContent ?? ""))
                .observe(results, { childList: true });
            }""")
        for text in ("a", "lo", "lond", "lon", "rom", "rome"):
            explorer.query.fill(text)
        explorer.answered("rome")
        self.assertEqual(explorer.titles()[0], "Rome")
        # Once there is a Rome, no London comes back.
        seen = explorer.page.evaluate("() => shown")
        self.assertNotIn("London", seen[seen.index("Rome"):] if "Rome" in seen else ["London"])

    def test_an_answer_that_comes_late_is_not_shown(self):
        explorer = self.explorer()
        held = []

        def hold(route):
            if "lond" in (route.request.post_data or ""):
                held.append(route)
            else:
                route.continue_()

        explorer.page.route("**/actions*", hold)
        explorer.query.fill("lond")
        self.eventually(lambda: len(held) > 0, True, explorer.page)
        explorer.query.fill("rome")
        # The actions of a page arrive in order: the newer one waits, or overtakes and wins.
        held.pop().continue_()
        explorer.answered("rome")
        self.assertEqual(explorer.titles()[0], "Rome")
        self.assertEqual(explorer.query.input_value(), "rome")

    def test_the_same_text_again_keeps_the_list(self):
        explorer = self.explorer()
        explorer.type("lond")
        titles = explorer.titles()
        explorer.page.evaluate("() => { window.first = document.querySelector('[role=option]') }")
        explorer.query.press("x")
        explorer.query.press("Backspace")
        explorer.answered("lond")
        self.assertEqual(explorer.titles(), titles)
        # Another spelling that means the same.
        explorer.query.fill("LOND")
        self.eventually(lambda: explorer.titles(), titles)

    def test_nothing_found(self):
        explorer = self.explorer()
        explorer.type("xqzzvwkkq")
        self.assertEqual(explorer.options.count(), 0)
        self.assertIn("xqzzvwkkq", explorer.page.locator("#results .note").text_content())
        self.assertEqual(explorer.query.get_attribute("aria-expanded"), "false")
        explorer.type("rome")
        self.assertEqual(explorer.titles()[0], "Rome")
        self.assertEqual(explorer.page.locator("#results .note").count(), 0)

    def test_more_is_shown_behind_what_is_there(self):
        explorer = self.explorer()
        explorer.type("san")
        before = explorer.titles()
        explorer.page.get_by_role("button", name="Show more").click()
        self.eventually(lambda: explorer.options.count() > len(before), True)
        self.assertEqual(explorer.titles()[:len(before)], before)

    # Keys, and what screen readers hear

    def test_the_keys_of_a_combobox(self):
        explorer = self.explorer()
        query = explorer.query
        explorer.type("lond")
        self.assertEqual(query.get_attribute("aria-expanded"), "true")
        self.assertEqual(query.get_attribute("aria-autocomplete"), "list")
        list_id = query.get_attribute("aria-controls")
        self.assertEqual(explorer.page.locator(f"#{list_id}").get_attribute("role"), "listbox")
        titles = explorer.titles()
        self.assertIsNone(explorer.active())
        query.press("ArrowDown")
        self.assertEqual(explorer.active(), titles[0])
        query.press("ArrowDown")
        self.assertEqual(explorer.active(), titles[1])
        query.press("ArrowUp")
        query.press("ArrowUp")
        # Beyond the first line is the field again, and beyond the field the last one.
        self.assertIn(explorer.active(), (None, titles[-1]))
        query.press("ArrowDown")
        while explorer.active() != titles[0]:
            query.press("ArrowDown")
        query.press("Enter")
        explorer.card_of(titles[0])
        # Escape leaves the list first, and then empties the field.
        explorer.type("rome")
        query.press("ArrowDown")
        self.assertEqual(explorer.active(), "Rome")
        query.press("Escape")
        self.assertIsNone(explorer.active())
        self.assertEqual(query.input_value(), "rome")
        query.press("Escape")
        self.assertEqual(query.input_value(), "")

    def test_the_number_of_results_is_announced(self):
        explorer = self.explorer()
        status = explorer.page.get_by_role("status")
        explorer.type("reykjav")
        until(explorer.page, "() => /\\d/.test(document.getElementById('status').textContent)")
        explorer.type("xqzzvwkkq")
        # A slow page announces the results of some of the letters before.
        until(explorer.page, "() => /xqzzvwkkq/.test(document.getElementById('status').textContent)")
        self.assertNotRegex(status.text_content(), r"[1-9]")

    # The foot

    def test_what_the_last_key_cost(self):
        explorer = self.explorer()
        explorer.open_developer()
        explorer.type("berl")
        foot = explorer.page.locator("#foot")
        self.eventually(lambda: bool(re.search(r"Search\s*[\d.,]+ (µs|ms)", foot.inner_text())), True)
        self.eventually(lambda: bool(re.search(r"Round trip\s*[\d.,]+ ms", foot.inner_text())), True)


class DeveloperTests(ExplorerTest):
    """A row of the table that needs a server of its own: one for developers."""

    options = ("--engines",)

    def test_engine_and_order(self):
        explorer = self.explorer()
        explorer.open_developer()
        explorer.type("san")
        relevant = explorer.titles()
        order = explorer.page.get_by_label("Order")
        engines = explorer.page.get_by_label("Engine").locator("option").all_text_contents()
        self.assertGreaterEqual(len(engines), 3)
        for engine in engines[1:]:
            explorer.page.get_by_label("Engine").select_option(label=engine)
            self.eventually(lambda: explorer.titles(), relevant)
        names = order.locator("option").all_text_contents()
        self.assertGreater(len(names), 1)
        order.select_option(label=next(name for name in names if "ame" in name))
        self.eventually(lambda: explorer.titles() != relevant, True)


    def test_an_order_finds_what_relevance_finds(self):
        explorer = self.explorer()
        explorer.open_developer()
        order = explorer.page.get_by_label("Order")
        for text, title in (("東京", "Tokyo"), ("nyc", "New York"), ("rome, it", "Rome")):
            for name in ("Relevance", "Name", "Population"):
                with self.subTest(text=text, order=name):
                    order.select_option(label=name)
                    explorer.type(text)
                    self.eventually(lambda: any(title in each for each in explorer.titles()), True)

    # What is offered before anything is typed, and other ways to search

    def test_examples(self):
        explorer = self.explorer()
        explorer.page.get_by_role("link", name="rome, it").click()
        explorer.answered("rome, it")
        self.assertEqual(explorer.titles()[0], "Rome")
        self.assertEqual(explorer.page.evaluate("() => document.activeElement.id"), "query")
        self.assertEqual(explorer.page.get_by_role("link", name="rome, it").count(), 0)

    def test_a_slash_focuses_the_field(self):
        explorer = self.explorer()
        explorer.page.keyboard.press("/")
        self.assertEqual(explorer.page.evaluate("() => document.activeElement.id"), "query")
        self.assertEqual(explorer.query.input_value(), "")
        explorer.page.keyboard.type("24/7")
        self.assertEqual(explorer.query.input_value(), "24/7")

    def test_headings_instead_of_words_on_lines(self):
        explorer = self.explorer()
        explorer.star(explorer.choose("kyoto", "Kyoto")).click()
        self.eventually(explorer.favorite_names, ["Kyoto"])
        explorer.choose("lagos", "Lagos", "Nigeria")
        explorer.page.get_by_role("button", name="Clear").click()
        self.eventually(explorer.offered, {"Favorites": ["Kyoto"], "Recent": ["Lagos"]})
        explorer.type("new yrok")
        self.assertEqual(list(explorer.offered()), ["Similar names"])
        explorer.type("rome")
        self.assertEqual(list(explorer.offered()), [""])

    def test_search_here(self):
        explorer = self.explorer()
        explorer.type("springfield")
        before = explorer.page.locator("[role=option]:not(.shared) .subtitle").first.text_content()
        here = explorer.page.get_by_role("button", name="Search here")
        self.assertEqual(here.count(), 0)
        # Springfield in Oregon, far from the others.
        explorer.page.evaluate(
            """() => { document.getElementById("world").region = { south: 43, west: -124, north: 45, east: -121 } }""")
        explorer.settled()
        explorer.page.locator(".map-ground").press("+")
        here.click()
        self.eventually(
            lambda: "Oregon" in explorer.page.locator("[role=option]:not(.shared) .subtitle").first.text_content(), True)
        self.assertNotIn("Oregon", before)
        self.assertEqual(here.count(), 0)
        # The map stays where the person moved it.
        explorer.settled()
        region = explorer.page.evaluate("() => document.getElementById('world').visibleRegion")
        self.assertTrue(42 < region["south"] < region["north"] < 46, region)

    def test_region_codes_are_no_names(self):
        explorer = self.explorer()
        explorer.type("vietnam")
        for text in ("hanoi", "thủ đức", "quận"):
            explorer.type(text)
            for subtitle in explorer.page.locator("[role=option] .subtitle").all_text_contents():
                self.assertNotRegex(subtitle, r"^\d+,")


class FailureTests(ExplorerTest):
    """A row of the table that needs a server of its own: the source fails."""

    expected = ("Failed to load resource", "ERR_")

    def test_a_search_that_fails_is_tried_again(self):
        explorer = self.explorer()
        explorer.type("lond")
        self.server.kill()
        explorer.query.press("o")
        alert = explorer.page.get_by_role("alert").filter(visible=True).first
        alert.wait_for()
        # What was typed stays.
        self.assertEqual(explorer.query.input_value(), "londo")
        self.server.start()
        explorer.answered("londo")
        self.assertTrue(explorer.titles()[0].startswith("London"))
        self.eventually(lambda: explorer.page.get_by_role("alert").filter(visible=True).count(), 0)
