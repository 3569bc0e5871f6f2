def test_a_fax_is_sent(faxsim):
    fields = {"to": "+12025550123", "content_url": "https://example.com"}
    response = faxsim.call("POST", "/v2.1/faxes", data=fields)
    assert response.status_code == 200

    faxsim.settle()
    fax = faxsim.control("GET", f"faxes/{response.json()['data']['id']}")
    assert fax["status"] == "success"
