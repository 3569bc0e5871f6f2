def test_a_fax_is_sent(faxsim):
    fields = {"to": "+12025550123", "content_url": "https://example.com"}
    response = faxsim.call("POST", "/v2.1/faxes", data=fields)
    assert response.status_code == 200

    faxsim.control("POST", "clock", run_until_idle="1h")
    [fax] = faxsim.control("GET", "faxes")["faxes"]
    assert fax["status"] == "success"
