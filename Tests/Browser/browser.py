"""What the tests share: Chromium, pages that complain, and conditions that are awaited."""

import json
import os
import unittest

from playwright.sync_api import sync_playwright

from server import PATIENCE

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


class BrowserTest(unittest.TestCase):
    """One Chromium for a class, a fresh context for each test; what a page logs as an error is a failure."""

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        cls.addClassCleanup(cls.playwright.stop)
        cls.browser = cls.playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE * 1_000)
        cls.addClassCleanup(cls.browser.close)

    expected = ()
    """What the console may say, because the test brings it about."""

    def setUp(self):
        self.complaints = []

    def tearDown(self):
        self.assertEqual(self.complaints, [], "what pages complained about")

    def context(self, **options):
        options = {"viewport": {"width": 1200, "height": 800}} | options
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE * 1_000)
        self.addCleanup(context.close)
        return context

    def page(self, context=None, **options):
        page = (context or self.context(**options)).new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self.note)
        return page

    def note(self, message):
        if message.type == "error" and not any(text in message.text for text in self.expected):
            self.complaints.append(message.text)


def until(page, condition, argument=None):
    """Waits until a function of the page gives something true, and returns that.

    `Page.wait_for_function` evaluates text inside the page, which the content security policy forbids.
    """
    return page.evaluate(
        """async ({ argument, patience }) => {
          const condition = %s;
          const end = performance.now() + patience;
          for (;;) {
            const value = await condition(argument);
            if (value) return value;
            if (performance.now() > end) throw new Error(`never true: ${condition}`);
            await new Promise((resolve) => setTimeout(resolve, 10));
          }
        }""" % condition,
        {"argument": argument, "patience": PATIENCE * 1_000})


def describe(value):
    return json.dumps(value, ensure_ascii=False, indent=2)
