"""The program under test, as a process that all tests of a file share."""

import json
import os
import subprocess
import unittest
import urllib.parse
import urllib.request

PROGRAM = os.environ.get("CITY_EXPLORER")
PATIENCE = 300
"""Seconds after which the server does not answer; no test depends on how long it takes."""


class ServiceTestCase(unittest.TestCase):
    """Starts the program at a free port, which it says in its log."""

    @classmethod
    def setUpClass(cls):
        if not PROGRAM:
            raise RuntimeError("CITY_EXPLORER must be the path of the built program; see the script run")
        cls.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--rate", "1000000", "--burst", "1000000", "--cors", "*"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        cls.addClassCleanup(cls._end)
        for line in cls.process.stdout:
            # "… Serving 68000 cities at http://127.0.0.1:40000. …"
            if " at http://" in line:
                cls.origin = "http://" + line.split(" at http://")[1].split()[0].rstrip(".")
                break
        else:
            raise RuntimeError("the server has ended")
        cls.address = cls.origin.removeprefix("http://")

    @classmethod
    def _end(cls):
        cls.process.terminate()
        cls.process.stdout.close()
        cls.process.wait(timeout=PATIENCE)

    def get(self, path, parameters=(), **headers):
        """The decoded answer to a request, as scripts in a browser send it."""
        url = self.origin + path + "?" + urllib.parse.urlencode(parameters, doseq=True)
        request = urllib.request.Request(url, headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)
