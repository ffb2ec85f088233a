"""<world-map> on a static page, for its tests."""

import functools
import http.server
import pathlib
import threading

from browser import BrowserTest, until

ROOT = pathlib.Path(__file__).parents[2]
WEB = "/Sources/CityExplorerPage/Site"

CITIES = [
    {"id": "1", "latitude": 48.85, "longitude": 2.35, "label": "Paris", "kind": "city"},
    {"id": "2", "latitude": 51.51, "longitude": -0.13, "label": "London", "kind": "city", "isFavorite": True},
    {"id": "3", "latitude": 48.14, "longitude": 11.58, "label": "Munich", "kind": "city"},
    {"id": "4", "latitude": 41.89, "longitude": 12.51, "label": "Rome", "kind": "address"},
]
EUROPE = {"south": 40, "west": -2, "north": 53, "east": 14}
WORLD = {"south": -56, "west": -180, "north": 76, "east": 180}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_GET(self):
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()


class MapTest(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        handler = functools.partial(Quiet, directory=ROOT)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.origin = f"http://127.0.0.1:{server.server_port}"

    def map(self, markers=(), region=None, **options):
        """Opens the page and shows markers."""
        page = self.page(**({"reduced_motion": "reduce"} | options))
        page.goto(f"{self.origin}/Tests/Browser/map.html")
        page.wait_for_selector("world-map[data-drawn]")
        page.evaluate(
            """([markers, region]) => {
              window.heard = [];
              for (const name of ["marker-selected", "region-changed"]) {
                document.addEventListener(name, (event) => heard.push([name, event.detail]));
              }
              world.markers = markers;
              world.region = region;
            }""",
            [list(markers), region])
        if markers:
            page.wait_for_selector("world-map [data-marker]", state="attached")
        self.settle(page)
        return page

    def settle(self, page):
        """Waits until nothing moves, and everything that was asked for is drawn."""
        until(page, "() => !world.isMoving")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def visible(self, page):
        return page.evaluate("() => world.visibleRegion")

    def place(self, page, id):
        box = page.locator(f'[data-marker="{id}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def overlaps(self, page):
        return page.evaluate(
            """() => {
              const boxes = [...world.querySelectorAll("[data-shown], .map-tools")].map((label) => {
                const { left, right, top, bottom } = label.getBoundingClientRect();
                return { text: label.textContent, left, right, top, bottom };
              });
              const pairs = [];
              for (const [i, a] of boxes.entries()) {
                for (const b of boxes.slice(i + 1)) {
                  // Less than a pixel is rounding.
                  if (a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom) {
                    pairs.push([a.text, b.text]);
                  }
                }
              }
              return { count: boxes.length, pairs };
            }""")
