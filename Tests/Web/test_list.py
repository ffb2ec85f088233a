"""Where the list of `<city-search>` lies: in the window, in boxes that hide, in dialogs, with large text."""

from browser import until
from element import FIELD, ElementTest

LIST = "document.querySelector('city-search').shadowRoot.querySelector('ul')"
INPUT = "document.querySelector('city-search').shadowRoot.querySelector('input')"
# What a person sees of the list: whether a point of each option is the option, not something above it.
SEEN = """() => {
  const field = document.querySelector('city-search')
  const seen = { top: visualViewport.offsetTop, bottom: visualViewport.offsetTop + visualViewport.height }
  const options = [...field.shadowRoot.querySelectorAll('li')].filter((option) => {
    const { left, top, bottom, width } = option.getBoundingClientRect()
    return top >= seen.top && bottom <= seen.bottom
      && field.shadowRoot.elementFromPoint(left + width / 2, (top + bottom) / 2)?.closest('li') === option
  })
  return options.length
}"""
BOXES = f"""() => [{LIST}, {INPUT}].map((one) => {{
  const {{ left, top, right, bottom }} = one.getBoundingClientRect()
  return {{ left, top, right, bottom }}
}})"""


class PlaceTests(ElementTest):
    def listed(self, content, text="san", **options):
        page = self.open(content, **options)
        field = page.get_by_role("combobox")
        field.fill(text)
        self.lines(page)
        page.wait_for_timeout(100)
        return page, field, *page.evaluate(BOXES)

    def test_above_where_there_is_no_room_below(self):
        page, field, list_box, input_box = self.listed(
            f'<div style="height: 680px"></div>{FIELD.format("")}<div style="height: 50px"></div>')
        self.assertLess(list_box["bottom"], input_box["top"])
        self.assertGreaterEqual(list_box["top"], 0)
        self.assertEqual(page.evaluate(SEEN), 8)
        # A shorter list stays at the field.
        field.fill("springfield, illinois")
        page.wait_for_timeout(200)
        list_box, input_box = page.evaluate(BOXES)
        self.assertAlmostEqual(list_box["bottom"], input_box["top"] - 2, delta=1)

    def test_below_with_a_scroll_bar_where_it_is_long(self):
        _, _, list_box, input_box = self.listed(
            f'<div style="height: 250px"></div>{FIELD.format("limit=50")}<div style="height: 900px"></div>')
        self.assertGreater(list_box["top"], input_box["bottom"])
        self.assertLessEqual(list_box["bottom"], 800)

    def test_boxes_that_hide_what_overflows(self):
        for style in ("overflow: hidden; height: 4rem", "overflow: auto; height: 4rem; transform: translateX(30px)",
                      "contain: paint; height: 4rem"):
            page, _, list_box, input_box = self.listed(f'<div style="{style}">{FIELD.format("")}</div>')
            self.assertEqual(page.evaluate(SEEN), 8, style)
            self.assertAlmostEqual(list_box["left"], input_box["left"], delta=1)
            self.assertAlmostEqual(list_box["right"], input_box["right"], delta=1)

    def test_a_modal_dialog(self):
        page = self.open(f'<dialog style="height: 6rem; overflow: auto">{FIELD.format("")}</dialog>',
                         "document.querySelector('dialog').showModal()")
        field = page.get_by_role("combobox")
        field.fill("rome")
        self.lines(page)
        self.assertGreaterEqual(page.evaluate(SEEN), 1)
        # Escape closes the list, then clears the field, and the third the dialog.
        for expanded, text, is_open in (("false", "rome", True), ("false", "", True)):
            page.keyboard.press("Escape")
            self.assertEqual((field.get_attribute("aria-expanded"), field.input_value()), (expanded, text))
            self.assertEqual(page.evaluate("() => document.querySelector('dialog').open"), is_open)
        field.fill("rome")
        self.lines(page)
        page.get_by_role("option").first.click()
        self.assertEqual(self.value(page), "3169070")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        self.assertFalse(page.evaluate("() => document.querySelector('dialog').open"))

    def test_it_follows_the_field(self):
        page, field, _, _ = self.listed(
            f'<div id="box" style="overflow: auto; height: 300px"><div style="height: 200px"></div>{FIELD.format("")}'
            '<div style="height: 900px"></div></div>')
        page.evaluate("() => { document.querySelector('#box').scrollTop = 120 }")
        page.wait_for_timeout(100)
        list_box, input_box = page.evaluate(BOXES)
        self.assertAlmostEqual(list_box["top"], input_box["bottom"] + 2, delta=1)
        # Where the field is out of sight, there is no list.
        page.evaluate("() => { document.querySelector('#box').scrollTop = 600 }")
        until(page, f"() => {INPUT}.ariaExpanded === 'false'")
        page.evaluate("() => { document.querySelector('#box').scrollTop = 0 }")
        field.press("ArrowDown")
        self.lines(page)
        page.evaluate("() => document.querySelector('city-search').remove()")
        self.assertEqual(page.locator("ul:popover-open").count(), 0)

    def test_a_phone_on_its_side_with_a_keyboard(self):
        """The keyboard leaves 130 pixels, and covers the field."""
        for top, is_short in ((0, False), (150, False), (150, True)):
            page = self.open(
                f'<div style="height: {top}px"></div>{FIELD.format("")}<div style="height: {0 if is_short else 900}px"></div>',
                "window.low = () => Object.defineProperty(window, 'visualViewport', { value: "
                "{ offsetLeft: 0, offsetTop: 0, width: 740, height: 160 } })",
                viewport={"width": 740, "height": 360 if not is_short else 160})
            page.evaluate("() => low()")
            page.get_by_role("combobox").fill("san")
            self.lines(page)
            page.wait_for_timeout(100)
            self.assertGreaterEqual(page.evaluate(SEEN), 3, (top, is_short))

    def test_the_active_option_is_seen(self):
        page, field, _, _ = self.listed(FIELD.format("limit=30"), viewport={"width": 400, "height": 300})
        for key in ["ArrowDown"] * 20 + ["ArrowUp"] * 12 + ["ArrowUp"] * 10:
            field.press(key)
            if field.get_attribute("aria-activedescendant"):
                self.assertTrue(page.evaluate(f"""() => {{
                  const [list, option] = [{LIST}, {LIST}.querySelector('[aria-selected=true]')].map((one) => one.getBoundingClientRect())
                  return option.top >= list.top && option.bottom <= list.bottom
                }}"""))
        self.assertEqual(page.evaluate("() => scrollY"), 0)


