import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  agoText,
  dueIn,
  pluralize,
  durationWords,
  money,
  preciseTimes,
  messageIn,
  shortReason,
  shortTime,
  timeText,
  withoutAdvice,
  withTimes,
  zone,
  zonedText,
} from '../../console/format.ts';
import { foldRuns } from '../../console/equal-runs.ts';
import { rankOf } from '../../console/palette-rank.ts';
import { routeOf, urlOf } from '../../console/routes.ts';
import type { ScreenName } from '../../console/routes.ts';
import { lackText } from '../../console/screens/activity-spans.ts';
import { closedJson, indentedJson, joinedJson } from '../../console/screens/json-text.ts';
import { subjectIn } from '../../console/screens/activity-subject.ts';
import { curlOf } from '../../src/model/shared/curl.ts';
import { machineText } from '../../console/screens/machine-text.ts';
import { numberText, rowPath } from '../../console/screens/request-target.ts';
import { answersText } from '../../console/screens/webhook-answers.ts';
import { endpointsOf } from '../../console/screens/webhook-endpoint.ts';
import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { evenPlaces, heightOf, placeAfter, unevenPlaces, windowAt } from '../../console/ui/window-of.ts';

test.each([
  ['a1', 'a1'],
  ['a1 a1 a1 a1', 'a1 a1 a1 a1'],
  ['a1 a1 a1 a1 a1', 'a1 3×a1 a1'],
  ['a1 b1 a1 b1 a1 b1 a1 b1 a1', 'a1 b1 3×a1 b1 b1 b1 a1'],
  ['a1 a1 a1 a1 a1 a2 a1 a1 a1 a1 a1', 'a1 3×a1 a1 a2 a1 3×a1 a1'],
])('folds the run of equal items in %s as %s', (items, lines) => {
  const all = items.split(' ').map((text) => ({ text }));
  const folded = foldRuns(all, { subjectOf: ({ text }) => text[0], resultOf: ({ text }) => text });
  const texts = folded.map(({ length, 0: first }) => (length === 1 ? first.text : `${length}×${first.text}`));
  expect(texts.join(' ')).toBe(lines);
});

test.each([
  ['Fax 12', ' to +1 202 555 0180 fails: error 17, Busy'],
  ['Webhook 56', ' fax_completed of fax 12: answered 500'],
  ['POST /v2.1/faxes', ' 200, fax 12 to +1 202 555 0180'],
  ['Scenario busy-line(number=+1 202 555 0180)', ' switched on'],
  ['Scenario busy-line(number=(202) 555-0123)', ' switched on'],
  ['Settings', ' changed: webhook_token'],
  ['Clock', ' moved on by 1h'],
  ['Port order 37', ': completed'],
  ['World two', ': reset, with all its faxes'],
  ['The activity begins here', ''],
  ['The activity begins here.', ' 3 older faxes have a line each'],
])('a row of the activity is about %s', (subject, rest) => {
  expect(subjectIn(subject + rest)).toBe(subject);
});

test.each([
  ['/v3/projects/f8ba8d5a-3e0d-4309-932d-d7e87713e5e0/faxes', '/v3/…/faxes'],
  ['/v3/projects/f8ba/faxes/01M8M6R0Q85CZ7ETG0A00E31Y4/file.pdf', '/v3/…/faxes/…31Y4/file.pdf'],
  ['/v2.1/faxes/323074889/file', '/v2.1/faxes/323074889/file'],
])('a row shows the path %s by what tells it from others', (path, shown) => {
  expect(rowPath(path)).toBe(shown);
});

test.each<readonly [Record<string, unknown>, readonly string[], string]>([
  [{ to: '+12025550131' }, ['+12025550131'], '+1 202 555 0131'],
  [{ to: '+12025550131, +12025550132' }, [], '+1 202 555 0131 and 1 more'],
  [{ to: ['+12025550131,+12025550132', '+12025550133'] }, [], '+1 202 555 0131 and 2 more'],
  [{ id: '7' }, ['+12025550131', '+12025550132'], '+1 202 555 0131 and 1 more'],
  [{}, [], ''],
])('a row of a request with %j, about a fax of %j, shows %j', (params, numbers, shown) => {
  expect(numberText({ params, numbers: [...numbers] })).toBe(shown);
});

