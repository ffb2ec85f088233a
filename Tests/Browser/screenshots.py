"""Takes the pictures of Tests/Browser/Screenshots, ten states of the page: Tests/Browser/run PROGRAM screenshots."""

import io
import pathlib

from PIL import Image

from explorer import ExplorerTest

FOLDER = pathlib.Path(__file__).parent / "Screenshots"
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 664}
LINES = "Unter den Linden 1, 10117 Berlin\nPlaza Mayor, Madrid, Spain\n5 Nowhere Lane, Atlantis"


class Screenshots(ExplorerTest):
    def take(self, explorer, name):
        page = explorer.page
        FOLDER.mkdir(parents=True, exist_ok=True)
        page.mouse.move(2, 2)
        explorer.settled()
        page.evaluate("() => document.fonts.ready")
        # The finer outline arrives after the flight.
        page.wait_for_timeout(1_500)
        page.evaluate("() => scrollTo(0, 0)")
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        file = FOLDER / f"{name}.png"
        picture.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, optimize=True)
        self.assertLess(file.stat().st_size, 300_000)

    def open(self, viewport=WIDE, **options):
        return self.explorer(**({"viewport": viewport, "locale": "en-GB"} | options))

    def test_first_visit(self):
        self.take(self.open(), "1-first-visit")

    def test_typing(self):
        explorer = self.open()
        explorer.type("springf")
        self.take(explorer, "2-typing")

    def test_card(self):
        explorer = self.open()
        for text, title in (("rome, it", "Rome"), ("new yrok", "New York")):
            explorer.star(explorer.choose(text, title)).click()
            self.eventually(lambda: title in explorer.favorite_names(), True)
        explorer.choose("münch", "Munich")
        self.take(explorer, "3-card")

    def test_dark(self):
        explorer = self.open(color_scheme="dark")
        explorer.choose("istanbul", "Istanbul")
        self.take(explorer, "4-dark")

    def test_phone(self):
        explorer = self.open(PHONE)
        self.take(explorer, "5-phone")

    def test_phone_with_a_card(self):
        explorer = self.open(PHONE)
        explorer.choose("san fran", "San Francisco")
        self.take(explorer, "6-phone-card")

    def test_chicago(self):
        explorer = self.open()
        explorer.choose("chicago", "Chicago")
        self.take(explorer, "7-chicago")

    def test_world(self):
        explorer = self.open({"width": 1920, "height": 1080}, color_scheme="dark")
        self.take(explorer, "8-world")

    def test_addresses(self):
        explorer = self.open()
        explorer.page.evaluate("(lines) => { document.getElementById('lines').value = lines }", LINES)
        explorer.page.evaluate("() => document.getElementById('address-form').requestSubmit()")
        explorer.page.wait_for_selector("[data-kind=address]", state="attached")
        explorer.page.wait_for_timeout(2_000)
        self.take(explorer, "9-addresses")

    def test_arabic(self):
        explorer = self.open(PHONE, locale="ar")
        explorer.page.locator("#query").press_sequentially("القاهرة")
        explorer.answered("القاهرة")
        explorer.page.locator("[role=option]").first.click()
        explorer.card.get_by_role("heading", name="القاهرة").wait_for()
        self.take(explorer, "10-arabic")
