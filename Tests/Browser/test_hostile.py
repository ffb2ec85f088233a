"""Script in names of cities, in queries and in addresses: all of it is text."""

import os
import pathlib
import subprocess
import tempfile

from explorer import ExplorerTest
from server import PROGRAM

BROKEN = "window.broken = 1"
NAMES = [
    # name, other name, country, division, time zone
    (f"Evil <script>{BROKEN}</script>", "", "FR", "11", "Europe/Paris"),
    (f'Evil <img src=x onerror="{BROKEN}">', f'"><svg onload="{BROKEN}">', "DE", "02", f'"><img src=x onerror="{BROKEN}">'),
    ("Evil ' \" &amp; {{name}} {{{name}}} {{> star}} </textarea><b>", "", "US", "NY", "America/New_York"),
    ("Evil \u202egnol\u202c javascript:alert(1)", "", "IT", "07", "Europe/Rome"),
]


def gazetteer(folder):
    """Makes a gazetteer of hostile names by `bench build`, which stands beside the server's program."""
    lines = []
    for number, (name, other, country, division, zone) in enumerate(NAMES, start=1):
        columns = [""] * 19
        columns[0], columns[1], columns[3] = str(number), name, other
        columns[4], columns[5] = str(10 * number), str(15 * number)
        columns[6], columns[7], columns[8], columns[10] = "P", "PPL", country, division
        columns[14], columns[17] = str(1000 * number), zone
        lines.append("\t".join(columns))
    source, output = folder / "hostile.txt", folder / "hostile.gazetteer"
    source.write_text("\n".join(lines) + "\n")
    bench = os.environ.get("BENCH") or pathlib.Path(PROGRAM).with_name("bench")
    subprocess.run([bench, "build", source, "--no-names", "--output", output], check=True)
    return output


class HostileTests(ExplorerTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.options = ("--cities", str(gazetteer(pathlib.Path(folder.name))))
        super().setUpClass()

    def unharmed(self, page):
        self.assertIsNone(page.evaluate("() => window.broken ?? null"))
        self.assertEqual(page.locator("#explorer-test, main script, main img:not(world-map > img), main b:not(#foot b)").count(), 0)

    def test_names_of_cities(self):
        explorer = self.explorer()
        for name, *_ in NAMES:
            with self.subTest(name=name):
                explorer.type("evil")
                self.eventually(lambda: name in explorer.titles(), True)
                explorer.options.filter(has=explorer.page.get_by_text(name, exact=True)).first.click()
                explorer.card.get_by_role("heading").filter(has_text=name[:12]).wait_for()
                self.eventually(lambda: explorer.card.get_by_role("heading").text_content(), name)
                explorer.star(explorer.card).click()
                self.eventually(lambda: name in explorer.favorite_names(), True)
                self.eventually(lambda: any(name in each for each in explorer.markers()), True)
                self.unharmed(explorer.page)

    def test_what_is_typed(self):
        explorer = self.explorer()
        for text in (f"<script>{BROKEN}</script>", f'"><img src=x onerror="{BROKEN}">', "</p></section><b>bold</b>", "{{name}}"):
            with self.subTest(text=text):
                explorer.query.fill(text)
                explorer.answered(text)
                self.unharmed(explorer.page)

    def test_addresses(self):
        explorer = self.explorer()
        lines = [f"<script>{BROKEN}</script>, Nowhere", f'"><img src=x onerror="{BROKEN}">', "</li></ul><b>bold</b>"]
        explorer.paste("\n".join(lines))
        # One of them is found: a city of this gazetteer has such a name.
        self.eventually(explorer.addresses.locator(".failures > li, .found > li").count, len(lines))
        self.assertEqual(
            set(explorer.addresses.locator(".failures > li > bdi, .found .title").all_text_contents()),
            set(lines))
        self.unharmed(explorer.page)