class LargeTextTests(ElementTest):
    def test_200_percent_and_320_pixels(self):
        for root, width in (("100%", 320), ("200%", 320), ("200%", 390)):
            for direction, text in (("ltr", "san francisco"), ("rtl", "القاهرة")):
                page = self.open(
                    f'<style>:root {{ font-size: {root} }}</style><div dir="{direction}">{FIELD.format("required")}</div>',
                    viewport={"width": width, "height": 640})
                field = page.get_by_role("combobox")
                field.fill(text)
                self.lines(page)
                list_box, input_box = page.evaluate(BOXES)
                for box in (list_box, input_box):
                    self.assertGreaterEqual(box["left"], 0, (root, width, direction))
                    self.assertLessEqual(box["right"], width, (root, width, direction))
                self.assertGreaterEqual(page.evaluate(SEEN), 1)
                field.fill("zzzzzz")
                field.blur()
                self.assertEqual(page.evaluate(
                    f"() => [document.documentElement, {LIST}].map((one) => one.scrollWidth - one.clientWidth)"), [0, 0])

    def test_the_text_has_its_own_direction(self):
        """Nothing lies on it, and an empty field begins where the page does."""
        for direction in ("ltr", "rtl"):
            page = self.open(f'<div dir="{direction}">{FIELD.format("placeholder=City")}</div>')
            field = page.get_by_role("combobox")
            computed = lambda: field.evaluate("(input) => getComputedStyle(input).direction")
            self.assertEqual(computed(), direction)
            for text, wanted in (("القاهرة", "rtl"), ("Cairo", "ltr"), ("", direction)):
                field.fill(text)
                self.assertEqual(computed(), wanted)
                free = field.evaluate("""(input) => {
                  const { left, top, right, height } = input.getBoundingClientRect()
                  return [left + 4, right - 4].every((x) =>
                    document.querySelector('city-search').shadowRoot.elementFromPoint(x, top + height / 2) === input)
                }""")
                self.assertTrue(free)
