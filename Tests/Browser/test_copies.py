"""The page behind nginx with three servers, of which some are killed: they need nothing in common."""

import pathlib
import subprocess
import tempfile

from browser import BrowserTest
from explorer import Explorer
from server import Server, free_port, until_answers

CONFIGURATION = pathlib.Path(__file__).parents[2] / "Sources/CityExplorerServer/Deployment/nginx.conf"
PLACES = [("münchen", "Munich", "Bavaria"), ("rome, it", "Rome", "Italy"), ("tokyo", "Tokyo", ""),
          ("lima, pe", "Lima", ""), ("oslo", "Oslo", "Norway")]


class CopiesTest(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.servers = [Server("--behind-balancer") for _ in range(3)]
        for server in cls.servers:
            cls.addClassCleanup(server.close)
            server.start()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        # The processes of nginx give up the rights of root.
        pathlib.Path(folder.name).chmod(0o755)
        port = free_port()
        text = CONFIGURATION.read_text().replace("{folder}", folder.name).replace("{port}", str(port))
        for number, server in enumerate(cls.servers, 1):
            text = text.replace(f"{{port{number}}}", str(server.port))
        file = pathlib.Path(folder.name, "nginx.conf")
        file.write_text(text)
        nginx = subprocess.Popen(["nginx", "-e", f"{folder.name}/error.log", "-c", str(file)])
        cls.addClassCleanup(lambda: (nginx.terminate(), nginx.wait()))
        cls.origin = f"http://127.0.0.1:{port}"
        until_answers(port)

    def explorer(self, context):
        return Explorer(self.page(context), self.origin).open()

    def star(self, explorer, place):
        text, title, subtitle = place
        card = explorer.choose(text, title, subtitle)
        explorer.star(card).click()
        explorer.favorites.locator(".title").filter(has_text=title).wait_for()

    def test_stars_stay_while_servers_are_killed(self):
        context = self.context(reduced_motion="reduce")
        explorer = self.explorer(context)
        names = []
        for number, place in enumerate(PLACES[:4]):
            if number < 3:
                self.servers[number].kill()
            self.star(explorer, place)
            names.append(place[1])
            self.assertEqual(sorted(explorer.favorite_names()), sorted(names))
            # One server is started again, and all of them are down for the last star.
            if number < 2:
                self.servers[number].start()
        self.servers[0].kill()
        self.servers[1].kill()
        self.star(explorer, PLACES[4])
        for server in self.servers:
            server.start()
        # Another window, from whichever server, has the same list.
        other = self.explorer(context)
        self.eventually_names(other, sorted(names + ["Oslo"]))
        self.eventually_names(explorer, sorted(names + ["Oslo"]))

    def eventually_names(self, explorer, names):
        explorer.favorites.locator(".title").nth(len(names) - 1).wait_for()
        self.assertEqual(sorted(explorer.favorite_names()), names)
