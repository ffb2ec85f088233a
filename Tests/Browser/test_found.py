"""Map and list are one: what the list finds is on the map, and a city of the map fills the list."""

from browser import until
from explorer import ExplorerTest

STATE = """() => ({
  field: document.getElementById("query").value,
  answered: document.getElementById("results").dataset.query,
  card: document.querySelector("#card h2")?.textContent,
  lines: document.querySelectorAll("[role=option]").length > 0,
  chosen: document.querySelector("world-map [aria-current]")?.dataset.marker,
  address: location.search,
})"""


class FoundTests(ExplorerTest):
    def kinds(self, explorer):
        return explorer.page.evaluate(
            "() => [...document.querySelectorAll('world-map [data-marker]')].map(({ dataset }) => dataset.kind)")

    def test_what_the_list_finds_is_on_the_map_while_one_types(self):
        explorer = self.explorer()
        explorer.type("munich")
        self.eventually(lambda: "found" in self.kinds(explorer), True, explorer.page)
        self.assertFalse(explorer.card.get_by_role("heading").is_visible())
        # Another text has other markers, and no text none.
        explorer.type("xqzvkj")
        self.eventually(lambda: self.kinds(explorer), [], explorer.page)

    def test_what_is_found_elsewhere_comes_into_view(self):
        explorer = self.explorer()
        explorer.choose("rome, it", "Rome")
        explorer.settled()
        explorer.type("chicago, il")
        until(explorer.page, "() => document.querySelector('world-map').visibleRegion.west < -80")
        # The place of before is chosen again, and shown again.
        explorer.choose("rome, it", "Rome")
        until(explorer.page, "() => document.querySelector('world-map').visibleRegion.west > 0")

    def test_a_city_of_the_map_a_line_and_an_address_are_one_state(self):
        explorer = self.explorer()
        page = explorer.page
        name = page.locator(".map-place[data-shown]", has_text="Moscow").first
        name.wait_for()
        name.click()
        explorer.card_of("Moscow")
        explorer.answered("Moscow")
        of_map = page.evaluate(STATE)
        self.assertTrue(of_map["lines"])
        page.reload()
        explorer.ready()
        explorer.card_of("Moscow")
        explorer.answered("Moscow")
        until(page, "() => document.querySelector('world-map [aria-current]') && document.querySelector('[role=option]')")
        self.assertEqual(page.evaluate(STATE), of_map)
        explorer.choose("Moscow", "Moscow", "Russia")
        self.assertEqual(page.evaluate(STATE), of_map)

    def test_no_stray_line_in_forced_colors(self):
        explorer = self.explorer(forced_colors="active")
        explorer.type("munich")
        lines = explorer.page.evaluate(
            """() => [...document.querySelectorAll("[role=option]:not([aria-selected=true])")].filter((each) => (
              getComputedStyle(each).borderInlineStartWidth !== "0px")).length""")
        self.assertEqual(lines, 0, "lines with a border that only the chosen one has")

    def test_print_has_no_buttons(self):
        explorer = self.explorer()
        explorer.choose("munich", "Munich")
        explorer.page.emulate_media(media="print")
        self.assertEqual(
            explorer.page.locator("button:not([data-marker], .place)").filter(visible=True).count(), 0)
        self.assertTrue(explorer.page.locator("[data-marker]").first.is_visible())
