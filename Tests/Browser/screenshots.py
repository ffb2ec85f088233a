"""Takes the pictures of Tests/Browser/Screenshots: Tests/Browser/run PROGRAM screenshots."""

import io
import pathlib

from PIL import Image

from explorer import ExplorerTest

FOLDER = pathlib.Path(__file__).parent / "Screenshots"
SIZES = ((390, 664), (844, 390), (1440, 900))
FAVORITES = (("rome, it", "Rome"), ("new yrok", "New York"), ("sankt petersburg", "Saint Petersburg"))


class Screenshots(ExplorerTest):
    def take(self, page, name):
        FOLDER.mkdir(parents=True, exist_ok=True)
        page.evaluate("() => document.fonts.ready")
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        file = FOLDER / f"{name}.png"
        picture.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, optimize=True)
        self.assertLess(file.stat().st_size, 300_000)

    def test_search_and_card(self):
        for scheme in ("light", "dark"):
            for width, height in SIZES:
                with self.subTest(scheme=scheme, width=width):
                    explorer = self.explorer(
                        color_scheme=scheme, viewport={"width": width, "height": height}, locale="en-GB")
                    for text, title in FAVORITES:
                        explorer.star(explorer.choose(text, title)).click()
                        self.eventually(lambda: title in explorer.favorite_names(), True)
                    explorer.type("münch")
                    explorer.query.press("ArrowDown")
                    explorer.query.press("Enter")
                    explorer.star(explorer.card_of("Munich")).click()
                    self.eventually(lambda: "Munich" in explorer.favorite_names(), True)
                    explorer.page.mouse.move(2, 2)
                    explorer.settled()
                    # The cities of the map arrive one tile after another.
                    explorer.page.wait_for_timeout(500)
                    explorer.page.evaluate("() => scrollTo(0, 0)")
                    self.take(explorer.page, f"munich-{width}x{height}-{scheme}")

    def test_arabic(self):
        for scheme, (width, height) in (("light", SIZES[0]), ("dark", SIZES[2])):
            explorer = self.explorer(color_scheme=scheme, viewport={"width": width, "height": height}, locale="ar")
            explorer.page.locator("#query").press_sequentially("القاهرة")
            explorer.answered("القاهرة")
            explorer.page.locator("[role=option]").first.click()
            explorer.star(explorer.card_of("القاهرة")).or_(explorer.card.locator(".star")).first.click()
            self.eventually(explorer.favorite_names, ["القاهرة"])
            explorer.settled()
            explorer.page.wait_for_timeout(500)
            self.take(explorer.page, f"cairo-arabic-{width}x{height}-{scheme}")

    def test_a_list(self):
        for scheme in ("light", "dark"):
            explorer = self.explorer(color_scheme=scheme, viewport={"width": SIZES[0][0], "height": SIZES[0][1]})
            explorer.type("münch")
            self.take(explorer.page, f"list-{SIZES[0][0]}x{SIZES[0][1]}-{scheme}")

    def test_several_places(self):
        for scheme, (width, height) in (("light", SIZES[0]), ("dark", SIZES[2])):
            explorer = self.explorer(color_scheme=scheme, viewport={"width": width, "height": height})
            explorer.type("springfield")
            explorer.page.locator("[role=option].shared").first.click()
            self.eventually(lambda: len(explorer.markers()) > 5, True)
            explorer.settled()
            explorer.page.wait_for_timeout(500)
            self.take(explorer.page, f"springfield-{width}x{height}-{scheme}")
