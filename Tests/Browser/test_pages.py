"""Pages as such: reload, the back button, a server that dies, no script, and too many pages."""

import http.client

from browser import until
from explorer import Explorer, ExplorerTest
from server import PATIENCE


class NavigationTests(ExplorerTest):
    def test_reload_and_links_keep_the_search(self):
        explorer = self.explorer()
        explorer.type("münchen")
        explorer.page.reload()
        explorer.ready()
        # A link with a text in it searches for the text.
        explorer.open("/?q=rome")
        explorer.answered("rome")
        self.assertEqual(explorer.query.input_value(), "rome")
        self.assertEqual(explorer.titles()[0], "Rome")

    def test_a_link_to_a_place_alone(self):
        explorer = self.explorer(path="/?place=2867714")
        explorer.card_of("Munich")
        explorer.page.wait_for_timeout(500)
        self.assertTrue(explorer.card.get_by_role("heading", name="Munich").is_visible())
        self.assertIn("place=2867714", explorer.page.url)

    def test_a_choice_is_announced_and_the_focus_stays(self):
        explorer = self.explorer()
        explorer.choose("münchen", "Munich", "Germany")
        self.eventually(
            lambda: "Munich" in explorer.page.get_by_role("status").text_content(), True, explorer.page)
        self.assertIn("Bavaria", explorer.page.get_by_role("status").text_content())
        self.assertEqual(explorer.page.evaluate("() => document.activeElement.id"), "query")

    def test_the_back_button(self):
        explorer = self.explorer()
        explorer.type("lond")
        titles = explorer.titles()
        explorer.page.goto("about:blank")
        explorer.page.go_back()
        explorer.ready()
        # Whether the browser kept the page or loads it anew, it works, and shows what the field says.
        text = explorer.query.input_value()
        if text:
            explorer.answered(text)
            self.assertEqual(explorer.titles(), titles)
        explorer.type("rome")
        self.assertEqual(explorer.titles()[0], "Rome")

    def test_headers(self):
        page = self.context().new_page()
        response = page.goto(self.server.origin)
        policy = response.headers["content-security-policy"]
        self.assertRegex(policy, "default-src '(self|none)'")
        self.assertNotIn("unsafe", policy)
        self.assertEqual(response.headers["x-content-type-options"], "nosniff")
        for name in ("explorer.js", "map.js", "explorer.css", "world.svg"):
            answer = page.request.get(f"{self.server.origin}/web/{name}", timeout=PATIENCE * 1_000)
            self.assertEqual(answer.status, 200, name)
        # Browsers would tidy up these paths before they ask.
        for path in (
            "/web/../Package.swift", "/web/..%2fPackage.swift", "/web/%2e%2e/%2e%2e/etc/passwd", "/web/..", "/web/",
            "/web/page.mustache", "/web/openapi.json/..", "/web//etc/passwd", "/web/explorer.js%00",
        ):
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
            connection.putrequest("GET", path)
            connection.endheaders()
            self.assertIn(connection.getresponse().status, (400, 404), path)
            connection.close()


class RecoveryTests(ExplorerTest):
    expected = ("Failed to load resource", "ERR_")

    def recovers(self, end):
        visitor = self.context(reduced_motion="reduce")
        explorer = self.explorer(visitor)
        explorer.star(explorer.choose("oslo", "Oslo")).click()
        self.eventually(lambda: "Oslo" in explorer.favorite_names(), True)
        explorer.type("lond")
        end()
        alert = explorer.page.get_by_role("alert").filter(visible=True).first
        alert.wait_for()
        self.server.start()
        # The page comes back by itself, with the text that is in its field.
        self.eventually(lambda: explorer.page.get_by_role("alert").filter(visible=True).count(), 0)
        explorer.answered("lond")
        self.eventually(lambda: "Oslo" in explorer.favorite_names(), True)
        explorer.type("rome")
        self.assertEqual(explorer.titles()[0], "Rome")
        explorer.option("Rome").click()
        explorer.card_of("Rome")

    def test_the_server_is_killed_and_started_again(self):
        self.recovers(self.server.kill)

    def test_the_server_is_stopped_and_started_again(self):
        codes = []
        self.recovers(lambda: codes.append(self.server.stop()))
        self.assertEqual(codes, [0])


