import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalParam, canonicalText } from '../../src/control/canonical-params.ts';
import { ParamsBuilder, addUrlencoded } from '../../src/http/params.ts';
import { Upload } from '../../src/wire/fields.ts';
import { worldWith } from '../scenarios/world.ts';
import { openSimulator } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

const down = '{ id: down, on: [listFaxes, sendFax], times: 1, do: { fail: unavailable }, expect: { retries: 1 } }';

describe('a retry is the same request', () => {
  test('with its parameters in another order', async () => {
    const { live, verdicts } = worldWith(down);
    await live.get('/v2/faxes?page=1&per_page=5').expect(503);
    await live.get('/v2/faxes?per_page=5&page=1').expect(200);
    expect(verdicts()).toEqual([expect.stringMatching(/^passed/)]);
  });

  test('but not with another value', async () => {
    const { live, verdicts } = worldWith(down);
    await live.get('/v2/faxes?page=1&per_page=5').expect(503);
    await live.get('/v2/faxes?page=2&per_page=5').expect(200);
    expect(verdicts()).toEqual([expect.stringMatching(/^failed/)]);
  });

  test.each(['to', 'to[]', 'to[0]', 'to[1]'])(
    'with its recipient as %s, and its file under another name',
    async (name) => {
      const { live, verdicts } = worldWith(down);
      const [to, file] = ['+12025550123', Buffer.from('x')];
      await live
        .post('/v2/faxes')
        .field({ to, 'tag[a]': '1', 'tag[b]': '2' })
        .attach('file', file, 'a.txt')
        .expect(503);
      const again = live.post('/v2/faxes').attach('file[]', file, 'b.txt');
      await again.field({ 'tag[b]': '2', 'tag[a]': '1', [name]: to }).expect(200);
      expect(verdicts()).toEqual([expect.stringMatching(/^passed/)]);
    },
  );

  test('but not with another file', async () => {
    const { send, verdicts } = worldWith(down);
    await send({}, { text: 'x' }).expect(503);
    await send({}, { text: 'y' }).expect(200);
    expect(verdicts()).toEqual([expect.stringMatching(/^failed/)]);
  });

  test('in the query, a form or JSON', async () => {
    const { live, verdicts } = worldWith(down);
    await live.get('/v2/faxes?page=1&per_page=5').expect(503);
    await live.get('/v2/faxes').send({ per_page: 5, page: 1 }).expect(200);
    expect(verdicts()).toEqual([expect.stringMatching(/^passed/)]);
  });
});

test('a fax that is sent again with its file under another name is the same fax', async () => {
  const { live, verdicts } = worldWith(
    '{ id: lost, on: sendFax, times: 1, do: { commit: true, fail: unavailable }, expect: { no_duplicate_fax: true } }',
  );
  const send = (name: string) =>
    live.post('/v2/faxes').field({ to: '+12025550123' }).attach('file', Buffer.from('x'), name);
  await send('a.txt').expect(503);
  await send('b.txt').expect(200);
  expect(verdicts()).toEqual([expect.stringMatching(/^failed/)]);
});

test('a rule sees one recipient, however the list is written, and counts it as one number', async () => {
  const rule =
    "{ id: x, on: sendFax, per: number, times: 1, where: { params.to: { matches: '^[+]1202' } }, do: { fail: unavailable } }";
  const { live } = worldWith(rule);
  const statuses: number[] = [];
  for (const name of ['to[]', 'to', 'to[0]']) {
    const call = live.post('/v2/faxes').field({ [name]: '+12025550123' });
    statuses.push((await call.attach('file', Buffer.from('x'), 'a.txt')).status);
  }
  expect(statuses).toEqual([503, 200, 200]);
});

test('draws do not depend on the order of parameters or tags', async () => {
  const rule = '{ id: x, on: [listFaxes, fax], chance: 0.5, do: { DO } }';
  const answered = async (queries: readonly string[]) => {
    const { live } = worldWith(rule.replace('[listFaxes, fax]', 'listFaxes').replace('DO', 'fail: unavailable'));
    const statuses: number[] = [];
    for (const query of queries) statuses.push((await live.get(`/v2/faxes?${query}`)).status);
    return statuses;
  };
  const pages = Array.from({ length: 20 }, (_, index) => index + 1);
  const one = await answered(pages.map((page) => `page=${page}&per_page=5`));
  expect(await answered(pages.map((page) => `per_page=5&page=${page}`))).toEqual(one);
  expect(new Set(one)).toEqual(new Set([200, 503]));
  const scripts = async (order: (tags: [string, string][]) => [string, string][]) => {
    const effect = 'course: [{ after: 1s, status: failure, error: 17 }]';
    const { sent, simulator } = worldWith(rule.replace('[listFaxes, fax]', 'fax').replace('DO', effect));
    for (const nth of pages) {
      const tags: [string, string][] = [
        ['tag[a]', String(nth)],
        ['tag[b]', 'x'],
      ];
      await sent(Object.fromEntries(order(tags)));
    }
    return [...simulator.parts.worlds.default.store.faxes.values()].map(({ options }) => options.script.length);
  };
  const forward = await scripts((tags) => tags);
  expect(await scripts((tags) => tags.toReversed())).toEqual(forward);
  expect(new Set(forward)).toEqual(new Set([0, 1]));
});

