"""Takes the pictures of Tests/Browser/Screenshots: Tests/Browser/run PROGRAM screenshots."""

import io
import pathlib

from PIL import Image

from explorer import ExplorerTest

FOLDER = pathlib.Path(__file__).parent / "Screenshots"
SIZES = ((390, 844), (844, 390), (1440, 900))
FAVORITES = (("rome, it", "Rome"), ("new yrok", "New York City"), ("sankt petersburg", "Saint Petersburg"))


class Screenshots(ExplorerTest):
    def take(self, page, name):
        FOLDER.mkdir(parents=True, exist_ok=True)
        page.evaluate("() => document.fonts.ready")
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        file = FOLDER / f"{name}.png"
        picture.save(file, optimize=True)
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
                    explorer.page.evaluate("() => scrollTo(0, 0)")
                    self.take(explorer.page, f"munich-{width}x{height}-{scheme}")

    def test_several_places(self):
        for scheme, (width, height) in (("light", SIZES[0]), ("dark", SIZES[2])):
            explorer = self.explorer(color_scheme=scheme, viewport={"width": width, "height": height})
            explorer.type("springfield")
            explorer.page.locator("[role=option].shared").first.click()
            self.eventually(lambda: len(explorer.markers()) > 5, True)
            explorer.settled()
            self.take(explorer.page, f"springfield-{width}x{height}-{scheme}")
