# Sends letters, and looks up those without a response afterwards. It takes a page that fails for the last one.
import os
import sys
import time

import requests

BASE = os.environ['PHAXIO_BASE_URL'] + '/v2.1'
AUTH = (os.environ['PHAXIO_API_KEY'], os.environ['PHAXIO_API_SECRET'])
PER_PAGE = 2


def call(method, path, **options):
    response = requests.request(method, BASE + path, auth=AUTH, timeout=20, **options)
    time.sleep(int(response.headers.get('Retry-After', 0)))
    response.raise_for_status()
    return response.json()['data']


def sent_letters():
    found = set()
    page = 1
    while True:
        try:
            faxes = call('GET', '/faxes', params={'direction': 'sent', 'per_page': PER_PAGE, 'page': page})
        except (requests.RequestException, ValueError):
            if page == 1 or os.environ.get('MENDED'):
                raise
            return found
        found.update(fax['tags'].get('letter') for fax in faxes)
        if len(faxes) < PER_PAGE:
            return found
        page += 1


def send(letter):
    data = {'to': '+1202555010' + letter, 'content_url': 'https://example.com', 'tag[letter]': letter}
    call('POST', '/faxes', data=data)


def send_all(letters):
    unsure = []
    for letter in letters:
        try:
            send(letter)
        except (requests.RequestException, ValueError):
            unsure.append(letter)
    if unsure:
        known = sent_letters()
        for letter in unsure:
            if letter not in known:
                send(letter)


try:
    send_all(['1', '2', '3'])
except (requests.RequestException, ValueError) as error:
    sys.exit('not all letters are sent: %s' % error)
