#!/usr/bin/env python3
"""push_server.py: an HTTP server in place of ntfy, which prints each message that it receives.

Prints its port first, and then the path, the headers Title and Priority, and the body of each message, with | between.
"""

from http.server import BaseHTTPRequestHandler, HTTPServer


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        print("|".join([self.path, self.headers["Title"], self.headers["Priority"], body]), flush=True)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
