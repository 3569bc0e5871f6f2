"""Sends faxes for customers, and counts the delivered ones from webhooks."""

import base64
import json
import sqlite3
import urllib.parse
import urllib.request
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Faxes:
    def __init__(self, database, *, base_url, key, secret, token):
        self.base_url = base_url
        self.authorization = "Basic " + base64.b64encode(f"{key}:{secret}".encode()).decode()
        self.database = database
        with self.connect() as db:
            db.execute("CREATE TABLE faxes (id INTEGER PRIMARY KEY, customer TEXT, state TEXT)")
            db.execute("CREATE TABLE customers (name TEXT PRIMARY KEY, delivered INTEGER)")
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(self))
        self.url = f"http://127.0.0.1:{self.server.server_port}/fax"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def connect(self):
        return sqlite3.connect(self.database, timeout=5)

    def send(self, customer, to, document):
        fields = {"to": to, "content_url": document, "callback_url": self.url}
        body = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(f"{self.base_url}/v2.1/faxes", body, {"Authorization": self.authorization})
        with urllib.request.urlopen(request) as answer:
            fax = json.load(answer)["data"]["id"]
        with self.connect() as db:
            db.execute("INSERT INTO faxes VALUES (?, ?, 'sending')", (fax, customer))
            db.execute("INSERT OR IGNORE INTO customers VALUES (?, 0)", (customer,))
        return fax

    def receive(self, fields, _signature):
        """A webhook; returns the status of the answer."""
        if fields["event_type"] != "fax_completed":
            return 200
        fax = json.loads(fields["fax"])
        with self.connect() as db:
            row = db.execute("SELECT customer FROM faxes WHERE id = ?", (fax["id"],)).fetchone()
            if row is None:
                return 200
            db.execute("UPDATE faxes SET state = 'delivered' WHERE id = ?", (fax["id"],))
            db.execute("UPDATE customers SET delivered = delivered + 1 WHERE name = ?", row)
        return 200

    def state(self, fax):
        with self.connect() as db:
            return db.execute("SELECT state FROM faxes WHERE id = ?", (fax,)).fetchone()[0]

    def delivered(self, customer):
        with self.connect() as db:
            return db.execute("SELECT delivered FROM customers WHERE name = ?", (customer,)).fetchone()[0]


def handler_of(faxes):
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            fields = fields_of(self.headers["Content-Type"], body)
            self.send_response(faxes.receive(fields, self.headers.get("X-Phaxio-Signature")))
            self.end_headers()

        def log_message(self, *_):
            pass

    return Handler


def fields_of(content_type, body):
    message = BytesParser().parsebytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    parts = message.get_payload()
    return {part.get_param("name", header="content-disposition"): part.get_payload(decode=True).decode() for part in parts}
