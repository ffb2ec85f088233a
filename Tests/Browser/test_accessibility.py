"""axe-core finds nothing to complain about, in any state, light and dark."""

from axe_playwright_python.sync_playwright import Axe

from explorer import ExplorerTest


class AccessibilityTests(ExplorerTest):
    expected = ("Failed to load resource", "ERR_")

    def check(self, page, state):
        # The rule on the size of targets is off unless it is asked for. It exempts pins on maps, which stand where their
        # places are (WCAG 2.5.8, "essential").
        sizes = {"runOnly": {"type": "rule", "values": ["target-size"]}}
        answers = [
            Axe().run(page).response,
            Axe().run(page, context={"exclude": [[".map-markers"]]}, options=sizes).response,
        ]
        complaints = [
            (each["id"], each["help"], [node["html"][:200] for node in each["nodes"]], each["nodes"][0].get("failureSummary"))
            for answer in answers for each in answer["violations"]
        ]
        with self.subTest(state=state):
            self.assertEqual(complaints, [])

    def test_every_state(self):
        for scheme in ("light", "dark"):
            for size in ((390, 844), (1440, 900)):
                self.states(scheme, size)

    def states(self, scheme, size):
        explorer = self.explorer(color_scheme=scheme, viewport={"width": size[0], "height": size[1]})
        page = explorer.page

        def check(state):
            explorer.settled()
            self.check(page, (scheme, size, state))

        check("nothing yet")
        explorer.type("münchen")
        check("results")
        explorer.query.press("ArrowDown")
        check("a line is active")
        explorer.query.press("Enter")
        explorer.star(explorer.card_of("Munich")).click()
        self.eventually(explorer.favorite_names, ["Munich"])
        check("card and favorite")
        explorer.type("new yrok")
        check("did you mean")
        explorer.type("xqzzvwkkq")
        check("nothing found")
        explorer.type("springfield")
        page.locator("[role=option].shared").first.click()
        self.eventually(lambda: len(explorer.markers()) > 5, True)
        check("several places")
        page.get_by_role("button", name="Clear").click()
        self.eventually(lambda: len(explorer.titles()) > 0, True)
        check("recent places")
        explorer.addresses.get_by_role("textbox").fill("Unter den Linden 1, Berlin\nNowhere 7, Xqzzvwkkq")
        explorer.addresses.get_by_role("button", name="Find on the map").click()
        self.eventually(explorer.addresses.locator(".failures > li").count, 1)
        check("addresses")
        explorer.query.fill("oslo")
        explorer.answered("oslo")
        self.server.kill()
        explorer.query.press("x")
        page.get_by_role("alert").filter(visible=True).first.wait_for()
        check("the server is gone")
        self.server.start()

    def test_without_script(self):
        context = self.context(java_script_enabled=False)
        page = self.page(context)
        page.goto(self.server.origin + "/?q=rome")
        html = page.content()
        # axe needs a script: the page is given to one that may run it, without its own.
        other = self.context(bypass_csp=True).new_page()
        other.route("**/*.js", lambda route: route.abort())
        other.goto(self.server.origin + "/?q=rome")
        self.assertEqual(other.locator("html.script").count(), 0)
        self.assertIn("Rome", html)
        self.check(other, "without script")
