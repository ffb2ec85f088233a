"""The ground of <world-map>: lakes, rivers, borders and coasts, the importance of names, and what it says without them."""

import io
import math

from PIL import Image

from browser import until
from map_page import CITIES, EUROPE, WEB, WORLD, MapTest

CHICAGO = {"id": "4887398", "latitude": 41.85, "longitude": -87.65, "label": "Chicago", "kind": "city"}
LAKES = {"south": 40.9, "west": -88.9, "north": 42.9, "east": -86.5}


class GroundTests(MapTest):
    def colors(self, page):
        """A function that gives the color at a coordinate."""
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        seen = self.visible(page)

        def y(degrees):
            return math.asinh(math.tan(math.radians(degrees)))

        def color(latitude, longitude):
            x = (longitude - seen["west"]) / (seen["east"] - seen["west"])
            down = (y(seen["north"]) - y(latitude)) / (y(seen["north"]) - y(seen["south"]))
            return picture.getpixel((int(x * picture.width), int(down * picture.height)))

        return color

    def shown(self, page, kind):
        return page.locator(f".map-shapes > .map-{kind}:not([data-unseen])").count()

    def test_chicago_has_its_lake(self):
        page = self.map([CHICAGO], LAKES)
        until(page, "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('world-fine.svg'))")
        until(page, "() => world.querySelectorAll('.map-shapes > path').length > 2000")
        self.settle(page)
        color = self.colors(page)
        lake, land, city = color(42.3, -87.2), color(41.2, -88.4), color(41.85, -88.1)
        self.assertNotEqual(lake, land)
        self.assertEqual(land, city)
        # The city itself is on the land, at the lake.
        self.assertEqual(color(41.87, -87.78), land)
        self.assertEqual(color(41.87, -87.45), lake)

    def test_lakes_and_rivers_of_the_world(self):
        page = self.map()
        color = self.colors(page)
        sea = color(-10, -20)
        for name, latitude, longitude in (
            ("Superior", 47.5, -87.5), ("Caspian", 42, 50.5), ("Ladoga", 60.8, 31.4),
        ):
            self.assertEqual(color(latitude, longitude), sea, name)
        few = self.shown(page, "river")
        self.assertGreater(few, 10, "the greatest rivers")
        page.evaluate("(region) => { world.region = region }", {"south": -12, "west": 25, "north": 8, "east": 42})
        self.settle(page)
        color = self.colors(page)
        self.assertEqual(color(-1, 33), sea, "Victoria")
        self.assertEqual(color(-6.5, 29.6), sea, "Tanganyika")
        self.assertGreater(page.locator(".map-shapes > .map-river[data-zoom='3']:not([data-unseen])").count(), 0)

    def test_borders_are_no_coasts(self):
        page = self.map(region=WORLD)
        parts = page.evaluate(
            """async (address) => {
              const { loadOutline, drawingSize } = await import(address);
              const { countries } = await loadOutline("/Sources/CityExplorerServer/Site/world.svg");
              const measure = (code, kind) => {
                const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
                path.setAttribute("d", countries.find((each) => each.code === code)
                  .shapes.find((each) => each.kind === kind).path());
                return (path.getTotalLength() / drawingSize) * 360;
              };
              return Object.fromEntries(["MN", "CH", "IS", "AU"].map((code) => [code, measure(code, "coast")]));
            }""", f"{WEB}/map-outline.js")
        # Mongolia and Switzerland have none, and islands nothing else.
        self.assertLess(parts["MN"], 0.5)
        self.assertLess(parts["CH"], 0.5)
        self.assertGreater(parts["IS"], 20)
        self.assertGreater(parts["AU"], 100)
        style = """(kind) => {
          const { stroke, strokeWidth } = getComputedStyle(world.querySelector(`.map-shapes > .map-${kind}`));
          return [stroke, parseFloat(strokeWidth)];
        }"""
        border, coast = page.evaluate(style, "border"), page.evaluate(style, "coast")
        self.assertNotEqual(border[0], coast[0])
        self.assertLess(border[1], coast[1])

    def test_large_countries_have_names(self):
        page = self.map(region=WORLD, viewport={"width": 1013, "height": 900})
        names = page.locator(".map-country[data-shown]").all_text_contents()
        for name in (
            "Mexico", "Argentina", "Germany", "France", "Indonesia", "United States", "Brazil", "Russia", "China",
            "India", "Australia", "Canada",
        ):
            self.assertIn(name, names)

    def with_cities(self, page, cities, capitals=()):
        page.evaluate(
            """([cities, capitals]) => {
              const named = cities.map(([id, name, latitude, longitude, population]) => (
                { id, name, latitude, longitude, population }));
              world.options.citiesIn = (region, limit) => named.filter(({ id }) => !capitals.includes(id));
              world.options.citiesWithIDs = (ids) => named.filter(({ id }) => ids.includes(id));
              window.places = [];
              document.addEventListener("place-selected", ({ detail }) => places.push(detail.id));
              world.citiesChanged();
            }""", [list(cities), list(capitals)])
        until(page, "() => document.querySelector('.map-place[data-shown]')")
        self.settle(page)

    def test_capitals_come_first_and_sizes_follow_population(self):
        page = self.map(region=EUROPE)
        # Berlin and Bern by their ids in the outline; each beside a larger city that is no capital.
        self.with_cities(page, [
            ("2950159", "Berlin", 52.52, 13.41, 3_426_354), ("x1", "Beside Berlin", 52.53, 13.45, 6_000_000),
            ("2661552", "Bern", 46.95, 7.45, 121_631), ("x2", "Beside Bern", 46.96, 7.48, 400_000),
            ("x3", "Beside both", 49.5, 4.5, 2_000_000), ("x4", "Village", 43, 2, 900),
        ], ["2950159", "2661552"])
        names = page.locator(".map-place[data-shown]")
        texts = names.all_text_contents()
        for name in ("Berlin", "Bern", "Village"):
            self.assertIn(name, texts)
        sizes = [
            page.locator(".map-place").filter(has_text=name).first.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)")
            for name in ("Village", "Beside both", "Beside Berlin")]
        self.assertEqual(sizes, sorted(set(sizes)))

    def test_names_have_a_pointer_and_are_tapped(self):
        page = self.map(region=EUROPE)
        self.with_cities(page, [("7", "Alone", 46, 4, 1_000_000)])
        name = page.locator(".map-place[data-shown]")
        self.assertEqual(name.evaluate("(each) => getComputedStyle(each).cursor"), "pointer")
        before = name.evaluate("(each) => getComputedStyle(each).color")
        name.hover()
        self.assertNotEqual(name.evaluate("(each) => getComputedStyle(each).color"), before)
        name.click()
        self.assertEqual(page.evaluate("() => places"), ["7"])
        # A drag that begins on a name moves the map, and is no tap.
        seen = self.visible(page)
        box = name.bounding_box()
        page.mouse.move(box["x"] + 5, box["y"] + 5)
        page.mouse.down()
        page.mouse.move(box["x"] + 90, box["y"] + 60, steps=4)
        page.mouse.up()
        self.settle(page)
        self.assertLess(self.visible(page)["west"], seen["west"])
        self.assertEqual(page.evaluate("() => places"), ["7"])

    def test_the_chosen_one_has_a_ring_and_a_halo(self):
        page = self.map(CITIES, EUROPE)
        self.assertEqual(page.locator("[data-marker='1']").evaluate("(each) => getComputedStyle(each).boxShadow"), "none")
        page.evaluate("() => { world.selected = '1' }")
        page.wait_for_selector("[data-marker='1'][aria-current]")
        shadow = page.locator("[data-marker='1']").evaluate("(each) => getComputedStyle(each).boxShadow")
        self.assertEqual(shadow.count(" 0px 0px 0px "), 3, shadow)

    def test_what_is_found_comes_into_view(self):
        page = self.map(CITIES, {"south": 41, "west": 11, "north": 43, "east": 14})
        far = [{"id": "9", "latitude": 35.68, "longitude": 139.69, "label": "Tokyo", "kind": "found"}]
        page.evaluate("(far) => { world.markers = far; world.bringIntoView(['9']) }", far)
        until(page, "() => world.visibleRegion.east > 139 && world.visibleRegion.west < 140")
        self.settle(page)
        seen = self.visible(page)
        # What is in view already moves nothing.
        page.evaluate("() => { world.bringIntoView([]); world.bringIntoView(['9']) }")
        page.wait_for_timeout(800)
        self.assertEqual(self.visible(page), seen)

    def test_an_outline_that_is_missing_says_so(self):
        self.expected = ("Failed to load resource",)
        context = self.context(reduced_motion="reduce")
        missing = [True]
        context.route("**/world.svg", lambda route: route.fulfill(status=404, body="") if missing[0] else route.continue_())
        page = self.page(context)
        page.goto(f"{self.origin}/Tests/Browser/map.html")
        page.get_by_text("The outline of the world could not be loaded.").wait_for()
        missing[0] = False
        page.get_by_role("button", name="Try again").click()
        page.wait_for_selector("world-map[data-drawn]")
        self.assertFalse(page.get_by_role("button", name="Try again").is_visible())

    def test_print_has_markers_and_no_buttons(self):
        page = self.map(CITIES, EUROPE)
        page.emulate_media(media="print")
        self.assertFalse(page.locator(".map-tools").is_visible())
        self.assertEqual(page.locator("[data-marker='1']").evaluate("(each) => getComputedStyle(each).printColorAdjust"), "exact")
