import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { callsIn, fillSnippet, plainText, sectionsOf } from '../../console/screens/guide-text.ts';
import { defaultCredentials } from '../../src/model/domain/account.ts';

const folder = new URL('../../docs/', import.meta.url);
const guides = readdirSync(folder).filter((name) => name.endsWith('.md'));
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

const world = {
  origin: 'http://host:1',
  baseUrl: 'http://host:1/w/mine',
  credentials: { live: { key: 'lk', secret: 'ls' }, test: { key: 'tk', secret: 'ts' } },
};

describe('a snippet of a guide', () => {
  test('has the address and the keys of a world', () => {
    const { live, test: sandbox } = defaultCredentials;
    const text = `curl -u ${live.key}:${live.secret} http://127.0.0.1:8329/v2.1/faxes $URL/_faxsim/clock ${sandbox.key}`;
    expect(fillSnippet(text, world)).toBe(
      'curl -u lk:ls http://host:1/w/mine/v2.1/faxes http://host:1/w/mine/_faxsim/clock tk',
    );
  });

  test('names worlds below the simulator itself', () => {
    expect(fillSnippet('$URL/_faxsim/worlds $URL/w/orders/_faxsim/clock', world)).toBe(
      'http://host:1/_faxsim/worlds http://host:1/w/orders/_faxsim/clock',
    );
  });

  test.each([
    ['curl http://h/_faxsim/clock', { method: 'GET', world: null, path: '/clock', body: undefined }],
    ['curl "http://h/w/a/_faxsim/faxes?q=x&limit=1"', { method: 'GET', world: 'a', path: '/faxes?q=x&limit=1' }],
    ["curl -X PATCH http://h/_faxsim/faxes/1 \\\n  -d 'status=success'", { method: 'PATCH', path: '/faxes/1' }],
    ["$ curl -H 'Authorization: Bearer t' -X POST http://h/_faxsim/reset", { method: 'POST', path: '/reset' }],
  ])('%j is a call that the page can make', (text, call) => {
    expect(callsIn(text)).toMatchObject([call]);
  });

  test('sends the fields of a form as curl does', () => {
    const [call] = callsIn("curl http://h/_faxsim/receive -d to=%2B1 --data-urlencode 'from=+2 3' -d 'fields[a]=b=c'");
    const fields = [...(call?.body as URLSearchParams)];
    expect(fields).toEqual([
      ['to', '+1'],
      ['from', '+2 3'],
      ['fields[a]', 'b=c'],
    ]);
    expect(call?.method).toBe('POST');
  });

  test.each([
    'curl http://h/v2.1/faxes',
    'curl http://h/_faxsim/faxes/1/pages/1 > page.png',
    'curl $URL/_faxsim/clock',
    'curl http://h/_faxsim/receive -F file=@page.pdf',
    'curl -N http://h/_faxsim/events',
    'curl http://h/_faxsim/events',
    "curl 'http://h/_faxsim/clock",
    'npx faxsim clock',
  ])('%j is none', (text) => {
    expect(callsIn(text)).toEqual([]);
  });
});

describe('the guides as pages', () => {
  test.each(guides)('%s has one anchor for each section, and links only to sections that exist', (name) => {
    const anchors = sectionsOf(textOf(name)).map(({ anchor }) => anchor);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(sectionsOf(textOf(name))[0]!.title).not.toBe('');
    const links = [...textOf(name).matchAll(/\]\(([a-z][\w-]*\.md)?#([^)]+)\)/g)];
    for (const [link, other = name, at = ''] of links) {
      expect([link, sectionsOf(textOf(other)).map(({ anchor }) => anchor)]).toEqual([
        link,
        expect.arrayContaining([at]),
      ]);
    }
  });

  test('the calls of the guide to the control API can be made', () => {
    expect(callsIn(fillSnippet(textOf('control.md'), world)).length).toBeGreaterThan(30);
  });
});

test('the plain text of a guide keeps names as they are written, without the signs of Markdown', () => {
  const markdown =
    '# Webhooks\n\nThe `callback_url` goes _before_ [those](a.md) of `/_faxsim/settings`:\n\n| a | b |\n| ---- | ---- |\n';
  expect(plainText(markdown)).toBe('Webhooks The callback_url goes before those of /_faxsim/settings: a b');
});