test.each([
  [1, 500, 'The time of this machine'],
  [0, 500, 'This machine: 2026-01-31 12:00:00'],
  [60, -500, 'This machine: 2026-01-31 12:00:00'],
  [0, -5000, 'This machine: 2026-01-31 12:00:00, 5 s ahead of this clock'],
  [1, 60_000, 'This machine: 2026-01-31 12:00:00, 1 min behind this clock'],
])('a clock of speed %d at a distance of %d ms from this machine says %j', (speed, byMs, text) => {
  const real = Date.parse('2026-01-31T12:00:00Z');
  expect(machineText(real + byMs, { real, speed })).toBe(text);
});

describe('a JSON text that is cut', () => {
  const cutAt = (text: string, share: number): string => text.slice(0, Math.max(1, Math.floor(text.length * share)));

  /** Whether a value has what another begins with: entries may be missing at the end, and the last may be empty. */
  function isBeginOf(part: unknown, whole: unknown): boolean {
    if (typeof part !== 'object' || part === null) return Object.is(part, whole);
    if (typeof whole !== 'object' || whole === null) return false;
    const entries = Object.entries(whole);
    return Object.entries(part).every(
      ([name, value], index) => entries[index]?.[0] === name && isBeginOf(value, entries[index][1]),
    );
  }

  test('has its lists and objects closed wherever it ends, and nothing that the whole text has not', () => {
    const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(
        value,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(undefined, 2),
        (it, share, space) => {
          const text = JSON.stringify(it, undefined, space);
          const closed = closedJson(cutAt(text, share));
          expect(isBeginOf(JSON.parse(closed ?? 'null'), JSON.parse(text))).toBe(true);
        },
      ),
    );
  });

  test('loses its last value alone, which may be half', () => {
    expect(closedJson('{"data":[{"id":1,"pages":2},{"id":12,"note":"a \\"quoted\\" te')).toBe(
      '{"data":[{"id":1,"pages":2},{"id":12}]}',
    );
    expect(closedJson('[1, 2, 3')).toBe('[1, 2]');
    expect(closedJson('half of a text')).toBeUndefined();
  });
});

describe('the URL of a place', () => {
  test('survives a reload, whatever its world, id and filters are', () => {
    const word = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/^\.+$/.test(text));
    const place = <S extends ScreenName>(screen: S, id: fc.Arbitrary<string>) =>
      fc.record({
        world: word,
        screen: fc.constant(screen),
        id: fc.option(id, { nil: undefined }),
        query: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), word),
      });
    fc.assert(
      fc.property(fc.oneof(place('faxes', fc.stringMatching(/^\d{1,9}$/)), place('scenarios', word)), (from) => {
        const { pathname, search } = new URL(urlOf(from), 'http://127.0.0.1');
        expect(routeOf(pathname, search)).toEqual({ ...from, query: { ...from.query } });
      }),
    );
  });

  test('leads to the faxes of the default world where it says nothing else', () => {
    for (const path of ['/_faxsim/ui', '/_faxsim/ui/', '/_faxsim/ui/w', '/_faxsim/ui/w/default']) {
      expect(routeOf(path, '')).toEqual({ world: 'default', screen: 'overview', id: undefined, query: {} });
    }
  });

  test.each([
    'faxs',
    'w/one/faxs',
    'w/one/faxes/abc',
    'w/one/requests/1.5',
    'w/one/webhooks/-1',
    'w/one/faxes/7/pages',
  ])('leads to no screen where it is %s', (path) => {
    expect(routeOf(`/_faxsim/ui/${path}`, '').screen).toBeUndefined();
  });
});

test('times, amounts and numbers are short and exact', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  expect([0, 999, 2500, 90_000, 3_600_000, 183_600_000].map(durationWords)).toEqual([
    ...['0 ms', '999 ms', '2.5 s', '1 min 30 s', '1 h', '2 d 3 h'],
  ]);
  expect(
    ['2026-01-31T09:05:00Z', '2026-01-02T09:05:00Z', '2025-12-31T09:05:00Z'].map((at) => shortTime(at, now).join('')),
  ).toEqual(['09:05', 'Jan 2, 09:05', '2025-12-31 09:05']);
  expect(money(7)).toBe('$0.07');
  expect([pluralize(1, 'page'), pluralize(1200, 'fax')]).toEqual(['1 page', '1,200 faxes']);
});

