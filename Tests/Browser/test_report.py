"""The page of `bench report`: what its script draws, and what is left without it."""

import copy
import json
import os
import pathlib
import subprocess
import tempfile

from axe_playwright_python.sync_playwright import Axe

from browser import BrowserTest
from server import PATIENCE, PROGRAM

BENCH = pathlib.Path(os.environ.get("BENCH") or pathlib.Path(PROGRAM or "").with_name("bench"))
RESULTS = sorted((pathlib.Path(__file__).parents[2] / "Benchmarks/Results").glob("20*.json"))
SIZES = ((1440, 900), (390, 844))
HOSTILE = (
    "<script>document.title='hacked'</script>", "</script><img src=x onerror=\"document.title='hacked'\">",
    "\"\u0301 onfocus=\"document.title='hacked'\" x=\"", "__proto__", "{{script}} <!--<script>", "W" * 300,
    "\u202eأبجد \u2028 مدينة")

# What a person sees of a plot: the boxes of its texts, marks and frame, in pixels.
BOXES = """() => [...document.querySelectorAll("figure svg")].map((svg) => {
  const box = (node) => {
    const { left, right, top, bottom, height } = node.getBoundingClientRect();
    // The lines of a text are higher than its letters.
    const room = node.localName === "text" ? height / 5 : 0;
    return { left, right, top: top + room, bottom: bottom - room, words: node.textContent };
  };
  const all = (selector) => [...svg.querySelectorAll(selector)].map(box);
  return {
    title: svg.getAttribute("aria-label"), frame: box(svg), texts: all("text").filter(({ words }) => words),
    marks: svg.querySelector(".line") ? [] : all("use"), width: svg.viewBox.baseVal.width,
    size: parseFloat(getComputedStyle(svg.querySelector("text")).fontSize),
  };
})"""


def overlap(one, other):
    width = min(one["right"], other["right"]) - max(one["left"], other["left"])
    height = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return max(0, width) * max(0, height) if width > 0 and height > 0 else 0


class ReportTests(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.newest = json.loads(RESULTS[-1].read_text())
        cls.pages = {"one": cls.report(RESULTS[-1]), "two": cls.report(RESULTS[-2], RESULTS[-1])}
        record = copy.deepcopy(cls.newest)
        names = {each["name"]: name for each, name in zip(record["header"]["subjects"], HOSTILE)}
        for each in record["header"]["subjects"]:
            each["name"] = names.get(each["name"], each["name"])
        for each in record["figures"]:
            each["subject"] = names.get(each["subject"], each["subject"])
        record["header"]["data"]["file"] = HOSTILE[2]
        record["header"]["subjects"][1]["anotherQuestion"] = HOSTILE[0]
        cls.pages["hostile"] = cls.report(cls.written("hostile", record))

    @classmethod
    def written(cls, name, record):
        file = pathlib.Path(cls.folder.name, f"{name}.json")
        file.write_text(json.dumps(record))
        return file

    @classmethod
    def report(cls, *results):
        """The page of results, alone in a folder of its own."""
        file = pathlib.Path(tempfile.mkdtemp(dir=cls.folder.name), "page.html")
        subprocess.run([BENCH, "report", *results, "--output", file], check=True, timeout=PATIENCE)
        return file

    def open(self, file, size=SIZES[0], opened=True, **options):
        page = self.page(viewport={"width": size[0], "height": size[1]}, **options)
        page.requests = []
        page.on("request", lambda request: page.requests.append(request.url))
        page.goto(file.as_uri())
        if opened:
            page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        return page

    def drawn(self, *plots):
        """A page with plots of these data in the place of its first ones."""
        html = self.pages["one"].read_text()
        start = html.index(">", html.index('id="data"')) + 1
        end = html.index("</script>", start)
        ids = [each["id"] for each in json.loads(html[start:end])]
        data = json.dumps([{"id": id} | plot for id, plot in zip(ids, plots)])
        file = pathlib.Path(tempfile.mkdtemp(dir=self.folder.name), "page.html")
        file.write_text(html[:start] + data + html[end:])
        return self.open(file)

    def check_labels(self, page, state):
        plots = page.evaluate(BOXES)
        self.assertGreater(len(plots), 4)
        for plot in plots:
            with self.subTest(state=state, plot=plot["title"]):
                texts = plot["texts"]
                for index, text in enumerate(texts):
                    for other in texts[:index] + plot["marks"]:
                        self.assertLess(overlap(text, other), 2, (text["words"], other["words"]))
                    outside = (text["right"] - text["left"]) * (text["bottom"] - text["top"])
                    self.assertLess(outside - overlap(text, plot["frame"]), 2, text["words"])

    def test_labels_are_apart_and_inside(self):
        for name, file in self.pages.items():
            for size in SIZES:
                page = self.open(file, size)
                self.check_labels(page, (name, size))
                self.assertEqual(page.evaluate("() => document.documentElement.scrollWidth"), size[0])
                for plot in page.evaluate(BOXES):
                    scale = (plot["frame"]["right"] - plot["frame"]["left"]) / plot["width"]
                    self.assertGreaterEqual(scale * plot["size"], 12, plot["title"])

    def test_print_has_all(self):
        for name, file in self.pages.items():
            page = self.open(file, (703, 1000), opened=False)
            page.emulate_media(media="print", color_scheme="dark")
            self.check_labels(page, name)
            hidden = page.evaluate(
                """() => [...document.querySelectorAll("figure svg, details:not(.figures) td")]
                  .filter((node) => !node.getBoundingClientRect().height).length""")
            self.assertEqual(hidden, 0)
            self.assertEqual(
                page.evaluate("() => getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
            self.assertGreater(len(page.pdf()), 50_000)

    def test_nothing_is_loaded(self):
        for file in self.pages.values():
            page = self.open(file)
            self.assertEqual(page.requests, [file.as_uri()])
            self.assertNotEqual(page.title(), "hacked")
            self.assertEqual(page.locator("img, [onfocus], [onerror]").count(), 0)
            self.assertEqual(page.locator("script").count(), 2)

    def test_hostile_names_are_words(self):
        page = self.open(self.pages["hostile"])
        names = page.locator("tbody bdi").all_text_contents()
        for name in HOSTILE:
            # What would turn around the text behind it is gone.
            self.assertIn(name.replace("\u202e", "\ufffd"), names)
        self.assertNotIn("\u202e", page.content())
        self.assertEqual(page.evaluate("() => document.querySelectorAll('figure script, figure img').length"), 0)

    def test_axe(self):
        for name, file in self.pages.items():
            for scheme in ("light", "dark"):
                for size in SIZES:
                    page = self.open(file, size, color_scheme=scheme)
                    self.check(page, (name, scheme, size))

    def check(self, page, state):
        found = [
            (each["id"], each["help"], [node["html"][:200] for node in each["nodes"][:3]])
            for each in Axe().run(page).response["violations"]
        ]
        with self.subTest(state=state):
            self.assertEqual(found, [])
