import base64
import contextlib
import functools
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

    order, failure = {}, None

    def __init__(self, methodName="runTest"):
        super().__init__(methodName)
        if method := getattr(self, methodName, None):
            setattr(self, methodName, functools.wraps(method)(self._noting()(method)))

    def setUp(self):
        super().setUp()
        order = {"name": self.id(), "fixture": "empty", "clock": "manual", **self.order}
        self.world = _open_world(order)
        self.base_url = self.world["base_url"]
        self.auth = (self.world["credentials"]["live"]["key"], self.world["credentials"]["live"]["secret"])
        self.project_id = self.world["project_id"]
        self.addCleanup(self._close_world)

    @contextlib.contextmanager
    def subTest(self, *args, **params):
        with super().subTest(*args, **params), self._noting():
            yield

    @contextlib.contextmanager
    def _noting(self):
        try:
            yield
        except Exception as error:
            self.failure = None if isinstance(error, unittest.SkipTest) else str(error)
            raise

    def _close_world(self):
        method = getattr(self, self._testMethodName)
        if self.failure and not getattr(method, "__unittest_expecting_failure__", False):
            self.control("POST", "failure", message=self.failure)
        elif "/w/" not in SIMULATOR:
            _control("DELETE", f"{SIMULATOR}/_faxsim/worlds/{self.world['id']}")

    def call(self, method, path, fields=None):
        """Makes a request to the API, to v3 in JSON: the status, and the JSON or bytes of the answer."""
        headers = {"Authorization": "Basic " + base64.b64encode(":".join(self.auth).encode()).decode()}
        data = urllib.parse.urlencode(fields or {}, doseq=True)
        if path.startswith("/v3/"):
            headers["Content-Type"], data = "application/json", json.dumps(fields)
        return _request(method, self.base_url + path, None if fields is None else data.encode(), headers)

    def control(self, method, path, **fields):
        """Makes a call of the control API: `control("POST", "clock", advance="10m")`, `control("GET", "faxes")`."""
        return _control(method, f"{self.base_url}/_faxsim/{path}", **fields)

    def settle(self, timeout="4s", quiet="200ms"):
        """Lets the clock and the program take turns until both rest."""
        return self.control("POST", "clock", settle=timeout, quiet=quiet)

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
        response = urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        response = error
    answer = response.read()
    return response.status, json.loads(answer) if response.headers.get_content_type() == "application/json" else answer
