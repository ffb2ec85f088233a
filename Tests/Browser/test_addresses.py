"""Addresses: lines and files are given, progress is watched, markers appear, and failures are listed."""

import csv
import gzip
import json
import pathlib
import re

from browser import until
from explorer import TEXTS, ExplorerTest

DATA = pathlib.Path(__file__).parents[2] / "Fixtures/Data"


def cities_of_the_world(count):
    """Lines of cities of all countries, no two alike."""
    with gzip.open(DATA / "cities500.txt.gz", "rt") as file:
        rows = [line.split("\t") for line in file]
    lines = [f"{row[1]}, {row[8]}" for row in rows if int(row[14]) > 20_000]
    return list(dict.fromkeys(lines))[::7][:count]


class AddressTests(ExplorerTest):
    def test_lines_become_markers(self):
        explorer = self.explorer()
        explorer.paste("Unter den Linden 1, Berlin\nSpringfield, IL, USA\n\nNowhere 7, Xqzzv\n")
        self.eventually(lambda: sum("address" in name for name in explorer.markers()), 2)
        failures = explorer.addresses.locator(".failures > li")
        self.eventually(failures.count, 1)
        self.assertIn("Xqzzv", failures.inner_text())
        self.assertTrue(failures.locator(".reason").inner_text().strip())
        # A tap on a marker shows its card.
        explorer.settled()
        explorer.page.get_by_role("button", name="Berlin").first.click()
        explorer.card.get_by_role("heading").wait_for()
        self.assertIn("Berlin", explorer.card.inner_text())

    def test_a_list_of_what_was_found(self):
        explorer = self.explorer()
        lines = ["10 Downing Street, London, UK", "Musterweg 5, Springfield", "Nowhere 7, Xqzzv", "=1+1, Oslo", "＝1+1, Oslo"]
        explorer.paste("\n".join(lines))
        found = explorer.addresses.locator(".found > li")
        self.eventually(found.count, 4)
        london = found.filter(has_text="Downing")
        self.assertRegex(london.inner_text(), r"Confidence (0\.\d\d|1\.00)")
        self.assertNotIn("uncertain", london.inner_text())
        self.assertIn("uncertain", found.filter(has_text="Musterweg").inner_text())
        london.get_by_role("button").click()
        explorer.card.get_by_role("heading", name="Downing").wait_for()

        def saved(name):
            with explorer.page.expect_download() as download:
                explorer.addresses.get_by_role("button", name=name, exact=True).click()
            return download.value.path().read_text("utf-8-sig")

        rows = list(csv.DictReader(saved("CSV").splitlines()))
        self.assertEqual(len(rows), 5)
        downing = next(row for row in rows if "Downing" in row["address"])
        self.assertAlmostEqual(float(downing["latitude"]), 51.5, delta=0.3)
        self.assertEqual(downing["uncertain"], "false")
        self.assertEqual((downing["name"], downing["id"], downing["country_code"]), ("London", "2643743", "GB"))
        self.assertTrue(next(row for row in rows if "Xqzzv" in row["address"])["error"])
        self.assertTrue(all(not row["address"].startswith(("=", "＝")) for row in rows), "no cell is a formula")
        collection = json.loads(saved("GeoJSON"))
        self.assertEqual(collection["type"], "FeatureCollection")
        self.assertEqual(len(collection["features"]), 5)
        london = next(each for each in collection["features"] if "Downing" in each["properties"]["address"])
        self.assertAlmostEqual(london["geometry"]["coordinates"][1], 51.5, delta=0.3)

    def test_lines_that_cannot_be_kept(self):
        for failure, sentence in (("QuotaExceededError", "is full"), ("SecurityError", "the addresses are gone when")):
            with self.subTest(failure=failure):
                explorer = self.explorer()
                explorer.page.evaluate(
                    """(name) => {
                      IDBDatabase.prototype.transaction = () => { throw new DOMException("refused", name); };
                    }""", failure)
                explorer.paste("Oslo, Norway")
                explorer.page.locator("#alert").filter(has_text=sentence).wait_for()
                self.eventually(explorer.marked_addresses, 1)

    def test_many_lines_and_their_progress(self):
        explorer = self.explorer()
        explorer.page.evaluate(
            """() => {
              window.progress = [];
              new MutationObserver(() => {
                const text = document.querySelector("#addresses .progress")?.textContent.trim();
                if (text && progress.at(-1) !== text) progress.push(text);
              }).observe(document.getElementById("addresses"), { childList: true, subtree: true, characterData: true });
            }""")
        cities = ["Oslo, Norway", "Lima, Peru", "Quito, Ecuador", "Kyoto, Japan", "Lagos, Nigeria"]
        lines = [f"Street {i}, {cities[i % 5]}" for i in range(200)]
        explorer.paste("\n".join(lines))
        self.eventually(explorer.marked_addresses, 200)
        self.eventually(lambda: explorer.page.evaluate("() => progress.length > 0"), True)
        # The markers may be there before the lines are kept.
        until(
            explorer.page,
            """() => new Promise((resolve, reject) => {
              const opening = indexedDB.open("city-explorer");
              opening.onerror = reject;
              opening.onsuccess = () => {
                const reading = opening.result.transaction("kept").objectStore("kept").get("addresses");
                reading.onsuccess = () => { opening.result.close(); resolve(Boolean(reading.result)); };
              };
            })""")
        explorer.page.reload()
        explorer.ready()
        self.eventually(explorer.marked_addresses, 200)
        explorer.addresses.get_by_role("button", name="Forget all addresses").click()
        self.eventually(explorer.marked_addresses, 0)