class WithoutScriptTests(ExplorerTest):
    def plain(self):
        page = self.page(java_script_enabled=False)
        page.goto(self.server.origin)
        return page

    def test_a_form_searches(self):
        page = self.plain()
        page.get_by_label("Find a city").fill("münchen")
        page.get_by_role("button", name="Search").click()
        link = page.get_by_role("link", name="Munich").first
        link.wait_for()
        # Where things are, and whether they show, is known when the style sheets are.
        page.wait_for_load_state("load")
        self.assertRegex(link.text_content(), "M(ü|u|ue)nchen")
        title, name = (link.locator(f".{each}").bounding_box() for each in ("title", "matched-name"))
        self.assertAlmostEqual(title["y"] + title["height"], name["y"] + name["height"], delta=6, msg="beside each other")
        link.click()
        page.locator("#card").get_by_role("heading", name="Munich").wait_for()
        page.wait_for_load_state("load")
        map_ = page.get_by_role("img", name="Map of the world: Munich")
        self.assertTrue(map_.is_visible())
        # The place is on it, near the middle.
        dot, box = page.locator(".still-place").bounding_box(), map_.bounding_box()
        self.assertAlmostEqual(dot["x"] + dot["width"] / 2, box["x"] + box["width"] / 2, delta=40)
        self.assertAlmostEqual(dot["y"] + dot["height"] / 2, box["y"] + box["height"] / 2, delta=40)
        self.assertEqual(page.get_by_label("Engine").filter(visible=True).count(), 0)

    def test_a_phone_shows_the_chosen_place_first(self):
        page = self.page(java_script_enabled=False, viewport={"width": 390, "height": 664})
        page.goto(self.server.origin + "/?q=rome&place=3169070")
        page.wait_for_load_state("load")
        card, dot = page.locator("#card").bounding_box(), page.locator(".still-place").bounding_box()
        self.assertLess(card["y"] + card["height"], dot["y"], "the card does not lie on the place")
        self.assertLess(dot["y"] + dot["height"], 664)
        self.assertTrue(page.get_by_role("link", name="Rome").first.is_visible())

    def test_stars_and_addresses(self):
        page = self.plain()
        page.get_by_label("Find a city").fill("oslo")
        page.get_by_role("button", name="Search").click()
        page.get_by_role("link", name="Oslo").first.click()
        page.locator("#card").get_by_role("button", name="Oslo, favorite").click()
        page.locator("#favorites").get_by_text("Oslo").first.wait_for()
        page.goto(self.server.origin)
        self.assertIn("Oslo", page.locator("#favorites").inner_text())
        page.locator("#addresses").get_by_role("textbox").fill("Karl Johans gate 1, Oslo\nNowhere, Xqzzv")
        page.get_by_role("button", name="Find on the map").click()

        def failures():
            page.goto(self.server.origin)
            return page.locator(".failures > li").count()

        self.eventually(failures, 1)
        self.assertIn("Xqzzv", page.locator(".failures").inner_text())


class TileTests(ExplorerTest):
    options = ("--tiles", "https://tiles.example.org/{z}/{x}/{y}.png")

    def test_pictures_of_ones_own_server(self):
        asked = []
        context = self.context(reduced_motion="reduce")

        def fulfill(route):
            asked.append(route.request.url)
            route.fulfill(path="../../Sources/CityExplorerServer/Web/icon.svg", content_type="image/svg+xml")

        context.route("https://tiles.example.org/**", fulfill)
        explorer = self.explorer(context)
        explorer.choose("münchen", "Munich", "Germany")
        explorer.settled()
        self.assertGreater(len(asked), 4)
        self.assertGreater(max(int(address.split("/")[3]) for address in asked), 5)
        self.assertGreater(explorer.page.locator(".map-tiles img").count(), 0)
        self.assertEqual(explorer.page.locator(".map-place").count(), 0)


class ManyPagesTests(ExplorerTest):
    options = ("--open-pages", "3")

    expected = ("503",)

    def test_beyond_the_bound_there_is_a_clear_answer(self):
        visitor = self.context(reduced_motion="reduce")
        pages = [self.explorer(visitor) for _ in range(3)]
        fourth = self.page(visitor)
        fourth.goto(self.server.origin)
        until(fourth, "() => /has at most 3 open pages/.test(document.body.innerText)")
        # The others go on, and a page that is closed makes room.
        pages[0].type("rome")
        pages[1].page.close()
        until(fourth, "() => document.documentElement.classList.contains('script')")
        Explorer(fourth, self.server.origin).type("oslo")
