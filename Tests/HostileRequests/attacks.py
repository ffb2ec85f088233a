#!/usr/bin/env python3
"""Attacks a server from one address at its default limits, and prints what others see meanwhile: the time
of their searches (p50, p99, the longest), and what the attack left in memory and on disk. Fails if others
wait for longer than a wide margin allows, or if something is left that should not be.

    attacks.py PROGRAM [ATTACK ...]
"""

import contextlib
import http.client
import multiprocessing
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

PATIENCE = 120  # seconds after which something hangs
MARGIN = float(os.environ.get("P99_MARGIN", "1000"))  # milliseconds; 50 on a quiet machine
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
MUNICH = 2867714
failures = []


def check(condition, message):
    if not condition:
        failures.append(message)
    print(("  " if condition else "  FAILED: ") + message, flush=True)


class Server:
    """A server of a fresh folder, behind what it takes for a balancer, so that addresses can be made up."""

    def __init__(self, *options, files=None, data=None):
        self.folder = tempfile.mkdtemp()
        self.data = data or os.path.join(self.folder, "data")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = os.path.join(self.folder, "log")

        def limit():
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        with open(self.log, "w") as log_file:
            self.process = subprocess.Popen(
                [PROGRAM, "--port", str(self.port), "--data", self.data, "--behind-balancer",
                 "--log-level", "error", *options],
                stdout=log_file, stderr=log_file, preexec_fn=limit)

    def __enter__(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                self.request("GET", "/health")
                return self
            time.sleep(0.05)
        raise SystemExit("the server does not start: " + open(self.log).read()[-500:])

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)

    def request(self, method, path, body=None, headers=(), address="192.0.2.1"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {"X-Forwarded-For": address, **dict(headers)})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def visitor(self, address="192.0.2.1"):
        """The cookie of a new visitor."""
        return self.request("GET", "/", address=address)[1]["Set-Cookie"].split(";")[0]

    def act(self, cookie, address="192.0.2.1", **fields):
        return self.request(
            "POST", "/actions", urllib.parse.urlencode(fields), {**FORM, "Cookie": cookie}, address)

    def stream(self, cookie, address="192.0.2.1", query=""):
        """A stream of events, the connection and the start of the answer."""
        connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        connection.sendall(
            f"GET /events{query} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {address}\r\nCookie: {cookie}\r\n\r\n"
            .encode())
        return connection

    def page(self, cookie):
        """An open page, and its id."""
        connection, text = self.stream(cookie), b""
        while not (found := re.search(rb"event: page\ndata: ([0-9a-f]{32})", text)) or b"status" not in text:
            text += connection.recv(65_536)
        return connection, found.group(1).decode()

    def memory(self):
        """Memory beyond mapped files, in megabytes."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("RssAnon")) / 1_000

    def files(self):
        return os.listdir(self.data) if os.path.isdir(self.data) else []

    def bytes(self):
        return sum(os.path.getsize(os.path.join(self.data, name)) for name in self.files())


def others(port, stop, answer):
    """Searches every 20 ms from another address, in a process of its own, until told to stop."""
    times, statuses = [], set()
    while not stop.is_set():
        start = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request(
                "GET", "/v1/search?q=lond&limit=5", headers={"X-Forwarded-For": "198.51.100.7"})
            response = connection.getresponse()
            response.read()
            statuses.add(response.status)
        except OSError as error:
            statuses.add(type(error).__name__)
        connection.close()
        times.append((time.perf_counter() - start) * 1_000)
        time.sleep(0.02)
    answer.put((sorted(times), statuses))


@contextlib.contextmanager
def watching(server, name):
    """Measures what others see while something happens."""
    stop, answer = multiprocessing.Event(), multiprocessing.Queue()
    process = multiprocessing.Process(target=others, args=(server.port, stop, answer))
    process.start()
    memory = server.memory()
    try:
        yield
    finally:
        stop.set()
        times, statuses = answer.get()
        process.join()
    middle, late = times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.99))]
    check(
        late < MARGIN and statuses == {200},
        f"{name}: others wait {middle:.1f} ms (p50), {late:.1f} ms (p99), {times[-1]:.0f} ms at most, "
        f"of {len(times)}; statuses {statuses}; memory {server.memory() - memory:+.0f} MB")


def counted(values):
    values = list(values)
    return {value: values.count(value) for value in sorted(set(values), key=str)}


def quiet():
    """No attack, for comparison."""
    with Server() as server, watching(server, "quiet"):
        time.sleep(5)


def stars():
    """Stars, and the server is killed when it has acknowledged them."""
    for kind in ("page", "form"):
        acknowledged = lost = 0
        for _ in range(12):
            with Server() as server:
                cookie = server.visitor()
                stream, page = server.page(cookie)
                fields = {"page": page} if kind == "page" else {}
                status = server.act(cookie, action="star", id=MUNICH, on="true", **fields)[0]
                server.process.send_signal(signal.SIGKILL)
                server.process.wait()
                stream.close()
                names = [name for name in server.files() if name.endswith(".favorites")]
                saved = any(
                    str(MUNICH) in open(os.path.join(server.data, name)).read() for name in names)
                acknowledged += status in (204, 303)
                lost += status in (204, 303) and not saved
        check(acknowledged == 12 and lost == 0,
              f"{lost} of {acknowledged} acknowledged stars by {kind} lost when the server was killed")


def files():
    """Visits without cookies leave nothing."""
    with Server() as server:
        for _ in range(100):
            server.request("GET", "/")
        check(not server.files(), f"100 visits without cookies left {len(server.files())} files")


def disk():
    """Lists of addresses of ever new visitors, from one address and then from many."""
    lines = "\n".join(f"{number} Main Street, Springfield, IL, USA" for number in range(1_000))
    with Server() as server, watching(server, "200 lists of 1,000 addresses"):
        statuses = [server.act("", action="addresses", lines=lines)[0] for _ in range(200)]
        time.sleep(5)
    print(f"  statuses {counted(statuses)}")
    with Server("--data-size", "20") as server:
        statuses = [
            server.act("", f"192.0.2.{number}", action="addresses", lines=lines)[0]
            for number in range(200)]
        time.sleep(10)
        size = server.bytes() / 1e6
        check(size < 25, f"statuses {counted(statuses)}, {size:.1f} MB on disk of 20 allowed")


def race():
    """Twelve lists at once, of one visitor."""
    with Server() as server:
        cookie = server.visitor()
        statuses = []

        def post(number):
            lines = "\n".join(f"k{number}-{line}" for line in range(900))
            statuses.append(server.act(
                cookie, f"192.0.2.{number + 1}", action="addresses", lines=lines)[0])

        threads = [threading.Thread(target=post, args=(number,)) for number in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        name = cookie.split("=")[1] + ".addresses"
        with open(os.path.join(server.data, name)) as file:
            kept = set(re.findall(r"k\d+-\d+", file.read()))
        check(len(kept) <= 1_000,
              f"12 lists of 900 addresses at once: {counted(statuses)}, {len(kept)} addresses taken of 1,000")


def windows():
    """Many windows of a visitor with many favorites, opened and closed."""
    with Server("--rate", "1000000", "--burst", "1000000") as patient:
        cookie = patient.visitor()
        found = set()
        for prefix in "abcdefghijklmnopqrstuvwxyz":
            body = patient.request("GET", f"/v1/search?q={prefix}&limit=100")[2]
            found |= set(re.findall(rb'"id":(\d+)', body))
        for number in list(found)[:1_000]:
            patient.act(cookie, action="star", id=number.decode(), on="true")
        with Server(data=patient.data) as server:
            windows_of(cookie, server)


def windows_of(cookie, server):
    """What others see while windows of one visitor are opened, closed and changed."""
    with watching(server, "40 windows with 1,000 favorites, opened and closed"):
        streams = [server.stream(cookie) for _ in range(40)]
        time.sleep(1)
        for stream in streams:
            stream.close()
        time.sleep(10)
    with watching(server, "40 windows with 1,000 favorites, and 50 stars"):
        streams = [server.stream(cookie) for _ in range(40)]
        for number in range(50):
            server.act(cookie, action="star", id=MUNICH, on="true" if number % 2 else "false")
        for stream in streams:
            stream.close()


def slots():
    """One address takes pages, as many as it can."""
    with Server() as server:
        cookies = [server.visitor() for _ in range(100)]
        time.sleep(3)
        streams, statuses = [], []
        with watching(server, "one address opens 1,100 pages"):
            for number in range(1_100):
                streams.append(server.stream(cookies[number % 100]))
                if number % 40 == 39:
                    time.sleep(1)
            for stream in streams:
                stream.settimeout(20)
                statuses.append(stream.recv(12)[9:12].decode())
            other = server.stream(server.visitor("198.51.100.9"), "198.51.100.9")
            status = other.recv(12)[9:12].decode()
        check(status == "200", f"one address: {counted(statuses)}; another one then gets {status}")


def bodies():
    """Large lists of addresses, and large lists of ids, again and again."""
    addresses = "\n".join(
        f"{number} Rue de la République, Saint-Étienne-du-Rouvray, France" for number in range(10_000))
    ids = "q=&limit=100&ids=" + "%2C".join(str(2_600_000 + 37 * number) for number in range(10_000))
    with Server() as server:
        for name, path, kind, body in [
            ("addresses", "/v1/geocode", "text/plain", addresses),
            ("ids", "/v1/search", FORM["Content-Type"], ids),
        ]:
            statuses = []

            def flood(end):
                while time.monotonic() < end:
                    status, headers, _ = server.request(
                        "POST", path, body.encode(), {"Content-Type": kind})
                    statuses.append(status)
                    if status == 429:
                        time.sleep(0.1)

            with watching(server, f"bodies of 10,000 {name} by 4 connections"):
                end = time.monotonic() + 10
                threads = [threading.Thread(target=flood, args=(end,)) for _ in range(4)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
            print(f"  statuses {counted(statuses)}")


def engine():
    """A visitor chooses the largest engine."""
    with Server() as server:
        cookie = server.visitor()
        stream, page = server.page(cookie)
        with watching(server, "PointerTrie chosen"):
            memory = server.memory()
            status = server.act(
                cookie, action="switch", engine="PointerTrie", order="relevance", page=page)[0]
            stream.close()
            time.sleep(3)
        growth = server.memory() - memory
        check(growth < 100, f"choosing PointerTrie: {status}, {growth:+.0f} MB stay")


def trickle():
    """Bodies that do not end, after an answer that came early."""
    head = b"Host: a\r\nContent-Length: 900000\r\n"
    requests = {
        "unknown path": b"POST /nowhere HTTP/1.1\r\n" + head + b"\r\n",
        "wrong type": b"POST /v1/geocode HTTP/1.1\r\n" + head + b"Content-Type: x/y\r\n\r\n",
        "body of GET": b"GET /health HTTP/1.1\r\n" + head + b"\r\n",
        "wrong origin": b"POST /actions HTTP/1.1\r\n" + head + b"Origin: http://x\r\n\r\n",
        "form": b"POST /actions HTTP/1.1\r\n" + head + b"Content-Type: text/plain\r\n\r\n",
    }
    with Server("--idle-timeout", "2") as server:
        for name, request in requests.items():
            with socket.create_connection(("127.0.0.1", server.port), 10) as connection:
                connection.sendall(request)
                connection.settimeout(0.2)
                start, end = time.monotonic(), None
                while time.monotonic() - start < 15 and end is None:
                    try:
                        if connection.recv(4_096) == b"":
                            end = time.monotonic() - start
                    except socket.timeout:
                        pass
                    except OSError:
                        end = time.monotonic() - start
                    with contextlib.suppress(OSError):
                        connection.sendall(b"z")
            check(end is not None, f"a trickling body after {name}: " + (
                f"ended after {end:.1f} s" if end else "still open after 15 s") + " of 2 allowed")


def descriptors():
    """More connections than the process may have files."""
    with Server(files=64) as server:
        connections = []
        for _ in range(100):
            connections.append(socket.create_connection(("127.0.0.1", server.port), 5))
        time.sleep(2)
        log = open(server.log).read()
        for connection in connections:
            connection.close()
        time.sleep(2.5)
        check(server.request("GET", "/health")[0] == 200, "the server accepts connections again")
        check("No connection can be accepted" in log, "the log says that there are no descriptors")


ATTACKS = [
    quiet, stars, files, disk, race, windows, slots, bodies, engine, trickle, descriptors]
PROGRAM = ""


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    for attack in ATTACKS:
        if len(sys.argv) == 2 or attack.__name__ in sys.argv[2:]:
            print(f"{attack.__name__}: {attack.__doc__}", flush=True)
            attack()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