class LongListTests(ExplorerTest):
    """Thousands of addresses: only what is seen is drawn, and no task is long."""

    count = 2_500

    def nodes(self, explorer):
        return explorer.page.evaluate("() => document.querySelectorAll('*').length")

    def looked_up(self, explorer):
        until(explorer.page, "() => /found/.test(document.querySelector('#progress .progress:not(:has(progress))')?.textContent)")

    def test_what_is_seen_is_drawn(self):
        explorer = self.explorer()
        before = self.nodes(explorer)
        # Cities of all the world, so that markers part when the map is closer.
        explorer.paste("\n".join(cities_of_the_world(self.count)))
        self.looked_up(explorer)
        count = explorer.marked_addresses()
        self.assertGreater(count, self.count * 0.95)
        explorer.settled()
        self.assertLess(self.nodes(explorer) - before, 3_000)
        for _ in range(3):
            explorer.page.locator(".map-ground").press("+")
            explorer.settled()
        self.assertLess(self.nodes(explorer) - before, 3_000)
        # The list has pages, of which each is whole: it can be read aloud, and printed.
        found = explorer.addresses.locator(".found > li")
        self.assertEqual(found.count(), 100)
        first = found.first.text_content()
        explorer.addresses.get_by_role("button", name="Later").click()
        self.eventually(lambda: found.first.text_content() != first, True)
        explorer.addresses.get_by_text(f"101 to 200 of {count:,}").wait_for()
        self.assertTrue(found.first.is_visible())
        explorer.addresses.get_by_role("button", name="Earlier").click()
        self.eventually(lambda: found.first.text_content(), first)

    def test_answers_are_kept(self):
        """A visit looks up only what is new, however many lines there are."""
        explorer = self.explorer()
        explorer.paste("\n".join(f"{i} Main Street, Rome, Italy" for i in range(self.count)))
        self.looked_up(explorer)
        parts = """() => new Promise((resolve, reject) => {
          const opening = indexedDB.open("city-explorer");
          opening.onerror = reject;
          opening.onsuccess = () => {
            const reading = opening.result.transaction("kept").objectStore("kept").get("answers");
            reading.onsuccess = () => { opening.result.close(); resolve(reading.result); };
          };
        })"""
        until(explorer.page, f"() => ({parts})().then((parts) => parts?.length === {self.count // 250})")
        # An answer that no lookup would give.
        explorer.page.evaluate(
            """() => new Promise((resolve, reject) => {
              const opening = indexedDB.open("city-explorer");
              opening.onerror = reject;
              opening.onsuccess = () => {
                const store = opening.result.transaction("kept", "readwrite").objectStore("kept");
                const reading = store.get("answers");
                reading.onsuccess = () => {
                  const writing = store.put(reading.result.map((part) => part.replaceAll("\\tRome\\t", "\\tRoma\\t")), "answers");
                  writing.onsuccess = () => { opening.result.close(); resolve(); };
                };
              };
            })""")
        explorer.page.reload()
        explorer.ready()
        self.looked_up(explorer)
        self.assertEqual(
            set(explorer.addresses.locator(".found .subtitle > bdi").all_text_contents()), {"Roma"})