test.each([
  [0, 'now', 'now'],
  [1, 'in 1 ms', '1 ms ago'],
  [200, 'in 200 ms', '200 ms ago'],
  [499, 'in 499 ms', '499 ms ago'],
  [999, 'in 999 ms', '999 ms ago'],
  [1000, 'in 1 s', '1 s ago'],
  [59_949, 'in 59.9 s', '59.9 s ago'],
  [59_950, 'in 1 min', '1 min ago'],
  [300_000, 'in 5 min', '5 min ago'],
])('a distance of %d ms is “%s” or “%s”, never turned round and “now” for no other', (ms, coming, past) => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  expect(dueIn(now + ms, now)).toBe(coming);
  expect(agoText(now - ms, now)).toBe(past);
  expect([dueIn(now - ms, now), agoText(now + ms, now)]).toEqual(['now', 'now']);
});

test('a call is one line for a shell, with every word quoted that needs it', () => {
  expect(curlOf({ method: 'POST', url: 'http://127.0.0.1/a?b=1&c', user: "k:it's", body: '{}' })).toBe(
    `curl -u 'k:it'\\''s' --data-raw '{}' 'http://127.0.0.1/a?b=1&c'`,
  );
});

describe('a list of a million rows', () => {
  const scroll = { places: evenPlaces(1_000_000, 56), viewport: 600 };

  test('is no higher than browsers draw, and its bar reaches both ends', () => {
    const height = heightOf(scroll);
    expect(height).toBe(15_000_000);
    const end = placeAfter(scroll, { top: 0, place: 0 }, height - 600);
    const last = windowAt(scroll, { top: height - 600, place: end });
    expect([last.end, last.top + (last.end - last.first) * 56]).toEqual([1_000_000, height]);
    expect(placeAfter(scroll, { top: height - 600, place: end }, 0)).toBe(0);
  });

  test('moves exactly with the wheel, and draws a screenful', () => {
    const at = { top: 1_000_000, place: placeAfter(scroll, { top: 0, place: 0 }, 1_000_000) };
    expect(placeAfter(scroll, at, 1_000_100) - at.place).toBeCloseTo(100);
    const { first, end } = windowAt(scroll, at);
    expect(end - first).toBeLessThan(30);
  });
});

test('rows of different heights stand one below the other, and each position is in one of them', () => {
  const places = unevenPlaces([50, 68, 86]);
  expect([0, 1, 2, 3].map(places.top)).toEqual([0, 50, 118, 204]);
  expect([0, 49, 50, 117, 118, 203, 204].map(places.at)).toEqual([0, 0, 1, 1, 2, 2, 3]);
  const scroll = {
    places: unevenPlaces(Array.from({ length: 100 }, (_, index) => 50 + (index % 3) * 18)),
    viewport: 136,
  };
  const { first, end, top } = windowAt(scroll, { top: 2040, place: 2040 }); // thirty rows of 68 px on average above
  expect([first, end, top]).toEqual([24, 39, 24 * 68]);
});

test('times are shown in the chosen zone, and all to the millisecond where two share a second', () => {
  const at = '2026-01-31T12:00:00.250Z';
  expect([timeText(at), zonedText(at)]).toEqual(['2026-01-31 12:00:00', '2026-01-31 12:00:00 UTC']);
  expect(preciseTimes([at, '2026-01-31T12:00:00.300Z', '2026-01-31T12:00:01.000Z'])).toEqual([
    '12:00:00.250',
    '12:00:00.300',
    '12:00:01.000',
  ]);
  expect(preciseTimes([at, '2026-01-31T12:00:01.000Z'])).toEqual(['12:00:00', '12:00:01']);
  zone.value = 'local';
  const here = new Date(at);
  expect(timeText(at).slice(11)).toBe(here.toTimeString().slice(0, 8));
  zone.value = 'UTC';
});

test.each([
  ['connection refused at 127.0.0.1:9: nothing listens there; try another', 'connection refused at 127.0.0.1:9'],
  ['answered 401 with "wrong: forged": the receiver refused the webhook', 'answered 401 with "wrong: forged"'],
  ['answered 200', 'answered 200'],
])('the reason %j is shown in short as %j', (reason, short) => {
  expect(withoutAdvice(reason)).toBe(short);
});

