import { expect, test } from '@jest/globals';
import { ids, openSimulator } from '../support/simulator.ts';

/** The part of a file as libraries under the official clients write it, for a name that is not ASCII. */
const heads = {
  'urllib3 before 1.25': [
    'Content-Disposition: form-data; name="file"; filename*=utf-8\'\'Seite%20%C3%A9.html',
    'Content-Type: text/html',
  ],
  '.NET': [
    'Content-Disposition: form-data; name="file"; filename="=?utf-8?B?U2VpdGUgw6kuaHRtbA==?="; ' +
      "filename*=utf-8''Seite%20%C3%A9.html",
  ],
};

test.each(Object.entries(heads))('%s names a file beyond ASCII, and its kind is known', async (_library, head) => {
  const { test: client, anyone } = openSimulator();
  const to = ['--b', 'Content-Disposition: form-data; name="to"', '', '2025550123'];
  const body = [...to, '--b', ...head, '', 'Hello<br>world', '--b--', ''].join('\r\n');
  await client.post('/v2/faxes').set('Content-Type', 'multipart/form-data; boundary=b').send(body).expect(200);
  expect(ids(await client.get('/v2/faxes').expect(200))).toHaveLength(1);
  const { body: journal } = await anyone.get('/_faxsim/requests').expect(200);
  expect(JSON.stringify(journal)).toContain('Seite é.html');
});
