import importlib
import json
import os
import unittest
import urllib.request

Inbox = importlib.import_module("mended.inbox" if "MENDED" in os.environ else "inbox").Inbox

# The service refuses the one number, and no call to the other is answered.
REFUSED = "+12025550103"
BUSY = "+15555551017"
SENDERS = [BUSY, "+12025550101", REFUSED]


def control(path, **fields):
    body = json.dumps(fields).encode()
    headers = {"Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(os.environ["FAXSIM_URL"] + "/_faxsim" + path, body, headers)).close()


class InboxTest(unittest.TestCase):
    def test_confirms_received_faxes(self):
        rule = {"id": "refused", "on": "sendFax", "where": {"params.to": REFUSED}, "do": {"fail": "invalid"}}
        scenario = {"name": "refusing", "description": "A number is refused.", "rules": [rule]}
        control("/scenarios", source=json.dumps(scenario))
        for number in SENDERS:
            control("/receive", **{"from": number})
        inbox = Inbox(
            base_url=os.environ["PHAXIO_BASE_URL"],
            key=os.environ["PHAXIO_API_KEY"],
            secret=os.environ["PHAXIO_API_SECRET"],
        )
        inbox.run()
        self.assertGreaterEqual(len(inbox.archive), len(SENDERS))
        self.assertEqual(inbox.states["+12025550101"], "confirmed")
        self.assertEqual(inbox.states[REFUSED], "refused")
        self.assertEqual(inbox.states[BUSY], "failed")
