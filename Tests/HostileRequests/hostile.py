#!/usr/bin/env python3
"""Sends a server what no client should: large bodies, slow and broken requests, strange paths, floods
of headers, and a hundred thousand random queries. Fails if it answers with a 5xx, keeps what it should
close, or does not answer /health at the end.

    hostile.py PROGRAM [NUMBER OF QUERIES]
"""

import contextlib
import http.client
import json
import random
import socket
import subprocess
import sys
import time

PATIENCE = 300  # seconds after which something hangs; nothing depends on how long it takes
HURRIED = ("--idle-timeout", "2")  # for a server that drops slow clients
PATIENT = ("--idle-timeout", "600", "--geocoding-time", "600")  # for one that waits for a busy machine
PORT = 0  # of the server that is running
failures = []


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def check(condition, message):
    if not condition:
        failures.append(message)
        print("FAILED:", message, flush=True)


def raw(request, timeout=PATIENCE, pieces=None, pause=0.0):
    """Sends bytes, and gives the status and all that came back until the end, or None for no answer."""
    with socket.create_connection(("127.0.0.1", PORT), timeout=timeout) as connection:
        try:
            if pieces is None:
                connection.sendall(request)
            else:
                for piece in pieces:
                    connection.sendall(piece)
                    time.sleep(pause)
            answer = b""
            while True:
                part = connection.recv(65536)
                if not part:
                    break
                answer += part
                if not pieces and b"\r\n\r\n" in answer and complete(answer):
                    break
        except (ConnectionResetError, BrokenPipeError):
            return None, b""
        except socket.timeout:
            return "timeout", b""
    if not answer.startswith(b"HTTP/1.1 "):
        return None, answer
    return int(answer[9:12]), answer


