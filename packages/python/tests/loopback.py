"""A service that answers what a test has laid out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

API_PATH = "/api/v1"

#: As the files of test/vectors write it. `noResponse` breaks the connection.
Reply = dict[str, Any]


@dataclass
class Received:
    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Loopback:
    url: str = ""
    replies: list[Reply] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    #: Answers in place of the replies.
    answer: Callable[[Received], Reply] | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def reply_to(self, request: Received) -> Reply:
        with self.lock:
            self.received.append(request)
            if self.answer is not None:
                return self.answer(request)
            return self.replies.pop(0) if self.replies else {"status": 200, "body": "{}"}


@contextmanager
def loopback() -> Iterator[Loopback]:
    """Run the service while a test needs it. It answers 200 with {} when it has nothing else to answer."""
    service = Loopback()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            pass

        def handle_any(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = service.reply_to(
                Received(self.command, self.path.removeprefix(API_PATH), headers, self.rfile.read(length))
            )
            if reply.get("noResponse"):
                # The connection is closed after each request.
                return
            body = str(reply.get("body", "")).encode()
            self.send_response(reply["status"])
            for name, value in {"content-type": "application/json", **reply.get("headers", {})}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    service.url = f"http://127.0.0.1:{server.server_address[1]}{API_PATH}"
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
