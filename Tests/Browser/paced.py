"""A slow line in front of a server: so many bytes a second for all connections together, and a delay for each request.

The browser's own throttling misses what a service worker fetches.
"""

import asyncio
import threading
import time

from server import free_port

BYTES_A_SECOND = 1_600_000 // 8
ROUND_TRIP = 0.150
"""In seconds."""
PIECE = 4_096
PATIENCE = 0.1
"""For how many seconds a line that a busy machine has delayed makes up for it."""


class PacedLine:
    """A port that gives what another one does, more slowly."""

    def __init__(self, target, bytes_a_second=BYTES_A_SECOND, round_trip=ROUND_TRIP):
        self.target = target
        self.port = free_port()
        self.bytes_a_second = bytes_a_second
        self.round_trip = round_trip
        self.sent = 0
        """The bytes that the browser got since the start."""
        self.log = []
        """When each request came, with its first line."""
        self._free = 0.0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._connections = set()
        threading.Thread(target=self._run, daemon=True).start()
        self._ready.wait()

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    def cut(self):
        """Ends all connections, as a tunnel does."""
        self._loop.call_soon_threadsafe(lambda: [writer.transport.abort() for writer in self._connections])

    def close(self):
        """Takes no more connections, and ends those that there are, whose tasks end by that."""
        self._loop.call_soon_threadsafe(self._server.close)
        self.cut()

    def _run(self):
        asyncio.set_event_loop(self._loop)
        self._server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", self.port))
        self._ready.set()
        self._loop.run_forever()

    async def _serve(self, reader, writer):
        self._connections.add(writer)
        # A connection costs a round trip by itself.
        await asyncio.sleep(self.round_trip)
        try:
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self.target)
            self._connections.add(up_writer)
            await asyncio.gather(self._up(reader, up_writer), self._down(up_reader, writer), return_exceptions=True)
        except OSError:
            pass
        finally:
            self._connections.discard(writer)
            writer.transport.abort()

    async def _up(self, reader, writer):
        """Requests take a round trip, and are short."""
        while data := await reader.read(65_536):
            self.log.append((time.monotonic(), data.split(b"\r\n", 1)[0].decode(errors="replace")))
            await asyncio.sleep(self.round_trip)
            writer.write(data)
            await writer.drain()
        writer.transport.abort()

    async def _down(self, reader, writer):
        while data := await reader.read(PIECE):
            # All connections share the line: each piece takes the next free time.
            now = time.monotonic()
            self._free = max(self._free, now - PATIENCE) + len(data) / self.bytes_a_second
            await asyncio.sleep(max(0, self._free - now))
            self.sent += len(data)
            writer.write(data)
            await writer.drain()
        writer.write_eof()