test('the request id depends on what is asked, not on the order of the query', async () => {
  const idOf = async (path: string): Promise<unknown> => (await openSimulator().live.get(path)).headers['x-request-id'];
  expect(await idOf('/v2/faxes?page=1&per_page=5')).toBe(await idOf('/v2/faxes?per_page=5&page=1'));
  expect(await idOf('/nowhere?a=1&b=2')).toBe(await idOf('/nowhere?b=2&a=1'));
  expect(await idOf('/v2/faxes?page=1')).not.toBe(await idOf('/v2/faxes?page=2'));
});

test('each read of one path has a request id by its key, method, body and repetition, in whatever order they come', async () => {
  const path = '/v2.1/account/status';
  const idsOf = async (order: <T>(asks: T[]) => T[]): Promise<unknown[]> => {
    const { live, test: testing } = openSimulator();
    const asks = [
      () => live.get(path),
      () => testing.get(path),
      () => live.head(path),
      () => live.post(path),
      () => live.get(path).send({ note: 'a body' }),
      () => live.get(`${path}?note=a`),
    ];
    const ids = new Map<unknown, unknown>();
    for (const ask of order(asks)) ids.set(ask, (await ask()).headers['x-request-id']);
    return [...asks.map((ask) => ids.get(ask)), (await live.get(path)).headers['x-request-id']];
  };
  const ids = await idsOf((asks) => asks);
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(7);
  expect(await idsOf((asks) => asks.toReversed())).toEqual(ids);
});

describe('the canonical text', () => {
  const built = (pairs: readonly (readonly [string, string])[]) => {
    const builder = new ParamsBuilder();
    addUrlencoded(builder, pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&'));
    return canonicalText(builder.build());
  };
  const values = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,5}$/),
    fc.array(fc.string(), { minLength: 1, maxLength: 4 }),
  );

  test('is the same whatever the order and the notation of lists', () => {
    fc.assert(
      fc.property(values, fc.infiniteStream(fc.nat(1)), (lists, choices) => {
        const written = (from: number, isNumbered: () => boolean) =>
          Object.entries(lists).flatMap(([name, items]) => {
            const numbered = isNumbered();
            return items.map((item, index) => [numbered ? `${name}[${index + from}]` : `${name}[]`, item] as const);
          });
        const expected = built(written(0, () => false));
        const other = written(choices.next().value ?? 0, () => choices.next().value === 1);
        // The items of one list stay in order.
        expect(built(other.toSorted(([a], [b]) => (a.split('[')[0] ?? '').localeCompare(b.split('[')[0] ?? '')))).toBe(
          expected,
        );
      }),
      { seed: 1, numRuns: repeats(25, 500) },
    );
  });

  test('differs where a value, a name or the order of a list does', () => {
    const texts = [
      [['to', 'a']],
      [['to', 'b']],
      [['from', 'a']],
      [
        ['to[]', 'a'],
        ['to[]', 'b'],
      ],
      [
        ['to[]', 'b'],
        ['to[]', 'a'],
      ],
      [['tag[a]', 'b']],
      [['tag[b]', 'a']],
    ].map((pairs) => built(pairs as [string, string][]));
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('has files by their contents alone', () => {
    const file = (name: string, content: string) => new Upload(name, 'text/plain', Buffer.from(content));
    expect(canonicalText({ file: [file('a', 'x')] })).toBe(canonicalText({ file: file('b', 'x') }));
    expect(canonicalText({ file: file('a', 'x') })).not.toBe(canonicalText({ file: file('a', 'y') }));
  });

  test('takes numbers and null of JSON for the texts of a form', () => {
    expect(canonicalParam({ b: [null], a: 5, c: [true, 'x'] })).toEqual({ a: '5', b: '', c: ['true', 'x'] });
  });
});