test.each([
  ['{"error":"Invalid signature: forged","code":"mismatch"}', 'answered 401 · Invalid signature: forged'],
  ['{"success":false,"message":"no \\"token\\" here"}', 'answered 401 · no "token" here'],
  ['{"error":{"code":3,"message":"no such fax"}}', 'answered 401 · no such fax'],
  ['{"error":true,"detail":"wrong key"}', 'answered 401 · wrong key'],
  ['{"error":"cut off with\\u00e', 'answered 401 · cut off with…'],
  ['{"code":17}', 'answered 401 with {"code":17}'],
  ['["error"]', 'answered 401 with ["error"]'],
  ['forged: no', 'answered 401 with "forged: no"'],
])('a failure with the body %j is shown in one line as %j', (body, shown) => {
  const reason = `answered 401 with ${JSON.stringify(body)}: the receiver refused the webhook; only 2xx counts as delivered`;
  expect(shortReason(reason)).toBe(shown);
});

test('a message with a wrong escape is shown as it came', () => {
  expect(messageIn('{"error":"at C:\\new"}')).toBe('at C:\new');
  expect(messageIn('{"error":"at C:\\x"}')).toBe('at C:\\x');
});

test('a failure without an answer is shown without its advice', () => {
  const reason = 'connection refused at 127.0.0.1:9: nothing listens there';
  expect(shortReason(reason)).toBe('connection refused at 127.0.0.1:9');
});

test.each([
  [[], 'Nothing in the last 24 hours.'],
  [['faxes', 'webhooks'], 'No unsuccessful fax and no failing webhook in the last 24 hours.'],
  [['faxes', 'failures', 'webhooks'], 'No failing webhook in the last 24 hours.'],
  [['webhooks', 'failing'], 'No fax in the last 24 hours.'],
  [['faxes', 'failures', 'webhooks', 'failing'], ''],
])('a period with %j names the missing items, but not what is part of them', (there, text) => {
  const counted = [
    { name: 'faxes', none: 'no fax' },
    { name: 'failures', none: 'no unsuccessful fax', within: 'faxes' },
    { name: 'webhooks', none: 'no webhook' },
    { name: 'failing', none: 'no failing webhook', within: 'webhooks' },
  ];
  expect(
    lackText(
      '24 hours',
      counted.map((one) => ({ ...one, isThere: there.includes(one.name) })),
    ),
  ).toBe(text);
});

describe('a JSON text in a field', () => {
  test('has a line for each value, and is sent as it was, whatever its notation', () => {
    const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, 4), (json, indent) => {
        const text = JSON.stringify(json, null, indent);
        expect(indentedJson(text)).toBe(JSON.stringify(json, null, 2));
        expect(joinedJson(indentedJson(text))).toBe(JSON.stringify(json));
      }),
    );
  });

  test('keeps long numbers and escapes, and stays as it is if it is no object', () => {
    const text = '{"id":12345678901234567890,"url":"http:\\/\\/a, b","price":7.00}';
    expect(indentedJson(text).split('\n')).toHaveLength(5);
    expect(joinedJson(indentedJson(text))).toBe(text);
    for (const other of ['{"id": ', 'a  b', '" a "', '']) {
      expect([indentedJson(other), joinedJson(other)]).toEqual([other, other]);
    }
  });
});

