"""Pages in the languages of their readers: texts, names of places, and the direction of writing."""

import json
import re
import unittest

from browser import until
from explorer import TEXTS, ExplorerTest

LANGUAGES = ("ar", "de", "en", "es", "fr", "hi", "it", "ja", "ko", "pt", "ru", "zh")
SITE = TEXTS.parents[2] / "CityExplorerServer/Site"

COUNTRIES = "() => [...document.querySelectorAll('.map-country')].map((each) => each.textContent)"
"""The names of all countries that the map has, drawn or not."""
PLACES = "() => [...document.querySelectorAll('.map-place')].map((each) => each.textContent)"
FILES = """() => performance.getEntriesByType("resource").map((each) => each.name.split("/").at(-1).split("?")[0])
  .filter((name) => /^(texts|divisions)-/.test(name))"""


class CompletenessTests(unittest.TestCase):
    def test_every_language_has_every_text_and_its_values(self):
        texts = {file.stem: json.loads(file.read_text()) for file in TEXTS.glob("*.json")}
        self.assertEqual(sorted(texts), sorted(LANGUAGES))
        for language, strings in texts.items():
            self.assertEqual(list(strings), list(texts["en"]), language)
            self.assertEqual(strings["direction"], "rtl" if language == "ar" else "ltr")
            for key, text in strings.items():
                self.assertTrue(text.strip(), (language, key))
                values = [sorted(re.findall(r"{\w+}", each)) for each in (text, texts["en"][key])]
                self.assertEqual(*values, (language, key))

    def test_no_sentence_was_left_in_english(self):
        english = json.loads((TEXTS / "en.json").read_text())
        for language in LANGUAGES:
            if language == "en":
                continue
            texts = json.loads((TEXTS / f"{language}.json").read_text())
            same = {key for key, text in texts.items() if text == english[key] and len(text.split()) > 2}
            self.assertLessEqual(same, {"exampleAddresses"}, language)

    def test_every_language_but_english_has_names_of_divisions(self):
        for language in LANGUAGES:
            file = SITE / f"divisions-{language}.json"
            self.assertEqual(file.exists(), language != "en", language)
            if language == "en":
                continue
            divisions = json.loads(file.read_text())
            self.assertGreater(len(divisions), 150, language)
            self.assertNotEqual(divisions["IT"]["Lombardy"], "Lombardy", language)
            for names in divisions.values():
                self.assertTrue(all(name.strip() for name in names.values()), language)


