"""How the cities arrive: on connections that cost, into a full storage, and again after a failure."""

import re

from browser import until
from explorer import Explorer, ExplorerTest


class LoadingTests(ExplorerTest):
    expected = ("Failed to load resource", "ERR_")

    def visit(self, script="", context=None):
        context = context or self.context(reduced_motion="reduce")
        if script:
            context.add_init_script(script)
        page = self.page(context)
        page.goto(self.server.origin)
        return Explorer(page, self.server.origin)

    def test_a_connection_that_costs(self):
        explorer = self.visit(
            "Object.defineProperty(navigator, 'connection', { value: { saveData: true, type: 'cellular' } });")
        page = explorer.page
        button = page.get_by_role("button", name="Load all cities")
        button.wait_for()
        self.assertIn("100,000 people", page.locator("#loading").inner_text())
        explorer.type("münchen")
        self.assertEqual(explorer.titles()[0], "Munich")
        announced = int(re.search(r"(\d+) MB", button.inner_text())[1])
        button.click()
        explorer.ready()
        came = page.evaluate(
            """() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/part-"))
              .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)""") / 1e6
        self.assertAlmostEqual(announced, came, delta=1, msg="what is announced comes")

    def test_a_full_storage_says_what_it_does(self):
        explorer = self.visit(
            "Cache.prototype.put = async () => { throw new DOMException('full', 'QuotaExceededError'); };")
        explorer.ready()
        self.assertIn("is full", explorer.page.locator("#loaded").inner_text())
        explorer.type("oslo")
        self.assertEqual(explorer.titles()[0], "Oslo")

    def test_cities_that_are_kept_are_said_to_be(self):
        context = self.context(reduced_motion="reduce")
        explorer = self.visit(context=context)
        explorer.ready()
        self.assertRegex(explorer.page.locator("#loaded").inner_text(), "All 234,908 cities .* without a network")

    def test_a_part_that_fails_is_tried_again(self):
        context = self.context(reduced_motion="reduce")
        failing = [True]
        context.route("**/part-0*", lambda route: route.abort() if failing[0] else route.continue_())
        explorer = self.visit(context=context)
        again = explorer.page.get_by_role("button", name="Try again")
        again.wait_for()
        # What is there goes on to work.
        explorer.type("münchen")
        failing[0] = False
        again.click()
        explorer.ready()
        explorer.type("oranienburg")
        self.assertEqual(explorer.titles()[0], "Oranienburg")

    def test_what_is_typed_before_the_module_runs(self):
        context = self.context(reduced_motion="reduce")
        held = []
        context.route("**/city-explorer.wasm*", lambda route: held.append(route))
        explorer = self.visit(context=context)
        explorer.query.press_sequentially("münchen")
        waiting = explorer.page.locator("#results .waiting")
        waiting.get_by_text("Loading the cities").wait_for()
        self.assertTrue(waiting.get_by_role("progressbar").is_visible())
        explorer.query.press("Enter")
        until(explorer.page, "() => true")
        for route in held:
            route.continue_()
        explorer.card_of("Munich")
        self.assertFalse(waiting.is_visible())
