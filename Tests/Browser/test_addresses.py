"""The address box: lines are pasted, progress is watched, markers appear, failures are listed and tried again."""

import csv
import json

from browser import until
from explorer import ExplorerTest


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
        self.eventually(lambda: sum("address" in name for name in explorer.markers()), 200)
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
        self.eventually(lambda: sum("address" in name for name in explorer.markers()), 200)
        explorer.addresses.get_by_role("button", name="Forget all addresses").click()
        self.eventually(lambda: sum("address" in name for name in explorer.markers()), 0)
