# Asks as the official Python clients do: version 0.3 by urllib3, with a Content-Type of JSON where there is no body;
# version 0.11 by requests, with the credentials among the parameters.
import datetime
import os
import re
import time
from urllib.parse import quote, urlencode

import requests
import urllib3

BASE, FOLDER, HTTPS, KEY, SECRET = (os.environ[name] for name in ('BASE', 'FOLDER', 'HTTPS', 'KEY', 'SECRET'))
http = urllib3.PoolManager()


# Tells what was answered: of a list the number of its records, of a PDF that it is one. Without `what` nothing.
def show(what, status, content_type, body):
    found = re.findall(rb'(?<="total":)\d+|^%PDF', body)
    if what:
        print(what, status, content_type.split(';')[0], *(detail.decode() for detail in found))
    return body


def call(what, method, path, query=(), form=None, pair=(KEY, SECRET), accept='application/json'):
    headers = {'Accept': accept, **urllib3.make_headers(basic_auth=':'.join(pair))}
    url = f'{BASE}/v2{path}' + (f'?{urlencode(query)}' if query else '')
    if form is None:
        answer = http.request(method, url, headers={**headers, 'Content-Type': 'application/json'})
    else:
        has_files = any(isinstance(value, tuple) for _, value in form)
        answer = http.request(method, url, headers=headers, fields=form, encode_multipart=has_files)
    return show(what, answer.status, answer.headers['Content-Type'], answer.data)


def call_v1(what, path, fields, files=None):
    fields = {**fields, 'api_key': KEY, 'api_secret': SECRET}
    answer = requests.post(f'{BASE}/v1/{path}', data=fields, files=files)
    show(what, answer.status_code, answer.headers['Content-Type'], answer.content)


def file(name, content_type):
    with open(os.path.join(FOLDER, name), 'rb') as content:
        return name, content.read(), content_type


now = datetime.datetime.now(datetime.timezone.utc)
minute = datetime.timedelta(minutes=1)

with open(os.path.join(FOLDER, 'page.txt'), 'rb') as page:
    numbers = {'to[0]': '2025550123', 'to[1]': '2025550124'}
    call_v1('v1 send', 'send', {**numbers, 'tag[client]': 'v1'}, {'filename': page})
since, until = (int(moment.timestamp()) for moment in (now - minute, now + minute))
call_v1('v1 list', 'faxList', {'start': since, 'end': until})

to = [('to[]', '2025550123'), ('to[]', '+12025550124')]
files = [('file[]', file('page.txt', 'text/plain')), ('file[]', file('Seite é.html', 'text/html'))]
sent = call('send', 'POST', '/faxes', form=[*to, *files, ('tag[order no]', 'a & ü')])
fax = re.search(rb'"id":(\d+)', sent)[1].decode()
for _ in range(200):
    if not re.search(rb'"status":"(queued|inprogress)"', call(None, 'GET', f'/faxes/{fax}')):
        break
    time.sleep(0.05)
page_form = [('to[]', '2025550123'), ('content_url[]', 'https://example.com/?a=1&b=2')]
call('send a page', 'POST', '/faxes', form=page_form)
filters = [('tag[order no]', 'a & ü'), ('created_after', (now - minute).isoformat()), ('status', 'success')]
call('list', 'GET', '/faxes', filters)
call('file', 'GET', f'/faxes/{fax}/file', accept='application/octet-stream')
call('thumbnail', 'GET', f'/faxes/{fax}/file', [('thumbnail', 's')], accept='application/octet-stream')
call('cancel', 'POST', f'/faxes/{fax}/cancel')
call('number', 'GET', '/phone_numbers/' + quote('+12025550199'))
call('wrong key', 'GET', '/faxes', pair=('x', 'y'))
call('delete', 'DELETE', f'/faxes/{fax}')

answer = requests.get(f'{HTTPS}/v2.1/public/countries')
show('https', answer.status_code, answer.headers['Content-Type'], answer.content)
