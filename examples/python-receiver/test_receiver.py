import importlib
import json
import os
import tempfile
import unittest
import urllib.request

Faxes = importlib.import_module("mended.receiver" if "MENDED" in os.environ else "receiver").Faxes


def settle():
    """Waits until the service has nothing to do any more, by the control API: however slow the machine is."""
    body = json.dumps({"settle": "60s"}).encode()
    headers = {"Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(os.environ["FAXSIM_URL"] + "/_faxsim/clock", body, headers)).close()


class ReceiverTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.faxes = Faxes(
            os.path.join(folder.name, "faxes.db"),
            base_url=os.environ["PHAXIO_BASE_URL"],
            key=os.environ["PHAXIO_API_KEY"],
            secret=os.environ["PHAXIO_API_SECRET"],
            token=os.environ["PHAXIO_CALLBACK_TOKEN"],
        )

    def test_counts_the_delivered_faxes_of_a_customer(self):
        for number in ("+12025550101", "+12025550102"):
            fax = self.faxes.send("acme", number, "https://example.com/invoice")
            settle()
            self.assertEqual(self.faxes.state(fax), "delivered")
        self.assertEqual(self.faxes.delivered("acme"), 2)