class FileTests(ExplorerTest):
    """Addresses in files, which are chosen or dropped."""

    def choose(self, explorer, name, content):
        explorer.open_addresses()
        with explorer.page.expect_file_chooser() as chooser:
            explorer.addresses.get_by_role("button", name="Open a file").click()
        content = content if isinstance(content, bytes) else content.encode()
        # A browser knows the type of a file by its name.
        chooser.value.set_files({"name": name, "mimeType": "", "buffer": content})

    def drop(self, explorer, name, content):
        data = explorer.page.evaluate_handle(
            """([name, content]) => {
              const data = new DataTransfer();
              data.items.add(new File([content], name));
              return data;
            }""", [name, content])
        main = explorer.page.locator("main")
        main.dispatch_event("dragover", {"dataTransfer": data})
        self.assertEqual(main.get_attribute("data-dropping"), "Find on the map")
        main.dispatch_event("drop", {"dataTransfer": data})
        self.assertIsNone(main.get_attribute("data-dropping"))

    def found(self, explorer):
        return explorer.addresses.locator(".found .title").all_text_contents()

    def test_tables_and_texts(self):
        for name, content, expected in (
                ("a.csv", "id,address\n1,\"Oslo, Norway\"\n2,Lima", ["Oslo, Norway", "Lima"]),
                ("excel.csv", "\ufeffStra\u00dfe;PLZ;Ort;Land\r\nUnter den Linden 1;10117;Berlin;DE\r\n",
                 ["Unter den Linden 1, Berlin, 10117, DE"]),
                ("A.TSV", "city\tcountry\nParis\tFrance\n", ["Paris, France"]),
                ("lines.txt", "\ufeffaddress, Oslo\r\n\r\nQuito, Ecuador", ["address, Oslo", "Quito, Ecuador"])):
            for give in (self.choose, self.drop):
                with self.subTest(name=name, give=give.__name__):
                    explorer = self.explorer()
                    give(explorer, name, content)
                    self.eventually(lambda: self.found(explorer), expected)
                    self.assertFalse(explorer.page.locator("#alert").is_visible())

    def test_names_of_columns_in_all_languages(self):
        """What the page calls a column in the language of the reader is one that it finds."""
        explorer = self.explorer()
        names = {file.stem: re.findall(r"[“„«‘「]\s*(.*?)\s*[”“»’」]", json.loads(file.read_text())["noAddressColumn"])
                 for file in TEXTS.glob("*.json")}
        count = 0
        for language, columns in names.items():
            self.assertEqual(len(columns), 2, language)
            for name in columns:
                with self.subTest(language=language, name=name):
                    count += 1
                    self.drop(explorer, "a.csv", f"id,{name}\n1,Oslo {count}")
                    self.eventually(explorer.marked_addresses, count)

    def test_a_file_of_favorites_has_no_addresses(self):
        explorer = self.explorer()
        favorite = {
            "id": 3143244, "name": "Oslo", "latitude": 59.91, "longitude": 10.75, "division": "", "countryCode": "NO",
            "country": "Norway", "timeZone": "Europe/Oslo", "population": 1}
        self.drop(explorer, "favorites.json", json.dumps({"favorites": [favorite]}, indent=1))
        self.eventually(explorer.favorite_names, ["Oslo"])
        self.assertEqual(explorer.marked_addresses(), 0)

    def test_rows_and_a_reload(self):
        """Rows of a table are the same addresses after a reload, in the same columns."""
        explorer = self.explorer()
        self.choose(explorer, "a.csv", "city,country\nParis,Canada\nParis,France\n")
        self.eventually(lambda: self.found(explorer), ["Paris, Canada", "Paris, France"])
        names = explorer.addresses.locator(".found .subtitle").all_text_contents()
        explorer.page.reload()
        explorer.ready()
        self.eventually(lambda: self.found(explorer), ["Paris, Canada", "Paris, France"])
        self.assertEqual(explorer.addresses.locator(".found .subtitle").all_text_contents(), names)

    def test_what_is_wrong_with_a_file(self):
        explorer = self.explorer()
        for name, content, sentence in (
                ("latin.csv", "address\nMünchen".encode("latin-1"), "latin.csv\u2069 is not a text in UTF-8"),
                ("wide.txt", "München".encode("utf-16"), "wide.txt\u2069 is not a text in UTF-8"),
                ("other.csv", "id,note\n1,Oslo", "other.csv\u2069 has no column with a name such as"),
                ("none.csv", "address\n\n", "none.csv\u2069 has no addresses"),
                ("none.txt", "", "none.txt\u2069 has no addresses"),
                ("huge.txt", b"Oslo\n" * 3_300_000, "huge.txt\u2069 is larger than 16 MB")):
            with self.subTest(name=name):
                self.choose(explorer, name, content)
                explorer.page.locator("#alert").filter(has_text=sentence).wait_for()
        self.assertEqual(self.found(explorer), [])
        # A file that can be read takes the sentence away.
        self.choose(explorer, "good.txt", "Oslo, Norway")
        self.eventually(lambda: self.found(explorer), ["Oslo, Norway"])
        self.assertFalse(explorer.page.locator("#alert").is_visible())

    def test_a_row_that_cannot_be_read_is_an_error_of_that_row(self):
        explorer = self.explorer()
        self.choose(explorer, "a.csv", "id,city\n1,Oslo\n2,Lima,Peru\n3,\"Quito\n4,Kyoto\n")
        self.eventually(lambda: self.found(explorer), ["Oslo", "Kyoto"])
        failures = explorer.addresses.locator(".failures > li")
        self.eventually(failures.count, 2)
        self.assertEqual(failures.locator("bdi").all_text_contents(), ["2,Lima,Peru", "3,\"Quito"])
        self.assertIn("more cells than the first line", failures.first.text_content())

    def test_rows_that_are_the_same(self):
        explorer = self.explorer()
        cities = ["Oslo, Norway", "Lima, Peru", "Quito, Ecuador", "Kyoto, Japan", "Lagos, Nigeria", "Turin, Italy"]
        rows = [f"{i} Main Street, {cities[i % 6]}" for i in range(90)]
        lines = ["name,address"] + [f'{i},"{rows[i % 90]}"' for i in range(9_000)]
        self.choose(explorer, "a.csv", "\n".join(lines))
        until(explorer.page, f"() => document.getElementById('progress').textContent.includes('90 found')")
        with explorer.page.expect_download() as download:
            explorer.addresses.get_by_role("button", name="CSV", exact=True).click()
        out = list(csv.DictReader(download.value.path().read_text("utf-8-sig").splitlines()))
        self.assertEqual([row["address"] for row in out], [rows[i % 90] for i in range(9_000)])
        self.assertTrue(all(row["id"] for row in out))
