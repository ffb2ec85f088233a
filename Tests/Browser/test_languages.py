"""Pages in the languages of their readers: texts, names of places, and the direction of writing."""

import json
import pathlib
import re

from explorer import ExplorerTest

TEXTS = pathlib.Path(__file__).parents[2] / "Sources/CityExplorerPage/Site/texts"


class LanguageTests(ExplorerTest):
    def test_every_language_has_every_text_and_its_values(self):
        texts = {file.stem: json.loads(file.read_text()) for file in TEXTS.glob("*.json")}
        self.assertIn("ar", texts)
        for language, strings in texts.items():
            self.assertEqual(strings.keys(), texts["en"].keys(), language)
            for key, text in strings.items():
                values = [sorted(re.findall(r"{\w+}", each)) for each in (text, texts["en"][key])]
                self.assertEqual(*values, (language, key))

    def test_names_in_the_language_of_the_reader(self):
        for locale, name, country in (("de-CH", "München", "Deutschland"), ("it", "Monaco di Baviera", "Germania")):
            with self.subTest(locale=locale):
                explorer = self.explorer(locale=locale)
                explorer.choose("munich", name, country)
                self.assertIn(country, explorer.card.inner_text())
                explorer.star(explorer.card).click()
                self.eventually(explorer.favorite_names, [name])
                self.eventually(lambda: any(name in each for each in explorer.markers()), True)
                # The texts of the page are those that it has.
                self.assertEqual(explorer.page.locator("html").get_attribute("lang"), "en")

    def test_arabic_from_right_to_left(self):
        for size in ((390, 664), (1200, 800)):
            with self.subTest(size=size):
                explorer = self.explorer(locale="ar", viewport={"width": size[0], "height": size[1]})
                page = explorer.page
                self.assertEqual(page.locator("html").get_attribute("dir"), "rtl")
                self.assertEqual(page.locator("html").get_attribute("lang"), "ar")
                field = page.get_by_role("combobox", name="ابحث عن مدينة")
                field.press_sequentially("القاهرة")
                explorer.answered("القاهرة")
                self.assertEqual(explorer.titles()[0], "القاهرة")
                page.locator("[role=option]").first.click()
                explorer.card_of("القاهرة")
                self.assertIn("مصر", explorer.card.inner_text())
                explorer.settled()
                # The close button is on the left of the name, the tools of the map are on the left.
                heading = explorer.card.get_by_role("heading").bounding_box()
                close = explorer.card.locator("#close").bounding_box()
                self.assertLess(close["x"], heading["x"])
                tools = page.locator(".map-tools").bounding_box()
                box = page.locator("world-map").bounding_box()
                self.assertLess(tools["x"], box["x"] + box["width"] / 2)
                self.assertEqual(page.evaluate("() => document.documentElement.scrollWidth"), size[0])
                # No text of the page is English, but for names of places and of the sources.
                words = page.evaluate(
                    """() => {
                      const texts = [...document.querySelectorAll("main [aria-label], main [placeholder]")].flatMap(
                        (each) => each.closest("[data-marker], #card, .found") || each.id === "lines" ? []
                          : [each.ariaLabel, each.placeholder]);
                      for (const each of document.querySelectorAll("main :is(h1, h2, label, button, dt, summary, .note, .count)")) {
                        if (!each.closest("[data-marker], .place, #card h2, .example, #switches")) texts.push(each.textContent);
                      }
                      return texts.filter(Boolean).join(" ");
                    }""")
                self.assertNotRegex(words, "[A-Za-z]{3}")

    def test_cities_of_the_map_in_the_language(self):
        explorer = self.explorer(locale="ar")
        self.eventually(
            lambda: any("لاغوس" in text or "إسطنبول" in text or "القاهرة" in text
                        for text in explorer.page.locator(".map-place").all_text_contents()), True, explorer.page)
