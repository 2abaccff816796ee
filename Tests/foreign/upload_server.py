#!/usr/bin/env python3
"""upload_server.py: an HTTP server in place of a web site for workouts, which prints each request that it receives.

Prints its port first, and then one line for each request: the path, the key, and the form, with | between. The key is
the header Authorization or token. The form contains the names and values of the fields; the value of a file is its name
and its size. The path /oauth/token replies with new tokens, as Strava does.
"""

import json
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        kind = self.headers["Content-Type"]
        if kind.startswith("multipart/form-data"):
            message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
            fields = [self.field(part) for part in message.iter_parts()]
        else:
            fields = [f"{name}={value}" for name, value in parse_qsl(body.decode(), strict_parsing=True)]
        key = self.headers["Authorization"] or self.headers["token"] or ""
        print("|".join([self.path, key, *fields]), flush=True)
        self.send_response(201)
        self.end_headers()
        if self.path == "/oauth/token":
            self.wfile.write(json.dumps({"access_token": "access-2", "refresh_token": "refresh-2"}).encode())

    @staticmethod
    def field(part):
        name = part.get_param("name", header="Content-Disposition")
        content = part.get_payload(decode=True)
        file = part.get_filename()
        kind = "FIT" if content[8:12] == b".FIT" else "unknown"
        return f"{name}={content.decode()}" if file is None else f"{name}={file}, {kind}"

    def log_message(self, *arguments):
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