def complete(answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return len(body) >= int(value)
    return b"chunked" not in head.lower() or body.endswith(b"0\r\n\r\n")


def get(target, headers=b""):
    return raw(b"GET " + target + b" HTTP/1.1\r\nHost: a\r\n" + headers + b"\r\n")


def bodies():
    large = b"x" * 10_000_000
    for path, kind in [
        (b"/v1/geocode", b"text/plain"),
        (b"/v1/geocode", b"application/json"),
        (b"/v1/search", b"application/x-www-form-urlencoded"),
        (b"/v1/search", b"text/plain"),
        (b"/health", b"text/plain"),
        (b"/nowhere", b"text/plain"),
    ]:
        head = b"POST " + path + b" HTTP/1.1\r\nHost: a\r\nContent-Type: " + kind
        status, _ = raw(head + b"\r\nContent-Length: 10000000\r\n\r\n" + large)
        check(status in (413, 415, 405, 404), f"10 MB to {path}: {status}")
        # Without a length, in chunks.
        chunks = b"".join(b"10000\r\n" + b"y" * 65536 + b"\r\n" for _ in range(160))
        status, _ = raw(head + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n")
        check(status in (413, 415, 405, 404), f"10 MB in chunks to {path}: {status}")
    nested = b"[" * 900_000
    status, _ = raw(
        b"POST /v1/geocode HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        + b"Content-Length: 900000\r\n\r\n"
        + nested
    )
    check(status == 400, f"deeply nested JSON: {status}")


def endlessly(head, piece):
    """A request that does not end, piece by piece, until the server cuts it off."""
    yield head
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield piece
    check(False, f"{piece} was accepted for {PATIENCE} seconds")


def slow_clients():
    # A head that never ends, letter by letter.
    status, _ = raw(b"", pieces=endlessly(b"GET /v1/search?q=a HTTP/1.1\r\n", b"X"), pause=0.1)
    check(status in (None, 400, 408), f"slow head: {status}")
    # A body that comes byte by byte is refused, and cut off.
    head = b"POST /v1/geocode HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9999\r\n\r\n"
    status, _ = raw(b"", pieces=endlessly(head, b"x"), pause=0.1)
    check(status in (None, 408), f"slow body: {status}")
    # A connection without any request.
    status, _ = raw(b"", pieces=[])
    check(status is None, f"a silent connection: {status}")


def deaf_client():
    # A client that asks for much and does not read: the others are served meanwhile.
    lines = b"Paris, FR\n" * 10_000
    with socket.create_connection(("127.0.0.1", PORT), timeout=PATIENCE) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(
            b"POST /v1/geocode HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n"
            + f"Content-Length: {len(lines)}\r\n\r\n".encode()
            + lines
        )
        for _ in range(20):
            status, _ = get(b"/v1/search?q=paris")
            check(status == 200, f"beside a client that does not read: {status}")


def paths():
    for target in [
        b"/../../../etc/passwd", b"/..%2f..%2fetc/passwd", b"/%2e%2e/%2e%2e/etc/passwd",
        b"/v1/../../etc/passwd", b"/v1/places/../../etc/passwd", b"//etc/passwd", b"/\\..\\..\\x",
        b"/openapi.json/..", b"/openapi.json%00.txt", b"/v1/places/%00", b"/v1/places/1%2f2",
        b"/v1/places/" + b"1," * 4000, b"/" + b"a/" * 4000, b"*", b"http://other/v1/search?q=a",
        b"http://[::1", b"?", b"/?", b"/#", b"/v1/search?q=a#b", b"/;x=1", b"/%", b"/%zz",
        b"/v1/search?" + b"&" * 4000, b"/v1/search?" + b"q=" * 3000, b"/v1/search?q=" + b"%F0" * 2000,
    ]:
        status, answer = get(target)
        check(status is None or status < 500, f"{target[:60]}: {status}")
        check(b"root:" not in answer, f"{target[:60]} gives a file of the system")


def heads():
    flood = b"".join(b"X-%d: y\r\n" % number for number in range(100_000))
    status, _ = get(b"/health", flood)
    check(status in (None, 400, 431), f"100,000 headers: {status}")
    status, _ = get(b"/health", b"X: " + b"y" * 10_000_000 + b"\r\n")
    check(status in (None, 400, 431), f"a header of 10 MB: {status}")
    for head in [
        b"GET / HTTP/9.9\r\n\r\n", b"GET\r\n\r\n", b"\x00\x01\x02\x03\r\n\r\n", b"\x16\x03\x01\x02",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
        b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
        b"POST /v1/geocode HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"FOO / HTTP/1.1\r\nHost: a\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
        b"GET /v1/search?q=a HTTP/1.1\r\nHost: a\r\nIf-None-Match: " + b"\"a\"," * 4000 + b"\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /health",
    ]:
        status, _ = raw(head)
        check(status is None or status == "timeout" or status < 500, f"{head[:60]}: {status}")


def methods():
    """All methods at paths with and without an answer: the answer behind each must be in step."""
    last = b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    statuses = set()
    for method in (b"GET", b"HEAD", b"POST", b"PUT", b"DELETE", b"OPTIONS", b"PATCH", b"TRACE"):
        for target in (b"/", b"/health", b"/v1/search?q=rome", b"/v1/search", b"/v1/geocode", b"/v1/places/1",
                       b"/cities.gazetteer", b"/nowhere", b"/" + b"a" * 300):
            for headers in (b"", b"If-None-Match: *\r\n", b"Accept-Encoding: gzip\r\n"):
                head = method + b" " + target + b" HTTP/1.1\r\nHost: a\r\n" + headers + b"\r\n"
                status, answers = raw(b"", pieces=[head + last])
                statuses.add((method, status))
                first, _, rest = answers.partition(b"\r\n\r\n")
                length = 0
                if method != b"HEAD" and status not in (204, 304):
                    length = next(int(line.split(b":")[1]) for line in first.lower().split(b"\r\n")
                                  if line.startswith(b"content-length:"))
                check(rest[length:].startswith(b"HTTP/1.1 200 OK\r\n"),
                      f"{method} {target[:30]} {headers}: {status}, then {rest[length:][:60]}")
    for status in (200, 304, 400, 404, 405):
        check((b"HEAD", status) in statuses, f"no HEAD was answered with {status}")


def queries(count):
    generator = random.Random(7)
    letters = [chr(code) for code in range(1, 0x250)] + list("東京서울😀\u0301\u200d")
    names = ["limit", "offset", "order", "near", "country", "chosen", "names", "typos",
             "countries", "divisions", "minimumPopulation", "ids", "bbox"]
    wrong = ["Q", "q", "lat", "lon", ""]
    values = ["", "1", "0", "-1", "10", "100", "101", "99999999999999999999", "1e9", "nan", "inf",
              "1,2", "1,2,3,4", "90,180", "91,0", "DE", "DE,FR", "US.IL", "own", "all", "never", "population",
              "distance", "name", "relevance", "san", "rome, it", "new yrok", "%", "%00", "%ff", "st "]
    paths = ["/v1/search"] * 12 + ["/v1/reverse", "/v1/places/", "/v1/", "/"]
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=PATIENCE)
    counts = {}
    for number in range(count):
        def text():
            if generator.random() < 0.5:
                return generator.choice(values)
            return "".join(generator.choice(letters) for _ in range(generator.randrange(12)))
        parts = []
        for _ in range(generator.randrange(5)):
            name = generator.choice(wrong if generator.random() < 0.1 else names)
            parts.append(name + generator.choice(["=", "=", "", "=="]) + text())
        query = "&".join(parts)
        if generator.random() < 0.8:
            start = text() if generator.random() < 0.5 else generator.choice(["san", "a", "st "])
            query = "q=" + start.replace("&", "") + "&" + query
        target = generator.choice(paths) + "?" + query
        encoded = "".join(
            c if 0x21 <= ord(c) < 0x7F else "".join(f"%{byte:02X}" for byte in c.encode())
            for c in target
        )
        try:
            connection.request("GET", encoded)
            response = connection.getresponse()
            body = response.read()
        except (http.client.HTTPException, OSError) as error:
            check(False, f"{encoded}: {error!r}")
            connection.close()
            continue
        counts[response.status] = counts.get(response.status, 0) + 1
        check(response.status < 500, f"{encoded}: {response.status}")
        if response.status == 400 and body:
            check(json.loads(body)["error"]["message"][-1] in ".?", f"{encoded}: no sentence")
    print(f"{count} queries: {dict(sorted(counts.items()))}", flush=True)


def is_healthy(server):
    """Whether the server answers, now or in a while: one that drops slow clients may take a request for one."""
    end = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < end:
        with contextlib.suppress(ConnectionRefusedError):
            if get(b"/health")[0] == 200:
                return True
        time.sleep(0.05)
    return False


@contextlib.contextmanager
def serving(program, *options):
    """Runs a server, which must stop gracefully in the end."""
    global PORT
    PORT = free_port()
    server = subprocess.Popen(
        [program, "serve", "--port", str(PORT), "--rate", "1000000000", "--burst", "1000000000",
         "--log-level", "error", *options])
    try:
        check(is_healthy(server), "the server does not start")
        yield server
        check(is_healthy(server), "the server has ended, or does not answer")
    finally:
        server.terminate()
        check(server.wait(timeout=PATIENCE) == 0, "the server did not stop gracefully")


def run(*parts):
    for part in parts:
        print(part.__name__, flush=True)
        part()


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    with serving(program, *HURRIED):
        run(heads, slow_clients)
    with serving(program, *PATIENT) as server:
        run(methods, bodies, paths, deaf_client)
        queries(count)
        status, answer = get(b"/metrics")
        check(status == 200, f"/metrics at the end: {status}")
        with open(f"/proc/{server.pid}/status") as file:
            memory = next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))
        print(f"memory beyond mapped files: {memory / 1000:.1f} MB", flush=True)
    sys.exit(1 if failures else 0)


main()