class LanguageTests(ExplorerTest):
    def test_one_language_in_list_card_and_map(self):
        for locale, query, name, division, country, others in (
            ("de-CH", "milano", "Mailand", "Lombardei", "Italien", ("Moskau", "Russland")),
            ("ru", "милан", "Милан", "Ломбардия", "Италия", ("Москва", "Россия")),
            ("ja", "ミラノ", "ミラノ", "ロンバルディア州", "イタリア", ("モスクワ", "ロシア")),
            ("en-GB", "milano", "Milan", "Lombardy", "Italy", ("Moscow", "Russia")),
            # The texts and the divisions are in simplified characters, so countries and cities are, too.
            ("zh-TW", "倫敦", "伦敦", "英格兰", "英国", ("莫斯科", "俄罗斯")),
            # The page has no Dutch, so nothing is Dutch.
            ("nl", "milaan", "Milan", "Lombardy", "Italy", ("Moscow", "Russia")),
        ):
            with self.subTest(locale=locale):
                explorer = self.explorer(locale=locale)
                page = explorer.page
                language = locale[:2] if locale != "nl" else "en"
                self.assertEqual(page.locator("html").get_attribute("lang"), language)
                self.eventually(lambda: others[0] in page.evaluate(PLACES), True, page)
                self.assertIn(others[1], page.evaluate(COUNTRIES))
                self.assertIn(country, page.evaluate(COUNTRIES))
                explorer.type(query)
                line = explorer.options.first
                self.assertEqual(line.locator(".title").inner_text(), name)
                self.assertIn(f"{division}, {country}", line.locator(".subtitle").inner_text())
                line.click()
                facts = explorer.card_of(name).locator("dd").all_inner_texts()
                self.assertIn(division, facts)
                self.assertIn(country, facts)
                said = explorer.texts["chosen"].replace("{name}", f"\u2068{name}, {division}, {country}\u2069")
                self.eventually(lambda: page.locator("#status").text_content(), said, page)
                self.eventually(lambda: any(name in each for each in explorer.markers()), True, page)
                explorer.star(explorer.card).click()
                self.eventually(explorer.favorite_names, [name])
                self.assertIn(f"{division}, {country}", explorer.favorites.locator(".subtitle").inner_text())

    def test_the_reasons_of_the_geocoder(self):
        explorer = self.explorer(locale="de")
        explorer.paste("Berlin, Atlantis")
        explorer.addresses.get_by_role("button", name="Berlin, Atlantis").click()
        explorer.card.get_by_role("heading").wait_for()
        facts = explorer.card.locator("dd").first.text_content().replace("\u2068", "").replace("\u2069", "")
        self.assertIn("„Atlantis“ ist nicht bekannt und wurde übergangen.", facts)
        # Answers that were kept have their reasons, too.
        explorer.page.reload()
        explorer.addresses.get_by_role("button", name="Berlin, Atlantis").click()
        explorer.card.get_by_role("heading").wait_for()
        self.assertIn("übergangen", explorer.card.locator("dd").first.text_content())

    def test_only_the_texts_of_the_reader_are_loaded(self):
        for locale, files in (("ko", ["divisions-ko.json", "texts-ko.json"]), ("en", []), ("nl", [])):
            with self.subTest(locale=locale):
                page = self.explorer(locale=locale).page
                # The one that was asked for before the script was there is the one that the script takes.
                self.assertEqual(sorted(page.evaluate(FILES)), files)

    def test_without_its_texts_the_page_is_english_as_a_whole(self):
        self.expected = ("Failed to load resource",)
        context = self.context(locale="ar", reduced_motion="reduce")
        context.route("**/texts-ar.json*", lambda route: route.abort())
        page = self.page(context)
        page.goto(self.server.origin)
        until(page, "() => document.querySelector('.map-country')")
        root = page.locator("html")
        self.assertEqual((root.get_attribute("lang"), root.get_attribute("dir")), ("en", "ltr"))
        self.assertTrue(page.get_by_role("combobox", name="Find a city").is_visible())
        self.assertIn("Egypt", page.evaluate(COUNTRIES))

    def test_without_a_network_the_language_stays(self):
        context = self.context(locale="de", reduced_motion="reduce")
        explorer = self.explorer(context, locale="de")
        until(explorer.page, """async () => {
          const cache = await caches.open("city-explorer");
          const names = (await cache.keys()).map(({ url }) => url);
          return ["texts-de", "divisions-de", "world.svg"].every((name) => names.some((url) => url.includes(name)))
            && !names.some((url) => url.includes("texts-ja")) && await cache.match(location.origin + "/");
        }""")
        context.set_offline(True)
        explorer.open()
        explorer.choose("mailand", "Mailand", "Lombardei, Italien")

    def test_every_language_fits_a_phone(self):
        for locale in LANGUAGES:
            with self.subTest(locale=locale):
                context = self.context(locale=locale, viewport={"width": 360, "height": 640})
                page = self.page(context)
                page.goto(self.server.origin)
                until(page, "() => document.documentElement.dataset.cities")
                page.evaluate("() => { for (const each of document.querySelectorAll('details')) each.open = true; }")
                self.assertEqual(page.evaluate("() => document.documentElement.scrollWidth"), 360)
                context.close()

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

    def test_no_text_is_english_where_letters_are_others(self):
        for locale, query in (("ar", "القاهرة"), ("hi", "दिल्ली"), ("ja", "東京"), ("ko", "서울"), ("ru", "Москва"), ("zh", "北京")):
            with self.subTest(locale=locale):
                explorer = self.explorer(locale=locale)
                explorer.type(query)
                explorer.options.first.click()
                explorer.card_of(explorer.titles()[0])
                # But for names of places and of the sources.
                words = explorer.page.evaluate(
                    """() => {
                      const texts = [...document.querySelectorAll("main [aria-label], main [placeholder]")].flatMap(
                        (each) => each.closest("[data-marker], #card, .found") || each.id === "lines" ? []
                          : [each.ariaLabel, each.placeholder]);
                      for (const each of document.querySelectorAll("main :is(h1, h2, label, button, dt, summary, .note, .count)")) {
                        if (!each.closest("[data-marker], .place, #card h2, .example, #switches")) texts.push(each.textContent);
                      }
                      return texts.filter(Boolean).join(" ");
                    }""")
                self.assertNotRegex(re.sub("CSV|TSV", "", words), "[A-Za-z]{3}", "but for formats of files")
                card = explorer.card.locator("dd").all_inner_texts()
                self.assertNotRegex(" ".join(card[:2]), "[A-Za-z]{3}")

    def test_cities_of_the_map_in_the_language(self):
        explorer = self.explorer(locale="ar")
        self.eventually(
            lambda: any("لاغوس" in text or "إسطنبول" in text or "القاهرة" in text
                        for text in explorer.page.locator(".map-place").all_text_contents()), True, explorer.page)
