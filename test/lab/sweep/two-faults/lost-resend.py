# Sends a letter and reads its status. A fax that fails is resent, and a resend without a response is simply repeated.
import os
import sys
import time

import requests

BASE = os.environ['PHAXIO_BASE_URL'] + '/v2.1'
AUTH = (os.environ['PHAXIO_API_KEY'], os.environ['PHAXIO_API_SECRET'])


def call(method, path, **options):
    response = requests.request(method, BASE + path, auth=AUTH, timeout=20, **options)
    time.sleep(int(response.headers.get('Retry-After', 0)))
    response.raise_for_status()
    return response.json()['data']


def read(fax):
    for attempt in range(3):
        try:
            return call('GET', '/faxes/%s' % fax)['status']
        except (requests.RequestException, ValueError):
            time.sleep(0.05)
    raise RuntimeError('fax %s cannot be read' % fax)


def end_of(fax):
    for poll in range(40):
        status = read(fax)
        if status in ('success', 'failure'):
            return status
        time.sleep(0.1)
    raise RuntimeError('fax %s has no end' % fax)


def resend(fax):
    for attempt in range(3):
        try:
            return call('POST', '/faxes/%s/resend' % fax)['id']
        except (requests.RequestException, ValueError):
            if os.environ.get('MENDED'):
                raise RuntimeError('the resend of fax %s is unsure' % fax)
    raise RuntimeError('fax %s cannot be resent' % fax)


def main():
    data = {'to': '+12025550101', 'content_url': 'https://example.com'}
    fax = call('POST', '/faxes', data=data)['id']
    if end_of(fax) == 'failure' and end_of(resend(fax)) == 'failure':
        raise RuntimeError('the letter has failed twice')


try:
    main()
except (requests.RequestException, RuntimeError, ValueError) as error:
    sys.exit(str(error))
