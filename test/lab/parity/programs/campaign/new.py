"""Sends the letters by v3, three at a time, and reports what arrived. MISTAKE names one that it makes."""
import os
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

import requests
from letters import AUTH, OFFICE, URL, jitter, letters, summary

MISTAKE = os.environ.get("MISTAKE")
PROJECT = os.environ["FAXSIM_PROJECT_ID"]


def call(method, path, **options):
    answer = requests.request(method, f"{URL}/v3/projects/{PROJECT}{path}", auth=AUTH, timeout=60, **options)
    answer.raise_for_status()
    return answer.json()


def send(row):
    number, text = row
    if MISTAKE == "other-day":
        text = text.replace("Friday", "Sunday")
    if MISTAKE == "other-number":
        number = number.replace("0212", "0211")
    jitter()
    files = [{"file": b64encode(text.encode()).decode(), "fileType": "TXT"}]
    call("POST", "/faxes", json={"to": number, "files": files, "maxRetries": 0})


def faxes():
    found, page = [], 1
    while True:
        since = datetime.now(timezone.utc) - timedelta(days=1)
        params = {"createTime>": since.strftime("%Y-%m-%dT%H:%M:%S.%fZ"), "pageSize": 2, "page": page}
        answer = call("GET", "/faxes", params=params)
        found += answer["faxes"]
        if MISTAKE == "first-page" or page >= answer["totalPages"]:
            return found
        page += 1


def unfinished():
    return any(fax["status"] not in ("COMPLETED", "FAILURE") for fax in faxes())


with ThreadPoolExecutor(3) as pool:
    rows = letters()
    list(pool.map(send, rows[1:] if MISTAKE == "dropped" else rows))
while unfinished():
    jitter()
arrived = [fax for fax in faxes() if fax["status"] == "COMPLETED"]
send((OFFICE, summary(len(arrived), sum(float(fax["price"]["amount"]) for fax in arrived))))
while unfinished():
    jitter()
