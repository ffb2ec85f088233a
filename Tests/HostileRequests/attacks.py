#!/usr/bin/env python3
"""Attacks a server at its default limits from one address, and prints what others see meanwhile: the time of
their requests, the answers that are not 200, the memory that the attack takes, and the time that the server
needs to end while it is attacked. Fails if others get another answer than 200, if memory grows by more than
25 MB, if the server does not end within ten seconds, or if others wait for longer than a wide margin allows:
the table is to be read for a release build on a quiet machine, where 20 MB and 50 ms are the limits.

    attacks.py PROGRAM [ATTACK ...]     SECONDS=30 and P99_MARGIN=1000 (milliseconds) by default
"""

import asyncio
import contextlib
import http.client
import multiprocessing
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time

SECONDS = float(os.environ.get("SECONDS", "30"))
MARGIN = float(os.environ.get("P99_MARGIN", "1000"))
MEMORY = 25  # megabytes; a debug build takes up to a third more than a release build
PATIENCE = 60  # seconds after which something hangs
ATTACKER, OTHER = "127.0.0.2", "127.0.0.1"
FORM = b"Host: a\r\nContent-Type: text/plain\r\n"
STREET = "\n".join(f"{number} Rue de la Gare, Lyon, France" for number in range(10_000)).encode()
IDS = b"q=&limit=100&ids=" + b"%2C".join(b"%d" % (2_600_000 + 37 * number) for number in range(10_000))


class Attack:
    """Connections of one address to a server."""

    def __init__(self, port):
        self.port = port

    async def connection(self):
        return await asyncio.wait_for(
            asyncio.open_connection("127.0.0.1", self.port, local_addr=(ATTACKER, 0)), 10)

    async def repeat(self, count, one):
        """Does something on many connections, again and again."""
        async def loop():
            while True:
                with contextlib.suppress(OSError, asyncio.TimeoutError, asyncio.IncompleteReadError):
                    await one()
                await asyncio.sleep(0.2)
        await asyncio.gather(*(loop() for _ in range(count)))

    async def send(self, first, piece=b"", pause=1.0):
        """Sends bytes, and then a piece after each pause, without reading."""
        reader, writer = await self.connection()
        writer.transport.pause_reading()
        try:
            writer.write(first)
            while True:
                await writer.drain()
                await asyncio.sleep(pause)
                writer.write(piece)
        finally:
            writer.close()

    async def ask(self, request):
        """Sends a request, and reads the answer."""
        reader, writer = await self.connection()
        try:
            writer.write(request)
            await writer.drain()
            while await reader.read(65_536):
                pass
        finally:
            writer.close()

    def get(self, path):
        return self.ask(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())

    def post(self, body, path=b"/v1/geocode", head=FORM):
        return self.ask(
            b"POST %s HTTP/1.1\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n"
            % (path, head, len(body)) + body)

    # What an attack does, by its name in the table.

    async def nothing(self):
        await asyncio.sleep(PATIENCE)

    def slow_bodies(self):
        head = b"POST /v1/geocode HTTP/1.1\r\n" + FORM + b"Content-Length: 4000\r\n\r\n"
        return self.repeat(8, lambda: self.send(head, b"a"))

    def unfinished_bodies(self):
        head = b"POST /v1/geocode HTTP/1.1\r\n" + FORM + b"Content-Length: 4000\r\n\r\n"
        return self.repeat(1_100, lambda: self.send(head, b"a"))

    def large_unfinished_bodies(self):
        head = b"POST /v1/geocode HTTP/1.1\r\n" + FORM + b"Content-Length: 1000000\r\n\r\n"
        return self.repeat(200, lambda: self.send(head + b"a" * 990_000, b"a"))

    def bodies_after_answers(self):
        head = b"POST /nowhere HTTP/1.1\r\n" + FORM + b"Content-Length: 900000\r\n\r\n"
        return self.repeat(200, lambda: self.send(head, b"z", 0.2))

    def slow_heads(self):
        return self.repeat(1_000, lambda: self.send(b"GET / HTTP/1.1\r\nHost: a\r\n", b"X: a\r\n"))

    def idle_connections(self):
        return self.repeat(8_000, lambda: self.send(b""))

    def stalled_readers(self):
        request = b"GET /v1/search?q=s&limit=50 HTTP/1.1\r\nHost: a\r\n\r\n"
        return self.repeat(200, lambda: self.send(request * 40))

    def stalled_readers_of_files(self):
        request = b"GET /cities.gazetteer HTTP/1.1\r\nHost: a\r\n\r\n"
        return self.repeat(200, lambda: self.send(request))

    def stalled_readers_of_lists(self):
        request = b"POST /v1/geocode HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n" % (FORM, len(STREET))
        return self.repeat(16, lambda: self.send(request + STREET))

    def long_lists(self):
        return self.repeat(4, lambda: self.post(b"a\n" * 10_000))

    def long_lists_of_streets(self):
        return self.repeat(4, lambda: self.post(STREET))

    def long_lists_of_ids(self):
        head = b"Host: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        return self.repeat(8, lambda: self.post(IDS, b"/v1/search", head))

    def far_pages(self):
        path = "/v1/search?q=&order=distance&near=1,1&offset=10000"
        return self.repeat(16, lambda: self.get(path))

    def wide_searches(self):
        return self.repeat(16, lambda: self.get("/v1/search?q=s,+gabon"))

    def files(self):
        return self.repeat(16, lambda: self.get("/large-cities.gazetteer"))

    def metrics(self):
        return self.repeat(32, lambda: self.get("/metrics"))

    def description(self):
        return self.repeat(32, lambda: self.get("/openapi.json"))


