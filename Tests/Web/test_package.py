"""The package as a developer uses it: installed from the tarball, with bundlers and without, with TypeScript, in node."""

import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import threading
import unittest

from browser import BrowserTest, until
from element import PACKAGE

BUNDLERS = pathlib.Path(os.environ["BUNDLERS"])
NODE_PATH = str(BUNDLERS / "usr/share/nodejs")
TYPES = pathlib.Path(__file__).with_name("types")
PAGE = """<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Travel</title>
  <link rel="icon" href="data:,">
  <label for="city">City</label>
  <city-search id="city" loading="eager"></city-search>
  <script type="module" src="{}"></script>
</html>"""
STARTER = """import starter from 'city-search/starter'
import 'city-search/element'
document.querySelector('city-search').src = starter"""
# For bundlers that do not know `new URL`: the addresses of the files come from their loaders.
MODULE = """import module from 'city-search/city-search.wasm'
import cities from 'city-search/cities.gazetteer'
import 'city-search/element'
Object.assign(document.querySelector('city-search'), { src: cities, module })"""


class PackageTest(unittest.TestCase):
    """A folder in which the tarball is installed."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        (cls.folder / "package.json").write_text('{ "type": "module", "private": true }')
        [tarball] = PACKAGE.parent.glob("city-search-*.tgz")
        if shutil.which("npm"):
            cls.run_in(cls.folder, "npm", "install", "--offline", "--no-audit", "--no-fund", tarball)
        else:
            with tarfile.open(tarball) as archive:
                archive.extractall(cls.folder / "node_modules")
            (cls.folder / "node_modules/package").rename(cls.folder / "node_modules/city-search")
        cls.installed = cls.folder / "node_modules/city-search"

    @staticmethod
    def run_in(folder, *command, **variables):
        done = subprocess.run(
            [str(one) for one in command], cwd=folder, capture_output=True, text=True, env=os.environ | variables)
        if done.returncode:
            raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr


class BundleTests(PackageTest, BrowserTest):
    def setUp(self):
        super().setUp()
        self.site = self.folder / f"site-{self.id().rsplit('.')[-1]}"
        self.site.mkdir()

    def source(self, text, name="main.js"):
        (self.site / name).write_text(text)
        return self.site / name

    def open(self, script, served=None):
        """A page with a script."""
        served = served or self.site
        (served / "index.html").write_text(PAGE.format(script))
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(QuietHandler, directory=served))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        page = self.page()
        page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
        return page

    def search(self, script, served=None):
        """Opens a page with a script, and chooses a city."""
        page = self.open(script, served)
        field = page.get_by_role("combobox", name="City")
        field.fill("new yrok")
        until(page, "() => document.querySelector('city-search').shadowRoot?.querySelector('li')")
        field.press("Enter")
        self.assertEqual(page.evaluate("() => document.querySelector('city-search').value"), "5128581")

    def copied(self, folder):
        for name in ("city-search.wasm", "cities.gazetteer"):
            shutil.copy(self.installed / name, folder)

    def test_no_bundler(self):
        shutil.copytree(self.installed, self.site / "city-search")
        self.source("import starter from './city-search/city-search-starter.js'\n"
                    "import './city-search/city-search-element.js'\n"
                    "document.querySelector('city-search').src = starter")
        self.search("main.js")

    def test_esbuild(self):
        """The loader of files, in each of the forms."""
        for form in ("esm", "iife"):
            output = self.run_in(
                self.site, "esbuild", self.source(MODULE), "--bundle", "--minify", f"--format={form}", "--target=es2022",
                "--loader:.wasm=file", "--loader:.gazetteer=file", f"--outfile={self.site / form / 'main.js'}")
            self.assertNotIn("error", output)
            self.search("main.js", self.site / form)

    def test_esbuild_with_the_files_beside_the_script(self):
        output = self.run_in(self.site, "esbuild", self.source(STARTER), "--bundle", "--format=esm", "--outfile=out/main.js")
        self.assertNotIn("warning", output)
        self.copied(self.site / "out")
        self.search("main.js", self.site / "out")

    def test_webpack(self):
        self.source("""
          module.exports = {
            mode: 'production', target: 'web', entry: './main.js', performance: { hints: false },
            output: { path: %s, filename: 'main.js' }
          }""" % json.dumps(str(self.site / "out")), "webpack.config.cjs")
        self.source(STARTER)
        self.source("""
          // Debian's webpack asks Debian's node where packages lie.
          const variables = { node_prefix: %s, node_relative_path: 'share/nodejs', ...process.config.variables }
          Object.defineProperty(process, 'config', { value: { ...process.config, variables } })
          require('webpack')(require('./webpack.config.cjs'), (error, stats) => {
            console.log(error ?? stats.toString())
            process.exitCode = error || stats.hasErrors() || stats.hasWarnings() ? 1 : 0
          })""" % json.dumps(str(BUNDLERS / "usr")), "build.cjs")
        self.run_in(self.site, "node", "build.cjs", NODE_PATH=NODE_PATH)
        self.assertEqual(len(list((self.site / "out").glob("*.wasm"))), 1)
        self.search("main.js", self.site / "out")

    def test_rollup(self):
        self.source(STARTER)
        self.source("""
          const { nodeResolve } = require('@rollup/plugin-node-resolve')
          module.exports = { input: 'main.js', plugins: [nodeResolve({ browser: true })], output: { dir: 'out' } }
          """, "rollup.config.cjs")
        self.run_in(self.site, "node", BUNDLERS / "usr/share/nodejs/rollup/dist/bin/rollup", "-c", "rollup.config.cjs",
                    NODE_PATH=NODE_PATH)
        self.copied(self.site / "out")
        self.search("main.js", self.site / "out")

    def test_a_module_that_was_left_behind(self):
        """The error says what to do, where a server answers with a page and where it answers with 404."""
        self.run_in(self.site, "esbuild", self.source(STARTER), "--bundle", "--format=esm", "--outfile=out/main.js")
        shutil.copy(self.installed / "cities.gazetteer", self.site / "out")
        for is_page in (False, True):
            if is_page:
                (self.site / "out/city-search.wasm").write_text(PAGE)
            page = self.open("main.js", self.site / "out")
            until(page, "() => document.querySelector('city-search').shadowRoot?.querySelector('p').textContent")
            # Beside what Chromium itself says of a 404.
            said = "is not the module city-search.wasm, which must lie there"
            self.assertTrue(any(said in one for one in self.complaints), self.complaints)
            self.complaints.clear()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {"": "application/octet-stream", ".html": "text/html", ".js": "text/javascript",
                      ".wasm": "application/wasm"}

    def log_message(self, *_):
        pass


class NodeTests(PackageTest):
    SCRIPT = """import { CitySearch } from 'city-search'
      import starter from 'city-search/starter'
      import { englishTexts } from 'city-search/element'
      const cities = await CitySearch.open(starter)
      console.log(cities.search('münchen').matches[0].id, typeof englishTexts)"""

    def test_node(self):
        self.assertEqual(
            self.run_in(self.folder, "node", "--input-type=module", "-e", self.SCRIPT).split(), ["2867714", "object"])

    def test_a_bundle_for_node(self):
        folder = self.folder / "server"
        folder.mkdir()
        (folder / "main.js").write_text(self.SCRIPT)
        self.run_in(folder, "esbuild", "main.js", "--bundle", "--platform=node", "--format=esm", "--outfile=out/main.mjs")
        for name in ("city-search.wasm", "cities.gazetteer"):
            shutil.copy(self.installed / name, folder / "out")
        self.assertEqual(self.run_in(folder, "node", "out/main.mjs").split(), ["2867714", "object"])

    def test_the_command(self):
        output = self.run_in(self.installed, "node", "node.mjs", "cities.gazetteer", "new yrok")
        self.assertIn("New York", output.splitlines()[0])


class ContentTests(PackageTest):
    def test_what_is_in_it(self):
        names = {file.name for file in self.installed.iterdir()}
        self.assertLessEqual(
            {"README.md", "DATA-LICENSES.md", "page.html", "form.html", "worker.html", "node.mjs", "cities.gazetteer",
             "city-search.wasm", "city-search-offline.js", "custom-elements.json"}, names)
        package = json.loads((self.installed / "package.json").read_text())
        exported = [file for entry in package["exports"].values()
                    for file in (entry.values() if isinstance(entry, dict) else [entry])]
        for file in [*exported, package["main"], package["types"], package["customElements"], *package["sideEffects"]]:
            self.assertTrue((self.installed / file).is_file(), file)
        self.assertIn("UNICODE LICENSE V3", (self.installed / "DATA-LICENSES.md").read_text())
        # Each script that another one imports, and the module, are kept by the worker.
        worker = (self.installed / "city-search-offline.js").read_text()
        self.assertNotIn("BUILD", worker)
        for name in re.findall(r"from '\./([\w-]+\.js)'", (self.installed / "city-search-element.js").read_text()):
            self.assertIn(f"'{name}'", worker)

    def test_types(self):
        folder = self.folder / "types"
        shutil.copytree(TYPES, folder)
        (folder / "tsconfig.json").write_text(json.dumps({
            "compilerOptions": {
                "strict": True, "noEmit": True, "target": "es2022", "module": "node16", "moduleResolution": "node16",
                "lib": ["es2022", "dom", "dom.iterable"], "types": [], "skipLibCheck": False},
            "include": ["*.ts"]}))
        (folder / "package.json").write_text('{ "type": "module" }')
        self.run_in(folder, "node", BUNDLERS / "usr/share/nodejs/typescript/lib/tsc.js", "-p", ".")

    def test_scripts_types_tools_and_documentation_say_the_same(self):
        read = lambda name: (self.installed / name).read_text()
        script, types = read("city-search-element.js"), read("city-search-element.d.ts")
        list_script, documentation = read("city-search-list.js"), read("README.md")
        [element] = json.loads(read("custom-elements.json"))["modules"][0]["declarations"]
        names = lambda key: {one["name"] for one in element[key]}
        observed = set(re.findall(r"'([\w-]+)'", re.search(r"observedAttributes = \[(.*?)\]", script, re.S)[1]))
        self.assertEqual(names("attributes") - {"name", "disabled"}, observed)
        dispatched = set(re.findall(r"(?:Custom|Error)?Event\('(\w+)'", script))
        self.assertEqual(names("events") - {"input"}, dispatched)
        interface = re.search(r"interface CitySearchEvents \{(.*?)\n\}", types, re.S)[1]
        self.assertEqual(set(re.findall(r"^  (\w+):", interface, re.M)), dispatched)
        parts = set()
        for text in re.findall(r"part(?:: | = )(?:\w+ \? )?'([\w ]+)'(?: : '([\w ]+)')?", script + list_script):
            parts |= set(" ".join(text).split())
        self.assertEqual(names("cssParts"), parts)
        members = re.search(r"class CitySearchElement extends HTMLElement \{(.*?)\n\}", types, re.S)[1]
        typed = set(re.findall(r"^  (?:readonly |get |set )?(\w+)(?=[:(])", members, re.M))
        self.assertEqual(names("members"), typed - {"addEventListener", "removeEventListener"})
        for key, row in (("attributes", "attributes"), ("events", "events"), ("cssParts", "parts")):
            said = re.search(rf"^\| {row} \| (.*?) \|$", documentation, re.M)[1]
            self.assertEqual(names(key) - set(re.findall(r"`([\w-]+)`", said)), set() | ({"aria-label"} & names(key)), row)
