"""The sockets of one HTTP request, held so that another thread can cut them off.

urllib brings proxies, redirects and TLS, but does not say which socket it reads from.
"""

import contextlib
import socket
import threading
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from urllib.request import HTTPHandler, HTTPSHandler, Request


class Wire:
    """All connections that one request opens."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._is_cut = False

    def hold(self, opened: socket.socket) -> None:
        """Note a socket that has connected; it is shut down at once if the wire is cut."""
        with self._lock:
            self._sockets.append(opened)
            if self._is_cut:
                _shut(opened)

    def cut(self) -> None:
        """End whatever is read from these connections, now and later."""
        with self._lock:
            self._is_cut = True
            for opened in self._sockets:
                _shut(opened)

    def handlers(self) -> tuple[HTTPHandler, HTTPSHandler]:
        """What makes an opener of urllib open its connections here."""
        wire = self

        class Plain(HTTPConnection):
            def connect(self) -> None:
                super().connect()
                wire.hold(self.sock)

        class Secure(HTTPSConnection):
            def connect(self) -> None:
                super().connect()
                wire.hold(self.sock)

        class PlainHandler(HTTPHandler):
            def http_open(self, req: Request) -> HTTPResponse:
                return self.do_open(Plain, req)

        class SecureHandler(HTTPSHandler):
            def https_open(self, req: Request) -> HTTPResponse:
                return self.do_open(Secure, req)

        return PlainHandler(), SecureHandler()


def _shut(opened: socket.socket) -> None:
    # It may be closed already, and a TLS socket may refuse; either way nobody waits for it then.
    with contextlib.suppress(OSError, ValueError):
        opened.shutdown(socket.SHUT_RDWR)
