import importlib
import os
import tempfile
import time
import unittest

Faxes = importlib.import_module("mended.receiver" if "MENDED" in os.environ else "receiver").Faxes


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

    def wait(self, fax):
        for _ in range(150):
            if self.faxes.state(fax) == "delivered":
                return
            time.sleep(0.02)
        self.fail("the fax is not delivered")

    def test_counts_the_delivered_faxes_of_a_customer(self):
        for number in ("+12025550101", "+12025550102"):
            self.wait(self.faxes.send("acme", number, "https://example.com/invoice"))
        self.assertEqual(self.faxes.delivered("acme"), 2)
