"""Sends letters again that have failed, then new ones, and waits until all have arrived."""

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
ANSWER = 4


class Refused(Exception):
    pass


class Dunning:
    def __init__(self, *, base_url, key, secret):
        self.base_url = base_url
        self.authorization = "Basic " + base64.b64encode(f"{key}:{secret}".encode()).decode()
        self.last = 0
        self.resent = []

    def run(self, numbers):
        """Returns the numbers that the service has refused."""
        for fax in self.read("/faxes?status=failure"):
            self.send_again(fax)
        sent, refused = [], []
        for number in numbers:
            try:
                sent.append(self.send(f"/faxes?to={quoted(number)}&content_url=https://example.com/letter", number))
            except Refused:
                refused.append(number)
                self.last = None
        for _ in range(POLLS):
            if all(self.is_delivered(fax) for fax in sent):
                return refused
            time.sleep(POLL)
        raise TimeoutError("not all letters have arrived")

    def send_again(self, fax):
        number = fax["recipients"][0]["phone_number"]
        self.last = fax["id"]
        self.resent.append(self.send(f"/faxes/{fax['id']}/resend", number))
        self.retrying(lambda: self.request("DELETE", f"/faxes/{fax['id']}/file"))

    def send(self, path, number):
        """Sends once: a fax to the number that is newer than the last one answers a lost answer."""

        def attempt(is_first):
            newer = [] if is_first or self.last is None else self.newer(number)
            return newer[0] if newer else self.request("POST", path)["id"]

        self.last = self.trying(attempt)
        return self.last

    def newer(self, number):
        faxes = self.request("GET", f"/faxes?direction=sent&phone_number={quoted(number)}")
        return [fax["id"] for fax in faxes if fax["id"] > self.last]

    def is_delivered(self, fax):
        try:
            status = self.request("GET", f"/faxes/{fax}")["status"]
        except (OSError, ValueError, http.client.HTTPException) as error:
            time.sleep(retry_after(error) or 0)
            return False  # it is asked again
        if status == "failure":
            raise RuntimeError(f"fax {fax} has failed")
        return status == "success"

    def read(self, path):
        return self.retrying(lambda: self.request("GET", path))

    def retrying(self, work):
        return self.trying(lambda _: work())

    def trying(self, attempt):
        for number in range(TRIES):
            try:
                return attempt(number == 0)
            except (OSError, ValueError, http.client.HTTPException) as error:
                if number == TRIES - 1:
                    raise
                time.sleep(retry_after(error) or PAUSE)

    def request(self, method, path):
        headers = {"Authorization": self.authorization}
        request = urllib.request.Request(f"{self.base_url}/v2.1{path}", method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER) as answer:
                return json.load(answer).get("data")
        except urllib.error.HTTPError as error:
            if error.code == 422:
                raise Refused from error
            raise


def retry_after(error):
    """In seconds."""
    wait = error.headers.get("Retry-After") if isinstance(error, urllib.error.HTTPError) else None
    return None if wait is None else int(wait)


def quoted(number):
    return urllib.parse.quote(number)
