"""The program under test, as a process of its own."""

import http.client
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

PROGRAM = os.environ.get("CITY_EXPLORER")
PATIENCE = int(os.environ.get("PATIENCE", 300))
"""Seconds after which a condition has failed; no test depends on how long it takes."""
UNHURRIED = ("--idle-timeout", "600", "--geocoding-time", "600")
"""Options with which the server waits for clients on a busy machine."""


class Server:
    """A server at a port that stays its own when it is started again."""

    def __init__(self, *options):
        if not PROGRAM:
            raise RuntimeError("CITY_EXPLORER must be the path of the built program; see the script run")
        self.options = options
        self.port = free_port()
        self.process = None
        self.log = []

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", str(self.port), *UNHURRIED, *self.options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}: {''.join(self.log)}")
            if time.monotonic() > end:
                raise RuntimeError(f"the server does not answer: {''.join(self.log)}")
            time.sleep(0.02)
        return self

    def stop(self):
        """Asks the server to stop, and gives what it returned."""
        return self._end(signal.SIGTERM)

    def kill(self):
        return self._end(signal.SIGKILL)

    def close(self):
        self.kill()

    def memory(self):
        """The memory that is the process's own, without mapped files, in bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+) kB", status)[1]) * 1024

    def files(self):
        return len(list(pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def _end(self, number):
        if self.process is None:
            return None
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(timeout=PATIENCE)
        self.process = None
        return code

    def _read(self, process):
        with process.stdout:
            self.log.extend(process.stdout)

    def _answers(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()


def until_answers(port):
    """Waits until something listens at a port."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), PATIENCE).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
