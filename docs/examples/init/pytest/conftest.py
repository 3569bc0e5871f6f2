import os

import pytest
import requests

SIMULATOR = os.environ.get("FAXSIM_URL", "http://127.0.0.1:8329")


class World:
    """A world of faxsim. The client under test gets base_url and auth."""

    def __init__(self, base_url, credentials, **_):
        self.base_url = base_url
        self.auth = (credentials["live"]["key"], credentials["live"]["secret"])

    def call(self, method, path, **options):
        """Makes a request to the API."""
        return requests.request(method, self.base_url + path, auth=self.auth, timeout=60, **options)

    def control(self, method, path, **fields):
        """Makes a call of the control API for this world."""
        return control(method, f"{self.base_url}/_faxsim/{path}", **fields)


def control(method, url, **fields):
    place = {"params" if method == "GET" else "json": fields}
    headers = {"Authorization": f"Bearer {os.environ.get('FAXSIM_CONTROL_TOKEN', '')}"}
    try:
        answer = requests.request(method, url, headers=headers, timeout=60, **place).json()
    except requests.ConnectionError:
        pytest.exit(f"no faxsim at {SIMULATOR}: run the tests with faxsim exec -- pytest", 1)
    return answer["data"] if "data" in answer else pytest.fail(answer["message"])


def pytest_configure(config):
    config.addinivalue_line("markers", "faxsim(**order): adds scenarios, settings or a pace to the world of the test")


@pytest.fixture
def faxsim(request):
    """A world for one test, with its name: an empty account, and a clock that stands."""
    marker = request.node.get_closest_marker("faxsim")
    order = {"name": request.node.name, "fixture": "empty", "clock": "manual", **(marker.kwargs if marker else {})}
    made = control("POST", f"{SIMULATOR}/_faxsim/worlds", **order)
    yield World(**made)
    control("DELETE", f"{SIMULATOR}/_faxsim/worlds/{made['id']}")