ATTACKS = [name for name in vars(Attack) if name not in
           ("connection", "repeat", "send", "ask", "get", "post") and not name.startswith("_")]


def attack(name, port):
    """The process of an attack, which goes on until it is killed."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    asyncio.run(getattr(Attack(port), name)())


def ask(port, number):
    """A request of somebody else: its status, or what went wrong."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", port, timeout=PATIENCE, source_address=(OTHER, 0))
    try:
        if number % 2:
            query = ["lond", "san", "new+yrok", "berlin", "rome,+it"][number // 2 % 5]
            connection.request("GET", f"/v1/search?q={query}")
        else:
            connection.request("POST", "/v1/geocode", b"Berlin", {"Content-Type": "text/plain"})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except (OSError, http.client.HTTPException) as error:
        return type(error).__name__
    finally:
        connection.close()


def watch(port, seconds):
    """The times of the requests of somebody else in milliseconds, and all that was not answered with 200."""
    times, wrong, number, end = [], [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        status = ask(port, number)
        number += 1
        times.append((time.monotonic() - start) * 1_000)
        if status != 200:
            wrong.append(status)
        time.sleep(max(0, 0.05 - (time.monotonic() - start)))
    return sorted(times), wrong


def memory(process):
    """The memory of a process beyond mapped files, in megabytes."""
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("RssAnon")) / 1_000


def start(program, log, files=None):
    """Starts a server that answers; gives its process and its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None
    process = subprocess.Popen(
        [program, "serve", "--port", str(port)], stdout=log, stderr=log, preexec_fn=limit)
    end = time.monotonic() + PATIENCE
    while ask(port, 0) != 200:
        if process.poll() is not None or time.monotonic() > end:
            raise SystemExit("the server does not start")
        time.sleep(0.1)
    return process, port


def stop(process):
    """The seconds until a server ends that is told to; none if it does not."""
    begin = time.monotonic()
    process.send_signal(signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
        return time.monotonic() - begin
    process.kill()
    return None


def measure(program, name):
    """Prints the line of an attack; whether the server held."""
    with tempfile.TemporaryFile() as log:
        process, port = start(program, log)
        watch(port, 2)
        before = memory(process)
        attacker = multiprocessing.Process(target=attack, args=(name, port))
        attacker.start()
        time.sleep(1)
        times, wrong = watch(port, SECONDS)
        more = memory(process) - before
        end = stop(process)
        attacker.kill()
    late = times[min(len(times) - 1, int(len(times) * 0.99))]
    held = late <= MARGIN and not wrong and more <= MEMORY and end is not None and end <= 10
    print(
        f"{name.replace('_', ' '):26} {times[len(times) // 2]:8.1f} {late:8.1f} ms  {len(wrong):4} of {len(times):4}"
        f"  {more:+6.1f} MB  {'never' if end is None else f'{end:.1f} s':>7}  {'' if held else 'FAILED'}"
        f" {sorted(set(map(str, wrong))) if wrong else ''}", flush=True)
    return held


def descriptors(program):
    """More connections than the process may have files: it says so once, and has room for others."""
    with tempfile.TemporaryFile("w+") as log:
        process, port = start(program, log, files=64)
        connections = []
        for number in range(200):
            connection = socket.create_connection(
                ("127.0.0.1", port), 5, source_address=(f"127.0.1.{number}", 0))
            connections.append(connection)
        with open(f"/proc/{process.pid}/stat") as file:
            ticks = sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))
        statuses = [ask(port, number) for number in range(20)]
        time.sleep(2)
        with open(f"/proc/{process.pid}/stat") as file:
            ticks = sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13])) - ticks
        stop(process)
        log.seek(0)
        lines = [line for line in log if "No connection can be accepted" in line]
    held = statuses == [200] * 20 and len(lines) <= 1 and ticks < 100
    print(f"64 descriptors and 200 idle connections: answers {set(statuses)}, {len(lines)} lines of the log, "
          f"{ticks / 100:.2f} s of processor time in 2 s {'' if held else 'FAILED'}", flush=True)
    return held


def second_signal(program):
    """A second signal ends a server at once, though an answer is under way."""
    with tempfile.TemporaryFile() as log:
        process, port = start(program, log)
        with socket.create_connection(("127.0.0.1", port), 5) as deaf:
            deaf.sendall(b"GET /cities.gazetteer HTTP/1.1\r\nHost: a\r\n\r\n")
            # The answer has begun.
            deaf.recv(1, socket.MSG_PEEK)
            process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            under_way = process.poll() is None
            seconds = stop(process)
    held = under_way and seconds is not None and seconds < 2
    after = "never" if seconds is None else f"after {seconds:.1f} s"
    print(f"a second signal: ended {after} {'' if held else 'FAILED'}", flush=True)
    return held


def main():
    program, names = os.path.abspath(sys.argv[1]), sys.argv[2:]
    print(f"{'attack':26} {'p50':>8} {'p99 of others':>11}  {'not 200':>12}  {'memory':>9}  {'to end':>7}")
    held = [measure(program, name) for name in ATTACKS if not names or name in names]
    if not names:
        held += [descriptors(program), second_signal(program)]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
