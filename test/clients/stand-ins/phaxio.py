# Stands in for the package phaxio 0.3, which the tests do not install: the methods that docs/cookbook-python.md calls, with
# the names, encodings and errors of the package.
import json
import os
import tempfile
from types import SimpleNamespace
from urllib.parse import urlencode

import urllib3

configuration = SimpleNamespace(host="https://api.phaxio.com/v2", username="", password="", temp_folder_path=None)
swagger_client = SimpleNamespace(configuration=configuration)

FAX_INFO = "id direction num_pages cost status is_test from_number to_number tags error_type error_message error_id".split()


class ApiException(Exception):
    def __init__(self, response):
        super().__init__(f"({response.status}) {response.data.decode()}")
        self.status, self.body, self.headers = response.status, response.data, response.headers


class _Client:
    def __init__(self):
        self.pool, self.host = urllib3.PoolManager(), configuration.host

    def request(self, method, path, query=None, form=None, accept="application/json"):
        pair = f"{configuration.username}:{configuration.password}"
        headers = {"Accept": accept, **urllib3.make_headers(basic_auth=pair)}
        url = f"{self.host}{path}" + (f"?{urlencode(query)}" if query else "")
        if form is None:
            response = self.pool.request(method, url, headers={**headers, "Content-Type": "application/json"})
        else:
            has_files = any(isinstance(value, tuple) for _, value in form)
            response = self.pool.request(method, url, headers=headers, fields=form, encode_multipart=has_files)
        if not 200 <= response.status <= 205:
            raise ApiException(response)
        return response.data if accept != "application/json" else json.loads(response.data)

    def download(self, method, path, form=None, accept="application/octet-stream"):
        with tempfile.NamedTemporaryFile(dir=configuration.temp_folder_path, delete=False) as file:
            file.write(self.request(method, path, form=form, accept=accept))
        return file.name


def _fax(data):
    return SimpleNamespace(**{name: data[name] for name in FAX_INFO})


def _sent(answer):
    return SimpleNamespace(success=answer["success"], message=answer["message"], data=SimpleNamespace(**answer["data"]))


def _list(value):
    return [value] if isinstance(value, str) else value or []


def _tags(tags):
    return [(f"tag[{name}]", value) for name, value in (tags or {}).items()]


class _Fax:
    def __init__(self, client):
        self._client = client

    def send(self, to, files=None, content_urls=None, header_text=None, batch_delay=None, callback_url=None, tags_dict=None):
        form = [("to[]", number) for number in _list(to)] + [("content_url[]", url) for url in _list(content_urls)]
        for path in _list(files):
            with open(path, "rb") as file:
                form.append(("file" if isinstance(files, str) else "file[]", (os.path.basename(path), file.read())))
        options = {"header_text": header_text, "batch_delay": batch_delay, "callback_url": callback_url}
        form += [(name, str(value)) for name, value in options.items() if value is not None]
        return _sent(self._client.request("POST", "/faxes", form=form + _tags(tags_dict)))

    def status(self, fax_id):
        return SimpleNamespace(data=_fax(self._client.request("GET", f"/faxes/{fax_id}")["data"]))

    def resend(self, fax_id):
        return _sent(self._client.request("POST", f"/faxes/{fax_id}/resend"))

    def query_faxes(self, direction=None, status=None, tags_dict=None):
        query = [(name, value) for name, value in (("direction", direction), ("status", status)) if value is not None]
        faxes = self._client.request("GET", "/faxes", query=query + _tags(tags_dict))["data"]
        return SimpleNamespace(data=[_fax(data) for data in faxes])

    def get_file(self, fax_id):
        return self._client.download("GET", f"/faxes/{fax_id}/file")


class _PhoneNumber:
    def __init__(self, client):
        self._client = client

    def query_phone_numbers(self):
        numbers = self._client.request("GET", "/phone_numbers")["data"]
        return SimpleNamespace(data=[SimpleNamespace(phone_number=each["phone_number"]) for each in numbers])


class _PhaxCode:
    def __init__(self, client):
        self._client = client

    def create_phax_code_png_response(self, metadata):
        return self._client.download("POST", "/phax_codes.png", form=[("metadata", metadata)], accept="image/png")


class PhaxioApi:
    def __init__(self, api_key, api_secret, file_download_path=None):
        configuration.username, configuration.password = api_key, api_secret
        configuration.temp_folder_path = file_download_path
        client = _Client()
        self.Fax, self.PhoneNumber, self.PhaxCode = _Fax(client), _PhoneNumber(client), _PhaxCode(client)
