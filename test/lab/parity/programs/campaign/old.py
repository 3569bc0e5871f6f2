"""Sends the letters by v2.1, three at a time, and reports what arrived."""
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

import requests
from letters import AUTH, OFFICE, URL, jitter, letters, summary


def call(method, path, **options):
    answer = requests.request(method, f"{URL}/v2.1{path}", auth=AUTH, timeout=60, **options)
    answer.raise_for_status()
    return answer.json()


def send(row):
    jitter()
    call("POST", "/faxes", data={"to": row[0]}, files={"file": ("letter.txt", row[1])})


def faxes():
    found, page = [], 1
    while True:
        since = datetime.now(timezone.utc) - timedelta(days=1)
        answer = call("GET", "/faxes", params={"created_after": since.isoformat(), "per_page": 2, "page": page})
        found += answer["data"]
        if page * 2 >= answer["paging"]["total"]:
            return found
        page += 1


def unfinished():
    return any(fax["status"] not in ("success", "failure") for fax in faxes())


with ThreadPoolExecutor(3) as pool:
    list(pool.map(send, letters()))
while unfinished():
    jitter()
arrived = [fax for fax in faxes() if fax["status"] == "success"]
send((OFFICE, summary(len(arrived), sum(fax["cost"] for fax in arrived) / 100)))
while unfinished():
    jitter()
