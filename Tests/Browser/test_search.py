"""The field and its list: what is typed, what is shown, and every row of the search session's table of behaviors."""

import re

from browser import until
from explorer import Explorer, ExplorerTest


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

    def test_namesakes_of_one_division_are_told_apart_by_the_second(self):
        explorer = self.explorer()
        explorer.type("middletown, pa")
        regions = [subtitle.split(" · ")[0] for subtitle in explorer.page.locator("[role=option] .subtitle").all_text_contents()]
        apart = [f"{county}, Pennsylvania, United States" for county in ("Dauphin County", "Northampton County")]
        self.assertEqual(regions[:2], apart)
        # The map says it, too.
        labels = explorer.page.evaluate("() => document.querySelector('world-map').markers.map(({ label }) => label)")
        self.assertEqual(labels[:2], ["Middletown, Dauphin County", "Middletown, Northampton County"])

    def test_similar_names_have_a_heading_of_their_own(self):
        explorer = self.explorer()
        explorer.type("mayer")
        offered = explorer.offered()
        self.assertEqual(list(offered), ["Names as typed", "Similar names"])
        self.assertEqual(set(offered["Names as typed"][:3]), {"Mayer"})
        self.assertFalse(any(title.startswith("Mayer") for title in offered["Similar names"]))
        # A heading is the name of its group, and no line: the arrow keys pass it.
        for heading in offered:
            group = explorer.page.get_by_role("group", name=heading, exact=True)
            self.assertEqual(group.get_by_role("option").count(), len(offered[heading]))
        for title in sum(offered.values(), []):
            explorer.query.press("ArrowDown")
            self.assertEqual(explorer.active(), title)

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
        self.assertIn("xqzzvwkkq", explorer.page.locator("#results > .note").text_content())
        self.assertEqual(explorer.query.get_attribute("aria-expanded"), "false")
        explorer.type("rome")
        self.assertEqual(explorer.titles()[0], "Rome")
        self.assertEqual(explorer.page.locator("#results > .note").count(), 0)

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
        self.assertRegex(explorer.page.locator("#foot").inner_text(), r"Search\s*[\d.,]+ ms")


class OrderTests(ExplorerTest):
    def test_another_order(self):
        explorer = self.explorer()
        explorer.open_developer()
        explorer.type("san")
        relevant = explorer.titles()
        order = explorer.page.get_by_label("Order")
        order.select_option(label="Name")
        self.eventually(lambda: explorer.titles() != relevant, True)
        order.select_option(label="Relevance")
        self.eventually(explorer.titles, relevant)

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


class EnterTests(ExplorerTest):
    """Return chooses from the list of the typed text, and from no older one, however late that list comes."""

    expected = ("Failed to load resource", "ERR_")

    def slow(self):
        """A page without cities of its own, which asks the server."""
        context = self.context(reduced_motion="reduce")
        context.route("**/*.gazetteer*", lambda route: route.abort())
        page = self.page(context)
        page.goto(self.server.origin)
        return Explorer(page, self.server.origin)

    def test_before_the_list_is_there(self):
        explorer = self.slow()
        explorer.page.evaluate(
            """() => {
              const before = window.fetch;
              window.fetch = async (address, ...rest) => {
                if (String(address).includes("v1/search")) await new Promise((done) => setTimeout(done, 200));
                return before(address, ...rest);
              };
            }""")
        for text in ("Dubai", "Oslo", "Quito"):
            explorer.query.fill("")
            explorer.query.press_sequentially(text, delay=30)
            explorer.page.wait_for_timeout(60)
            explorer.query.press("Enter")
            explorer.card_of(text)

    def test_an_input_method_chooses_and_clears_nothing(self):
        explorer = self.explorer()
        explorer.type("lond")
        for key in ("Enter", "Escape"):
            for composing, code in ((True, 229), (False, 229)):
                explorer.page.evaluate(
                    """([key, isComposing, keyCode]) => {
                      const event = new KeyboardEvent("keydown", { key, isComposing, keyCode, bubbles: true, cancelable: true });
                      document.getElementById("query").dispatchEvent(event);
                      if (key === "Enter") document.getElementById("query").form.requestSubmit();
                    }""", [key, composing, code])
        self.assertEqual(explorer.query.input_value(), "lond")
        self.assertEqual(explorer.card.get_by_role("heading").count(), 0)
        explorer.query.press("Enter")
        explorer.card_of("London")


class ChangeTests(ExplorerTest):
    def test_a_search_is_announced_while_a_card_is_open(self):
        explorer = self.explorer()
        explorer.choose("münchen", "Munich", "Germany")
        self.eventually(lambda: "Munich" in explorer.page.get_by_role("status").text_content(), True, explorer.page)
        explorer.type("reykjav")
        self.eventually(lambda: "1 city" in explorer.page.get_by_role("status").text_content()
                        or "cities" in explorer.page.get_by_role("status").text_content(), True, explorer.page)

    def test_another_change_scrolls_nothing(self):
        explorer = self.explorer(viewport={"width": 1200, "height": 500})
        explorer.type("san")
        explorer.query.press("ArrowDown")
        explorer.page.evaluate("() => scrollTo(0, 400)")
        explorer.page.get_by_label("Order").evaluate("(select) => select.closest('details').open = true")
        before = explorer.page.evaluate("() => scrollY")
        explorer.page.evaluate("() => document.querySelector('world-map').dispatchEvent(new CustomEvent('region-changed', { bubbles: true }))")
        self.assertEqual(explorer.page.evaluate("() => scrollY"), before)

    def test_a_hidden_list_is_not_expanded(self):
        explorer = self.explorer(viewport={"width": 390, "height": 664})
        explorer.type("springfield")
        self.assertEqual(explorer.query.get_attribute("aria-expanded"), "true")
        explorer.page.locator("#view").click()
        self.eventually(lambda: explorer.query.get_attribute("aria-expanded"), "false")


class OfflineTests(ExplorerTest):
    """What remains when the server is gone, or was never there."""

    expected = ("Failed to load resource", "ERR_")

    def test_everything_works_without_the_server(self):
        explorer = self.explorer()
        self.server.kill()
        self.addCleanup(self.server.start)
        explorer.type("london")
        self.assertEqual(explorer.titles()[0], "London")
        explorer.star(explorer.choose("oslo", "Oslo")).click()
        self.eventually(explorer.favorite_names, ["Oslo"])

    def test_the_second_visit_needs_no_network(self):
        context = self.context(reduced_motion="reduce")
        explorer = self.explorer(context)
        explorer.star(explorer.choose("oslo", "Oslo")).click()
        self.eventually(explorer.favorite_names, ["Oslo"])
        until(explorer.page, "async () => (await caches.open('city-explorer')).keys().then((keys) => keys.length >= 9)")
        until(explorer.page, "() => navigator.serviceWorker.controller !== null")
        context.set_offline(True)
        explorer.page.reload()
        explorer.ready()
        explorer.type("北京")
        self.assertEqual(explorer.titles()[0], "Beijing")
        self.eventually(explorer.favorite_names, ["Oslo"])