describe('webhooks to an endpoint', () => {
  const attempt = {
    ...{ at: '2026-11-30T12:00:00.000Z', took_ms: 12, fields: {}, files: [], signature: null },
    ...{ answer: { status: 200, body: '' }, failure: null, rule: null, by_rule: false, rule_did: [], forgery: null },
  };
  const refused = { ...attempt, answer: { status: 500, body: '' }, failure: 'answered 500' };
  const dropped = {
    ...attempt,
    took_ms: 0,
    answer: null,
    failure: 'dropped by the scenario rule a/b#1',
    rule: 'a/b#1',
  };
  const silent = { ...attempt, answer: null, failure: 'connection refused at 127.0.0.1:9: nothing listens there' };
  const webhook = (id: number, changes: Partial<WebhookRecord> = {}): WebhookRecord => ({
    ...{
      id,
      created_at: attempt.at,
      event: 'fax_completed',
      fax_id: id,
      numbers: [],
      url: 'http://127.0.0.1:9/',
      format: null,
    },
    ...{
      by_control: false,
      of_fixture: false,
      redelivery_of: null,
      former_retry_at: null,
      state: 'delivered',
      due_at: null,
    },
    attempts: [attempt],
    ...changes,
  });
  const failed = (id: number, last: WebhookRecord['attempts'][number]): WebhookRecord =>
    webhook(id, { state: 'failed', attempts: [refused, last] });

  test('belong to one endpoint if their URLs differ in the query alone', () => {
    const urls = ['http://127.0.0.1:9/fax?id=1', 'http://127.0.0.1:9/fax?id=2', 'http://127.0.0.1:9/other?id=1'];
    const endpoints = endpointsOf(urls.map((url, index) => webhook(index + 1, { url })));
    expect(endpoints.map(({ url, webhooks }) => [url, webhooks.map(({ id }) => id)])).toEqual([
      ['http://127.0.0.1:9/fax', [1, 2]],
      ['http://127.0.0.1:9/other?id=1', [3]],
    ]);
    expect(endpoints[0]?.urls).toEqual(urls.slice(0, 2));
  });

  test('count apart if a rule lost them, and not as attempts of the endpoint', () => {
    const scripted = { ...refused, took_ms: 0, rule: 'a/c#1', by_rule: true, rule_did: ['answered' as const] };
    const log = [
      webhook(1),
      failed(2, refused),
      failed(3, { ...dropped, by_rule: true, rule_did: ['dropped' as const] }),
      failed(4, scripted),
    ];
    const [endpoint] = endpointsOf(log);
    expect(endpoint?.failed.map(({ id }) => id)).toEqual([2]);
    expect(endpoint?.lost.map(({ id }) => id)).toEqual([3, 4]);
    expect(endpoint?.attempts).toEqual([attempt, refused, refused, refused, refused]);
  });

  test.each<readonly [string, readonly WebhookRecord[], string, string]>([
    ['an accepted one', [webhook(7)], 'Webhook 7: answered 200 after 12 ms', 'good'],
    ['a refused one', [webhook(7, { attempts: [refused] })], 'Webhook 7: answered 500 after 12 ms', 'bad'],
    ['a silent one', [webhook(7, { attempts: [silent] })], 'Webhook 7: connection refused at 127.0.0.1:9', 'bad'],
    ['one that waits', [webhook(7, { attempts: [] })], 'Webhook 7: no attempt yet', 'waiting'],
    [
      'one whose former retries are due',
      [webhook(7, { redelivery_of: 5, former_retry_at: attempt.at })],
      'Webhook 7: answered 200 after 12 ms. Webhook 5 is still retried',
      'good',
    ],
    [
      'several',
      [webhook(7), webhook(8), webhook(9, { attempts: [silent] })],
      '3 webhooks: 2 answered 200, 1 without a response',
      'bad',
    ],
  ])('tell the answers, such as those of %s', (_, webhooks, text, tone) => {
    expect(answersText(webhooks)).toEqual({ text, tone });
  });
});

test('the palette has a row last that has the words only in its kind', () => {
  const rows = [
    { kind: 'Setting', name: 'fax_retries' },
    { kind: 'Setting', name: 'webhook_token', words: 'secret' },
    { kind: 'Scenario', name: 'outage', detail: 'Resetting connections' },
    { kind: 'Screen', name: 'Settings' },
  ];
  expect(rows.map((row) => rankOf(row, 'sett'))).toEqual([3, 3, 2, 0]);
  expect(rows.map((row) => rankOf(row, 'setting webhook token'))).toEqual([undefined, 1, undefined, undefined]);
});

test.each([
  [
    'from 2026-11-30T19:51:15.100Z to 2026-11-30T19:51:15.400Z',
    'from 2026-11-30 19:51:15.100 to 2026-11-30 19:51:15.400',
  ],
  ['from 2026-11-30T19:51:15.100Z to 2026-11-30T19:51:16.100Z', 'from 2026-11-30 19:51:15 to 2026-11-30 19:51:16'],
])('the times of %s differ when they are shown', (text, shown) => {
  const { value: before } = zone;
  zone.value = 'UTC';
  expect(withTimes(text)).toBe(shown);
  zone.value = before;
});
