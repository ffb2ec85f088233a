"""What the tests of `<city-search>` share: a site with pages of the tests, and one field."""

import http.server
import os
import pathlib
import threading
import urllib.parse

from browser import BrowserTest, until

PACKAGE = pathlib.Path(os.environ["WEB_FOLDER"])
FIXTURES = {
    "/cities.gazetteer": pathlib.Path(os.environ["CITIES"]),
    "/keys.mjs": pathlib.Path(__file__).with_name("keys.mjs"),
    **{f"/{file.name}": file for file in pathlib.Path(os.environ["ANSWERS"]).glob("*.tsv")},
}
FIELD = '<label for="f">City</label> <city-search id="f" name="city" src="cities.gazetteer" {}></city-search>'


class Site:
    """A static file server, with pages of the tests, which counts requests and can fail or wait."""

    def __init__(self):
        self.pages, self.requests, self.failing = {}, [], set()
        self.gate = threading.Event()
        self.gate.set()
        site = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {
                "": "application/octet-stream", ".html": "text/html", ".js": "text/javascript",
                ".mjs": "text/javascript", ".wasm": "application/wasm", ".tsv": "text/plain; charset=utf-8",
            }

            def log_message(self, *_):
                pass

            def translate_path(self, path):
                return str(FIXTURES.get(path.split("?")[0]) or super().translate_path(path))

            def do_GET(self):
                path = urllib.parse.urlsplit(self.path).path
                site.requests.append(path)
                if path.endswith(".gazetteer"):
                    site.gate.wait()
                if path == "/favicon.ico":
                    self.send_response(204)
                    return self.end_headers()
                if path in site.failing:
                    return self.send_error(503)
                if path not in site.pages:
                    return super().do_GET()
                body = ("<!doctype html><html lang='en'><meta charset='utf-8'><title>Test</title>"
                        + site.pages[path]).encode()
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), lambda *given: Handler(*given, directory=PACKAGE))
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.gate.set()
        self.server.shutdown()
        self.server.server_close()


class ElementTest(BrowserTest):
    def setUp(self):
        super().setUp()
        self.site = Site()
        self.addCleanup(self.site.close)

    def open(self, content, script="", **options):
        self.site.pages["/test.html"] = (
            f'<main><h1>Test</h1>{content}</main><script type="module">import "./city-search-element.js";{script}</script>')
        page = self.page(**options)
        page.goto(f"{self.site.address}/test.html")
        until(page, "() => customElements.get('city-search')")
        return page

    def field(self, attributes="", script="", **options):
        page = self.open(FIELD.format(attributes), script, **options)
        return page, page.get_by_role("combobox", name="City")

    def lines(self, page, count=1):
        until(page, f"() => document.querySelector('city-search').shadowRoot.querySelectorAll('li').length >= {count}")
        return page.get_by_role("option").all_inner_texts()

    def value(self, page):
        return page.evaluate("() => document.querySelector('city-search').value")
