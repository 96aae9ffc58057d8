"""The documents of the contract over HTTP: `python http_documents.py [FAULT]`; prints its port."""

import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from ai_memory_spec.contract import build_document, document_data, negotiate_accept
from ai_memory_spec.phrasing import load_edition, parse_profile

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""


class Handler(BaseHTTPRequestHandler):
    """Answers every GET with the document that the header asks for."""

    def do_GET(self) -> None:
        import json

        edition = load_edition()
        accept = self.headers.get("Accept-Capabilities")
        version = negotiate_accept("v3" if FAULT == "deaf" else accept)
        document = build_document(edition, parse_profile(edition, "core,archive"), version)
        data = document_data(document)
        data.pop("families", None)
        if FAULT == "count" and "summary" in data:
            data["summary"] = data["summary"].replace("12 of 51", "13 of 51")
        body = b"<html>log in</html>" if FAULT == "page" else json.dumps(data).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


server = HTTPServer(("127.0.0.1", 0), Handler)
sys.stdout.write(f"{server.server_port}\n")
sys.stdout.flush()
server.serve_forever()
