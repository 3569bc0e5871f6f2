import importlib
import json
import os
import unittest
import urllib.request

Dunning = importlib.import_module("mended.dunning" if "MENDED" in os.environ else "dunning").Dunning


def failed_fax(to):
    """Makes a failed fax by the control API."""
    body = json.dumps({"status": "failure", "error": 17, "to": [to]}).encode()
    headers = {"Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(os.environ["FAXSIM_URL"] + "/_faxsim/faxes", body, headers)).close()


class DunningTest(unittest.TestCase):
    def test_sends_all_letters(self):
        failed_fax("+12025550101")
        dunning = Dunning(
            base_url=os.environ["PHAXIO_BASE_URL"],
            key=os.environ["PHAXIO_API_KEY"],
            secret=os.environ["PHAXIO_API_SECRET"],
        )
        refused = dunning.run(["12", "+12025550102"])
        self.assertEqual(refused, ["12"])
        self.assertEqual(len(dunning.resent), 1)
