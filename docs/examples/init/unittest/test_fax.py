from faxsim_case import FaxsimCase


class FaxTest(FaxsimCase):
    def test_a_fax_is_sent(self):
        fields = {"to": "+12025550123", "content_url": "https://example.com"}
        status, answer = self.call("POST", "/v2.1/faxes", fields)
        self.assertEqual(status, 200)

        self.settle()
        self.assertFax(answer["data"]["id"], status="success")
