"""The page as the tests see it: by roles and names, as people do."""

import json
import pathlib
import time

from browser import BrowserTest, until
from server import PATIENCE, Server

TEXTS = pathlib.Path(__file__).parents[2] / "Sources/CityExplorerPage/Site/texts"


class Explorer:
    """An open page, with the texts of its language."""

    def __init__(self, page, origin, language="en"):
        self.page = page
        self.origin = origin
        self.texts = json.loads((TEXTS / f"{language}.json").read_text())

    def open(self, path="/"):
        self.page.goto(self.origin + path)
        self.ready()
        return self

    def ready(self):
        """Waits until all cities are there, and the map is drawn."""
        self.page.wait_for_selector("html[data-cities=all]")
        self.page.wait_for_selector("world-map[data-drawn]")
        self.page.wait_for_selector("#list", state="attached")

    # The search field and its list

    @property
    def query(self):
        return self.page.get_by_role("combobox", name=self.texts["find"])

    @property
    def options(self):
        return self.page.get_by_role("listbox", name=self.texts["results"]).get_by_role("option")

    def type(self, text):
        """Types a text letter by letter, and waits for its answer."""
        if self.query.input_value():
            self.query.fill("")
            self.answered("")
        self.query.press_sequentially(text)
        self.answered(text)

    def answered(self, text):
        """Waits until the list answers a text."""
        until(
            self.page,
            """(text) => document.getElementById("query").value === text
              && document.getElementById("results").dataset.query === text""", text)

    def titles(self):
        return self.page.locator("[role=option] .title").all_text_contents()

    def option(self, title, subtitle=""):
        """The line of a place."""
        lines = self.options.filter(has=self.page.locator(".title", has_text=title))
        return (lines.filter(has=self.page.locator(".subtitle", has_text=subtitle)) if subtitle else lines).first

    def active(self):
        """The text of the line that the arrow keys have reached; `None` if there is none."""
        return self.page.evaluate(
            """() => {
              const id = document.querySelector("[role=combobox]").getAttribute("aria-activedescendant");
              const option = id && document.getElementById(id);
              if (option && option.getAttribute("aria-selected") !== "true") throw new Error("not selected");
              return option ? option.querySelector(".title").textContent : null;
            }""")

    def choose(self, text, title, subtitle=""):
        self.type(text)
        self.option(title, subtitle).click()
        return self.card_of(title)

    def offered(self):
        """The headings of the list, each with the titles below it."""
        return self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll("#list > [role=group]")].map((group) => [
              group.querySelector(".heading")?.textContent ?? "",
              [...group.querySelectorAll(".title")].map((title) => title.textContent)]))""")

    def open_developer(self):
        """Opens what is for developers: the order and the times."""
        self.page.evaluate("() => { document.querySelector('#foot details').open = true }")

    # The card, the map, the rest

    @property
    def card(self):
        return self.page.locator("#card")

    def card_of(self, name):
        self.card.get_by_role("heading", name=name, exact=True).wait_for()
        return self.card

    def star(self, place):
        return place.get_by_role("button", name=self.texts["favorite"])

    def markers(self):
        """What the markers say that are in view, where near ones are one."""
        return self.page.evaluate(
            "() => [...document.querySelectorAll('world-map [data-marker]')].map((each) => each.getAttribute('aria-label'))")

    @property
    def favorites(self):
        return self.page.locator("#favorites")

    def favorite_names(self):
        return self.favorites.locator(".title").all_text_contents()

    @property
    def addresses(self):
        return self.page.locator("#addresses")

    def marked_addresses(self):
        """The number of addresses that the map has markers for, in view or not."""
        return self.page.evaluate(
            "() => (document.querySelector('world-map').markers ?? []).filter(({ kind }) => kind === 'address').length")

    def open_addresses(self):
        """Opens the form for addresses, and gives its box."""
        box = self.addresses.get_by_role("textbox")
        if not box.is_visible():
            self.addresses.get_by_role("button", name=self.texts["openAddresses"]).click()
        return box

    def paste(self, lines):
        """Pastes lines of addresses, and asks for them."""
        self.open_addresses().fill(lines)
        self.addresses.get_by_role("button", name=self.texts["findOnMap"]).click()

    def settled(self):
        """Waits until the map stands still."""
        until(self.page, "() => !document.querySelector('world-map').isMoving")


class ExplorerTest(BrowserTest):
    """A server for the class, a new browser for each test."""

    options = ()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = Server(*cls.options)
        cls.addClassCleanup(cls.server.close)
        cls.server.start()

    def explorer(self, context=None, path="/", **options):
        options = {"reduced_motion": "reduce"} | options
        page = self.page(context or self.context(**options))
        language = options.get("locale", "en").split("-")[0]
        known = language if (TEXTS / f"{language}.json").exists() else "en"
        return Explorer(page, self.server.origin, known).open(path)

    def eventually(self, value, expected, page=None):
        """Waits until a function gives a value; meanwhile the events of the page are delivered, if one is given."""
        end = time.monotonic() + PATIENCE
        while (found := value()) != expected:
            if time.monotonic() > end:
                self.assertEqual(found, expected)
            if page:
                page.wait_for_timeout(10)
            else:
                time.sleep(0.01)
