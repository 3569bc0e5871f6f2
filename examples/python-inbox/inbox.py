"""Archives received faxes, confirms each to its sender, and sends a copy of each to the office."""

import base64
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request

TRIES = 3
PAUSE = 0.1
POLL = 0.2
POLLS = 40  # a busy machine makes them slow too, unlike a clock
ANSWER = 10
PER_PAGE = 2
OFFICE = "+12025550100"
ALARM = "+12025550109"


class Refused(Exception):
    """The service does not send to this number."""


class Inbox:
    def __init__(self, *, base_url, key, secret):
        self.base_url = base_url
        self.authorization = "Basic " + base64.b64encode(f"{key}:{secret}".encode()).decode()
        self.archive = {}
        self.states = {}

    def run(self):
        """Works on all received faxes. The states of confirmations are by the numbers that they go to."""
        faxes = self.received()
        for fax in faxes:
            path = f"/faxes/{fax['id']}/file"
            self.archive[fax["id"]] = self.trying(lambda _, path=path: self.fetch("GET", path))
        sent = [(fax["from_number"], self.confirm(fax)) for fax in faxes]
        for fax in faxes:
            self.send(OFFICE, f"copy-{fax['id']}")
        for number, confirmation in sent:
            self.states[number] = "refused" if confirmation is None else self.outcome(confirmation)
            print(f"{number}: {self.states[number]}", flush=True)
            if self.states[number] in ("failed", "unknown"):
                self.send(ALARM, f"alarm-{number}")

    def received(self):
        found = []
        for page in range(1, 100):
            path = f"/faxes?direction=received&per_page={PER_PAGE}&page={page}"
            faxes = self.trying(lambda _, path=path: self.read("GET", path))
            found += faxes
            if len(faxes) < PER_PAGE:
                break
        return found

    def confirm(self, fax):
        """Returns the id of the confirmation; None where the service refuses the number."""
        try:
            return self.send(fax["from_number"], f"confirm-{fax['id']}")
        except Refused:
            return None

    def send(self, number, letter):
        fields = {"to": number, "content_url": "https://example.com/letter", "tag[letter]": letter}

        return self.trying(lambda _: self.read("POST", f"/faxes?{encoded(fields)}"))["id"]

    def outcome(self, fax):
        for _ in range(POLLS):
            status = self.trying(lambda _: self.read("GET", f"/faxes/{fax}"))["status"]
            if status == "success":
                return "confirmed"
            if status in ("failure", "partialsuccess"):
                return "failed"
            time.sleep(POLL)
        return "unknown"

    def trying(self, attempt):
        for number in range(TRIES):
            try:
                return attempt(number == 0)
            except (OSError, ValueError, http.client.HTTPException) as error:
                if number == TRIES - 1:
                    raise
                time.sleep(retry_after(error) or PAUSE)

    def read(self, method, path):
        return json.loads(self.fetch(method, path))["data"]

    def fetch(self, method, path):
        headers = {"Authorization": self.authorization}
        request = urllib.request.Request(f"{self.base_url}/v2.1{path}", method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            if error.code == 422:
                raise Refused from error
            raise


def retry_after(error):
    """In seconds."""
    wait = error.headers.get("Retry-After") if isinstance(error, urllib.error.HTTPError) else None
    return None if wait is None else int(wait)


def encoded(fields):
    return urllib.parse.urlencode(fields)
