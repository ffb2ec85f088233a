#!/usr/bin/env python3
"""Attacks a server from one address at its default limits, and prints what others see meanwhile: the time
of their searches (p50, p99, the longest), and what the attack left in memory. Fails if others
wait for longer than a wide margin allows, or if something is left that should not be.

    attacks.py PROGRAM [ATTACK ...]
"""

import contextlib
import http.client
import multiprocessing
import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE = 120  # seconds after which something hangs
MARGIN = float(os.environ.get("P99_MARGIN", "1000"))  # milliseconds; 50 on a quiet machine
failures = []


def check(condition, message):
    if not condition:
        failures.append(message)
    print(("  " if condition else "  FAILED: ") + message, flush=True)


class Server:
    """A server of a fresh folder, behind what it takes for a balancer, so that addresses can be made up."""

    def __init__(self, *options, files=None):
        self.folder = tempfile.mkdtemp()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = os.path.join(self.folder, "log")

        def limit():
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        with open(self.log, "w") as log_file:
            self.process = subprocess.Popen(
                [PROGRAM, "--port", str(self.port), "--behind-balancer",
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

    def memory(self):
        """Memory beyond mapped files, in megabytes."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("RssAnon")) / 1_000


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


def bodies():
    """Large lists of addresses, and large lists of ids, again and again."""
    addresses = "\n".join(
        f"{number} Rue de la République, Saint-Étienne-du-Rouvray, France" for number in range(10_000))
    ids = "q=&limit=100&ids=" + "%2C".join(str(2_600_000 + 37 * number) for number in range(10_000))
    with Server() as server:
        for name, path, kind, body in [
            ("addresses", "/v1/geocode", "text/plain", addresses),
            ("ids", "/v1/search", "application/x-www-form-urlencoded", ids),
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


def trickle():
    """Bodies that do not end, after an answer that came early."""
    head = b"Host: a\r\nContent-Length: 900000\r\n"
    requests = {
        "unknown path": b"POST /nowhere HTTP/1.1\r\n" + head + b"\r\n",
        "wrong type": b"POST /v1/geocode HTTP/1.1\r\n" + head + b"Content-Type: x/y\r\n\r\n",
        "body of GET": b"GET /health HTTP/1.1\r\n" + head + b"\r\n",
        "wrong form": b"POST /v1/search HTTP/1.1\r\n" + head + b"Content-Type: text/plain\r\n\r\n",
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


ATTACKS = [quiet, bodies, trickle, descriptors]
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
