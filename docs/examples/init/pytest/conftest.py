import os

import pytest
import requests

SIMULATOR = os.environ.get("FAXSIM_URL", "http://127.0.0.1:8329")


class World:
    """A world of faxsim. The client under test gets base_url and auth."""

    failure = None

    def __init__(self, base_url, credentials, **_):
        self.base_url = base_url
        self.auth = (credentials["live"]["key"], credentials["live"]["secret"])

    def call(self, method, path, **options):
        """Makes a request to the API."""
        return requests.request(method, self.base_url + path, auth=self.auth, timeout=4, **options)

    def control(self, method, path, **fields):
        """Makes a call of the control API for this world."""
        return control(method, f"{self.base_url}/_faxsim/{path}", **fields)

    def settle(self, timeout="4s", quiet="200ms"):
        """Lets the clock and the program take turns until both rest."""
        return self.control("POST", "clock", settle=timeout, quiet=quiet)


def control(method, url, **fields):
    place = {"params" if method == "GET" else "json": fields}
    headers = {"Authorization": f"Bearer {os.environ.get('FAXSIM_CONTROL_TOKEN', '')}"}
    try:
        answer = requests.request(method, url, headers=headers, timeout=60, **place).json()
    except requests.ConnectionError:
        pytest.exit(f"no faxsim at {SIMULATOR}: run the tests with faxsim exec -- pytest", 1)
    return answer["data"] if "data" in answer else pytest.fail(answer["message"])


def open_world(**order):
    """Makes a world. Where FAXSIM_URL names one, as under faxsim sweep, all tests share that one."""
    if "/w/" not in SIMULATOR:
        return control("POST", f"{SIMULATOR}/_faxsim/worlds", **order)
    control("PATCH", f"{SIMULATOR}/_faxsim/settings", **order.get("settings", {}))
    for name in order.get("scenarios", []):
        control("POST", f"{SIMULATOR}/_faxsim/scenarios", on=name)
    control("POST", f"{SIMULATOR}/_faxsim/clock", speed=order["clock"])
    return control("GET", f"{SIMULATOR}/_faxsim/world")


def pytest_configure(config):
    config.addinivalue_line("markers", "faxsim(**order): adds scenarios, settings or a pace to the world of the test")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    if report.failed and "faxsim" in item.funcargs:
        item.funcargs["faxsim"].failure = report.longreprtext


@pytest.fixture
def faxsim(request):
    """A world for one test, with its name: an empty account, and a clock that stands. That of a failed test stays."""
    marker = request.node.get_closest_marker("faxsim")
    order = {"name": request.node.name, "fixture": "empty", "clock": "manual", **(marker.kwargs if marker else {})}
    made = open_world(**order)
    world = World(**made)
    yield world
    if world.failure:
        world.control("POST", "failure", message=world.failure)
    elif "/w/" not in SIMULATOR:
        control("DELETE", f"{SIMULATOR}/_faxsim/worlds/{made['id']}")
