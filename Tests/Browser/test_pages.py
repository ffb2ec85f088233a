"""Pages as such: reload, the back button, many windows, no script, another server, and tiles."""

import functools
import http.server
import subprocess
import tempfile
import threading

from browser import BrowserTest
from explorer import Explorer, ExplorerTest
from server import PROGRAM


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

    def test_the_page_says_what_file_its_cities_are_from(self):
        explorer = self.explorer()
        source = explorer.page.locator("#source")
        # Names stand between marks of direction.
        self.eventually(
            lambda: source.text_content().startswith("234,908 cities of \u2068cities500.txt\u2069, SHA-256 "), True,
            explorer.page)
        self.assertRegex(source.text_content(), "[0-9a-f]{64}$")

    def test_the_policy_of_the_page(self):
        page = self.context().new_page()
        response = page.goto(self.server.origin)
        policy = page.locator("meta[http-equiv]").get_attribute("content")
        self.assertRegex(policy, "default-src 'none'")
        self.assertNotIn("unsafe-inline", policy)
        self.assertEqual(response.headers["x-content-type-options"], "nosniff")
        self.assertNotIn("set-cookie", response.headers)

    def test_six_windows(self):
        """Browsers have six connections for a host: a seventh window works, too."""
        visitor = self.context(reduced_motion="reduce")
        explorers = [self.explorer(visitor) for _ in range(7)]
        explorers[6].star(explorers[6].choose("oslo", "Oslo")).click()
        for explorer in explorers:
            self.eventually(explorer.favorite_names, ["Oslo"], explorer.page)


class WithoutScriptTests(ExplorerTest):
    # An answer of the service has no icon.
    expected = ("Failed to load resource",)

    def test_a_sentence_and_the_service(self):
        page = self.page(java_script_enabled=False)
        page.goto(self.server.origin)
        link = page.get_by_role("link", name="v1/search")
        self.assertIn("needs JavaScript", page.locator("noscript").inner_text())
        link.click()
        self.assertIn("FeatureCollection", page.content())


class ExportTests(BrowserTest):
    """The page as files in a subfolder of another server."""

    expected = ("Failed to load resource",)

    def test_a_subfolder_of_any_server(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROGRAM, "export", f"{folder}/sub"], check=True, capture_output=True)
            handler = functools.partial(Quiet, directory=folder)
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            self.addCleanup(server.server_close)
            self.addCleanup(server.shutdown)
            context = self.context(reduced_motion="reduce")
            explorer = Explorer(self.page(context), f"http://127.0.0.1:{server.server_port}")
            explorer.open("/sub/")
            explorer.type("new yrok")
            self.assertIn("New York", explorer.titles()[0])
            explorer.choose("münchen", "Munich", "Germany")
            self.assertIn("/sub/?q=", explorer.page.url)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class TileTests(ExplorerTest):
    options = ("--tiles", "https://tiles.example.org/{z}/{x}/{y}.png")

    def test_pictures_of_ones_own_server(self):
        asked = []
        context = self.context(reduced_motion="reduce")

        def fulfill(route):
            asked.append(route.request.url)
            route.fulfill(path="../../Sources/CityExplorerServer/Site/icon.svg", content_type="image/svg+xml")

        context.route("https://tiles.example.org/**", fulfill)
        explorer = self.explorer(context)
        explorer.choose("münchen", "Munich", "Germany")
        explorer.settled()
        self.eventually(lambda: max((int(address.split("/")[3]) for address in asked), default=0) > 5, True, explorer.page)
        self.assertGreater(len(asked), 4)
        self.assertGreater(explorer.page.locator(".map-tiles img").count(), 0)
        self.assertEqual(explorer.page.locator(".map-place").count(), 0)
