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


def row(name, *medians, hollow=False, remark=""):
    cells = [median if median is None or isinstance(median, list) else [median] * 3 for median in medians]
    style = {"color": 1, "role": "engine", "isHollow": hollow}
    return {"name": name, "style": style, "remark": remark, "cells": cells}


def lines(*rows, scale="places", unit="count", positions=(0, 1), labels=("a", "b"), **options):
    axis = {"title": "axis", "scale": scale, "unit": unit}
    return {"kind": "lines", "axis": axis, "rows": rows, "positions": positions, "labels": labels} | options


def words(locator):
    """Texts with plain blanks, without the signs around names."""
    return [
        text.replace("\u00a0", " ").replace("\u2068", "").replace("\u2069", "")
        for text in locator.all_text_contents()
    ]


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
        usual = {"unit": "ns", "labels": [], "positions": [], "title": "title"}
        data = [usual | {"id": each["id"]} | plot for each, plot in zip(json.loads(html[start:end]), plots)]
        file = pathlib.Path(tempfile.mkdtemp(dir=self.folder.name), "page.html")
        file.write_text(html[:start] + json.dumps(data) + html[end:])
        page = self.open(file)
        return [page.locator(f"[id='{each['id']}']") for each in data]

    def check_labels(self, page, state, least=5):
        plots = page.evaluate(BOXES)
        self.assertGreaterEqual(len(plots), least)
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
                names = page.locator("th .name").evaluate_all(
                    "(all) => all.map(({ offsetWidth, offsetHeight }) => [offsetWidth, offsetHeight])")
                # Names stand in one line beside their marks, and leave room for figures.
                self.assertLess(max(width for width, _ in names), size[0] / 2)
                self.assertLess(max(height for _, height in names), 30)
                for plot in page.evaluate(BOXES):
                    scale = (plot["frame"]["right"] - plot["frame"]["left"]) / plot["width"]
                    self.assertGreaterEqual(scale * plot["size"], 12, plot["title"])

    def test_crowded_labels(self):
        """Many rows at one place, and more labels than have room."""
        names = [f"engine {number} of many" for number in range(13)]
        axis = {"title": "memory for each city", "scale": "logarithmic", "unit": "bytes"}
        many = list(range(12))
        figures = self.drawn(
            lines(*(row(name, *[5] * 12) for name in names), positions=many, labels=[f"workload {each}" for each in many]),
            lines(row("W" * 90, *many, remark="n^1"), positions=[10 ** each for each in many], scale="logarithmic"),
            {"kind": "scatter", "axis": axis, "rows": [row(name, 5, 5) for name in names[:8]]},
            {"kind": "bars", "labels": ["warm", "cold"], "rows": [row("W" * 90, 1, 9), row("m" * 9, 2, None)]})
        self.check_labels(figures[0].page, "crowded", least=4)

    def test_print_has_all(self):
        for name, file in self.pages.items():
            page = self.open(file, (703, 1000), opened=False)
            page.emulate_media(media="print", color_scheme="dark")
            self.check_labels(page, name)
            hidden = page.evaluate(
                """() => [...document.querySelectorAll("figure svg, details:not(.figures) td")]
                  .filter((node) => !node.checkVisibility()).length""")
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

    def test_logarithmic_axes(self):
        """They end at 1, 2 or 5 times a power of ten, with room; long ones have powers of ten alone."""
        cases = (
            ((30, 700), ["20 ns", "50 ns", "100 ns", "200 ns", "500 ns", "1 µs"]), ((10, 10), ["5 ns", "10 ns", "20 ns"]),
            ((999.6, 1e4), ["500 ns", "1 µs", "2 µs", "5 µs", "10 µs", "20 µs"]),
            ((2e9, 3e9), ["1 s", "2 s", "5 s"]))
        figures = self.drawn(*(lines(row("a", *values)) for values, _ in cases), lines(row("a", 1, 1e6)))
        for figure, (values, labels) in zip(figures, cases):
            self.assertEqual(words(figure.locator("text.end"))[:-1], labels, values)
        long = words(figures[-1].locator("text.end"))[:-1]
        self.assertTrue(2 < len(long) <= 6 and all(label[0] == "1" for label in long), long)

    def test_lower_axes(self):
        percentiles = [1, 50, 90, 99, 99.9]
        nines, short, keys = self.drawn(
            lines(row("a", 1, 2, 3, 4, 5), scale="nines", positions=percentiles, labels=[""] * 5),
            lines(row("a", 1, 2, 3, 4, None), scale="nines", positions=percentiles, labels=[""] * 5),
            lines(row("a", 1, 2, 4, remark="n^0.5"), scale="logarithmic", positions=[1_000, 10_000, 100_000], labels=[""] * 3))

        def across(figure):
            return [
                float(mark.split("(")[1].split(" ")[0]) for mark in
                figure.locator("use").evaluate_all("(all) => all.map((each) => each.getAttribute('transform'))")]

        places = across(nines)
        self.assertAlmostEqual(places[3] - places[2], places[4] - places[3], delta=0.2)
        self.assertEqual(words(nines.locator("text.middle")), ["50 %", "90 %", "99 %", "99.9 %"])
        # An axis ends where the lines do.
        self.assertEqual(words(short.locator("text.middle")), ["50 %", "90 %", "99 %"])
        places = across(keys)
        self.assertAlmostEqual(places[1] - places[0], places[2] - places[1], delta=0.2)
        self.assertIn("a n^0.5", words(keys.locator("text.label")))

    def test_scatter(self):
        axis = {"title": "memory", "scale": "logarithmic", "unit": "bytes"}
        figure, equal, one = self.drawn(
            {"kind": "scatter", "axis": axis, "labels": ["", ""], "rows": [
                row("small", 1, 90), row("fast", 500, 50), row("between", 300, 80), row("worse", 400, 100),
                row("other", 1, 1, hollow=True), row("scan", 0, 9e6), row("slow", 2, 9e6)]},
            {"kind": "scatter", "axis": axis, "rows": [row("a", 1, 1), row("b", 1, 1), row("c", 1, 2)]},
            {"kind": "scatter", "axis": axis, "rows": [row("a", 1, 1), row("b", 0, 1)]})
        self.assertEqual(words(figure.locator("figcaption")), [
            "Nothing beats small, between and fast in both. "
            "Beyond the frame: scan: 9 ms, nothing kept; slow: 9 ms, 2 B."])
        self.assertEqual(figure.locator("use").count(), 5)
        self.assertEqual(figure.locator(".hollow").count(), 1)
        self.assertEqual(figure.locator(".front").get_attribute("d").count("L"), 4)
        self.assertEqual(words(equal.locator("figcaption")), ["Nothing beats a and b in both."])
        # A plot of one mark shows nothing that a table does not.
        self.assertEqual(one.locator("svg").count(), 0)

    def test_frames_end_before_a_gap(self):
        """If most lie before it; what lies beyond is named."""
        cases = (
            ((1, 2, 3, 100), "d 100 ns to 100 ns"), ((1, 2, 3, 4), None), ((1, 100, 101), None), ((5,), None),
            ((1, 2, 3, 4, 50, 900), "e 50 ns to 50 ns; f 900 ns to 900 ns"))
        figures = self.drawn(*(
            lines(*(row(name, value, value) for name, value in zip("abcdef", values))) for values, _ in cases))
        for figure, (values, beyond) in zip(figures, cases):
            captions = [f"Beyond the frame: {beyond}."] if beyond else []
            self.assertEqual(words(figure.locator("figcaption")), captions, values)

    def test_bars(self):
        def plot(*values):
            rows = [row("c", [value, 0.9 * value, 1.1 * value]) for value in values]
            return {"kind": "bars", "labels": [""], "rows": rows}

        whole, cut, nothing = self.drawn(plot(10, 20, 30), plot(10, 20, 900), plot(0))
        # A stroke and its two ends for each that is not cut.
        self.assertEqual([each.locator(".interval").count() for each in (whole, cut, nothing)], [9, 6, 0])
        self.assertEqual([each.locator(".cut").count() for each in (whole, cut, nothing)], [0, 2, 0])
        self.assertEqual(words(cut.locator("text.label"))[1::2], ["10 ns", "20 ns", "900 ns"])
        widths = [float(bar.get_attribute("width")) for bar in whole.locator("rect").all()]
        self.assertAlmostEqual(widths[0] / widths[2], 1 / 3, places=2)

    def test_bars_say_what_tables_say(self):
        page = self.open(self.pages["one"])
        for figure in page.locator("figure:has(rect)").all():
            texts = [each for each in figure.locator("text").all_text_contents() if "\u00a0" in each]
            self.assertGreater(len(texts), 4)
            for text in texts:
                self.assertGreater(page.locator("details.figures td", has_text=text).count(), 0, text)

    def test_marks_explain_themselves(self):
        page = self.open(self.pages["one"])
        figure = page.locator("#tradeoff figure").first
        svg, output = figure.locator("svg"), figure.locator("output")
        self.assertEqual((svg.get_attribute("role"), svg.get_attribute("aria-label")), ("img", "Locating a prefix"))
        svg.focus()
        svg.press("ArrowRight")
        first = output.inner_text()
        self.assertRegex(first, "RadixTree.*: .*ns, .*B")
        svg.press("ArrowLeft")
        last = output.inner_text()
        self.assertNotEqual(first, last)
        self.assertEqual(figure.locator(".shown").count(), 1)
        svg.press("Escape")
        self.assertEqual((output.inner_text(), figure.locator(".shown").count()), ("", 0))
        figure.locator("use").first.hover()
        self.assertEqual(output.inner_text(), first)
        page.mouse.move(2, 2)
        self.assertEqual(output.inner_text(), "")

    def test_without_script(self):
        page = self.open(self.pages["one"], opened=False, java_script_enabled=False)
        self.assertEqual(page.locator("figure:visible, #tradeoff:visible").count(), 0)
        page.get_by_text("The figures of these plots").click()
        table = page.get_by_role("table", name="Figures to choose an engine by")
        self.assertIn("RadixTree", table.inner_text())
        # Printed, all tables are open.
        page.emulate_media(media="print")
        self.assertTrue(table.is_visible())
        self.assertEqual(page.locator("table:visible").count(), page.locator("table").count())

    def test_axe(self):
        for name, scheme, size in (
                ("one", "light", SIZES[0]), ("one", "dark", SIZES[1]), ("hostile", "light", SIZES[1])):
            page = self.open(self.pages[name], size, color_scheme=scheme)
            found = [
                (each["id"], each["help"], [node["html"][:200] for node in each["nodes"][:3]])
                for each in Axe().run(page).response["violations"]
            ]
            with self.subTest(page=name, scheme=scheme, size=size):
                self.assertEqual(found, [])
