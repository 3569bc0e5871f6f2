import base64
import json
import os
import unittest
import urllib.error
import urllib.parse
import urllib.request

SIMULATOR = os.environ.get("FAXSIM_URL", "http://127.0.0.1:8329")


class FaxsimCase(unittest.TestCase):
    """Gives each test a world with its name: an empty account, and a clock that stands. That of a failed test stays.

    A class can change the world of its tests: `order = {"scenarios": ["outage"], "settings": {"fax_retries": 2}}`.
    The client under test gets `base_url` and `auth`.
    """

    order = {}

    def setUp(self):
        super().setUp()
        order = {"name": self.id(), "fixture": "empty", "clock": "manual", **self.order}
        self.world = _open_world(order)
        self.base_url = self.world["base_url"]
        self.auth = (self.world["credentials"]["live"]["key"], self.world["credentials"]["live"]["secret"])
        self.project_id = self.world["project_id"]

    def run(self, result=None):
        outcome = super().run(result)
        failed = [text for test, text in [*outcome.failures, *outcome.errors] if test is self]
        if failed and hasattr(self, "world"):
            self.control("POST", "failure", message=failed[-1])
        elif hasattr(self, "world") and "/w/" not in SIMULATOR:
            _control("DELETE", f"{SIMULATOR}/_faxsim/worlds/{self.world['id']}")
        return outcome

    def call(self, method, path, fields=None):
        """Makes a request to the API: the status, and the JSON of the answer."""
        token = base64.b64encode(":".join(self.auth).encode()).decode()
        data = None if fields is None else urllib.parse.urlencode(fields, doseq=True).encode()
        return _request(method, self.base_url + path, data, {"Authorization": f"Basic {token}"})

    def control(self, method, path, **fields):
        """Makes a call of the control API for this world."""
        return _control(method, f"{self.base_url}/_faxsim/{path}", **fields)

    def settle(self, timeout="4s", quiet="200ms"):
        """Lets the clock and the program take turns until both rest."""
        return self.control("POST", "clock", settle=timeout, quiet=quiet)

    def advance(self, duration):
        """Moves the clock: `advance("10m")`."""
        return self.control("POST", "clock", advance=duration)

    def receive(self, **fax):
        """Receives a fax, as if a caller had sent it: `receive(to="+1...", **{"from": "+1..."})`."""
        return self.control("POST", "receive", **fax)

    def faxes(self, **query):
        return self.control("GET", "faxes", **query)["faxes"]

    def webhooks(self, **query):
        return self.control("GET", "webhooks", **query)

    def requests(self, **query):
        return self.control("GET", "requests", **query)["requests"]

    def assertFax(self, fax, **wanted):
        """Checks a fax: `assertFax(7, status="failure", error="Busy")`. Returns the record of the fax."""
        return self._verified("faxes", fax=fax, **wanted)["fax"]

    def assertDelivered(self, **wanted):
        """Checks that a webhook was delivered: `assertDelivered(event="fax_completed", fax=7)`."""
        return self._verified("webhooks", state="delivered", **wanted)["webhooks"]

    def assertReceived(self, operation, **wanted):
        """Checks that the service received a request: `assertReceived("sendFax", exactly=1)`."""
        return self._verified("requests", operation=operation, **wanted)["requests"]

    def _verified(self, log, **wanted):
        verdict = self.control("POST", f"{log}/verify", **wanted)
        return verdict if verdict["passed"] else self.fail(verdict["explanation"])


def _open_world(order):
    """Makes a world. Where FAXSIM_URL names one, as under faxsim sweep, all tests share that one."""
    if "/w/" not in SIMULATOR:
        return _control("POST", f"{SIMULATOR}/_faxsim/worlds", **order)
    _control("PATCH", f"{SIMULATOR}/_faxsim/settings", **order.get("settings", {}))
    for name in order.get("scenarios", []):
        _control("POST", f"{SIMULATOR}/_faxsim/scenarios", on=name)
    _control("POST", f"{SIMULATOR}/_faxsim/clock", speed=order["clock"])
    return _control("GET", f"{SIMULATOR}/_faxsim/world")


def _control(method, url, **fields):
    if method == "GET" and fields:
        url += "?" + urllib.parse.urlencode(fields)
    headers = {"Authorization": f"Bearer {os.environ.get('FAXSIM_CONTROL_TOKEN', '')}", "Content-Type": "application/json"}
    try:
        _, answer = _request(method, url, None if method == "GET" else json.dumps(fields).encode(), headers)
    except urllib.error.URLError:
        raise SystemExit(f"no faxsim at {SIMULATOR}: run the tests with faxsim exec -- python3 -m unittest") from None
    if "data" not in answer:
        raise AssertionError(answer["message"])
    return answer["data"]


def _request(method, url, data, headers):
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, json.loads(response.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())
