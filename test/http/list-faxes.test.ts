import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { faxStatuses } from '../../src/model/domain/fax.ts';
import type { Fax } from '../../src/model/domain/fax.ts';
import { day, hour, noon, receivedFax, recipient, second, sentFax } from '../support/examples.ts';
import { ids, keyParams, openSimulator, refusalOf } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

const faxes = [
  sentFax({ id: 1, createdAt: noon - 8 * day }),
  receivedFax({ id: 2, createdAt: noon - 6 * day }),
  sentFax({ id: 3, createdAt: noon - 2 * day, status: 'failure', tags: { case: '4711', 'order no': 'ä&=+' } }),
  sentFax({ id: 4, createdAt: noon - day, recipients: [recipient(), recipient({ number: '+442079460123' })] }),
  sentFax({ id: 5, createdAt: noon, tags: { case: '4711' } }),
];
const { live, anyone, v1 } = openSimulator({ faxes });

describe.each(['v2', 'v2.1'])('%s lists', (version) => {
  const list = (query: object = {}) => live.get(`/${version}/faxes`).query(query).expect(200);

  test('the last week’s faxes, newest first', async () => {
    const response = await list();
    expect(ids(response)).toEqual([5, 4, 3, 2]);
    expect(Object.keys(response.body as object)).toEqual(['success', 'message', 'data', 'paging']);
    expect(response.body).toMatchObject({
      success: true,
      message: 'Retrieved faxes successfully',
      paging: { total: 4, per_page: 25, page: 1 },
    });
  });

  test.each([
    [{ created_after: '2026-11-12T00:00:00Z' }, [5, 4, 3, 2, 1]],
    [{ created_before: '2026-11-19T06:00:00.000-06:00' }, [4, 3, 2]],
    [{ created_before: '2026-11-13T00:00:00Z' }, []],
    [{ created_after: '2026-11-18T11:59:59Z', created_before: '2026-11-19T11:59:59Z' }, [3]],
    [{ created_after: '2026-11-20T12:00:01Z' }, []],
    [{ direction: 'received' }, [2]],
    [{ direction: 'sent', status: 'success' }, [5, 4]],
    [{ status: 'failure' }, [3]],
    [{ phone_number: '+442079460123' }, [4]],
    [{ phone_number: '13142666714' }, [2]],
    [{ phone_number: '3142666714' }, [2]],
    [{ phone_number: '+1314266671' + '5' }, []],
    [{ phone_number: '+999999999999' }, []],
    [{ 'tag[case]': '4711' }, [5, 3]],
    [{ 'tag[case]': '4711', 'tag[order no]': 'ä&=+' }, [3]],
    [{ 'tag[case]': '471' }, []],
    [{ 'tag[c]': 'ase4711' }, []],
    [{ 'tag[constructor]': 'x' }, []],
    [{ direction: '', status: '', page: '', per_page: '', created_after: '' }, [5, 4, 3, 2]],
    [{ per_page: 2 }, [5, 4]],
    [{ per_page: 2, page: 2 }, [3, 2]],
    [{ per_page: 3, page: 2 }, [2]],
    [{ page: 9 }, []],
    [{ unknown: 'is not read' }, [5, 4, 3, 2]],
  ])('by %j the faxes %j', async (query, expected) => {
    expect(ids(await list(query))).toEqual(expected);
  });

  test('with the paging of the answer in its headers too', async () => {
    const response = await list({ per_page: 3, page: 7 });
    expect(response.headers).toMatchObject({ 'x-total': '4', 'x-per-page': '3', 'x-page': '7' });
    expect(response.body).toMatchObject({ data: [], paging: { total: 4, per_page: 3, page: 7 } });
  });

  test('at most 1000 faxes a page', async () => {
    expect((await list({ per_page: 5000 })).body).toMatchObject({ paging: { per_page: 1000 } });
  });
});

test('the start of the range counts from now, not from its end', async () => {
  const { body } = await live.get('/v2.1/faxes').query({ created_before: '2017-10-28T00:17:00+00:00' }).expect(200);
  expect(body).toEqual({
    success: true,
    message: 'Retrieved faxes successfully',
    data: [],
    paging: { total: 0, per_page: 25, page: 1 },
  });
});

describe('v1 lists', () => {
  test('the last week’s faxes, oldest first, with the paging before the data', async () => {
    const response = await v1('faxList').expect(200);
    expect(ids(response)).toEqual([2, 3, 4, 5]);
    expect(Object.keys(response.body as object)).toEqual(['success', 'message', 'paging', 'data']);
    expect(response.body).toMatchObject({
      message: 'Retrieved faxes successfully',
      paging: { max_per_page: 50, page: 1, total_pages: 1, total_results: 4 },
    });
    expect(response.headers).not.toHaveProperty('x-total');
  });

  test.each([
    [{ start: 0 }, [1, 2, 3, 4, 5]],
    [{ start: 0, end: (noon - day) / second }, [1, 2, 3, 4]],
    [{ start: '2026-11-18 12:00:00 +0000', end: '2026-11-19 11:59:59 +0000' }, [3]],
    [{ start: '2026-11-18 12:00:00 UTC', end: '2026-11-19 11:59:59 UTC' }, [3]],
    [{ status: 'failure' }, [3]],
    [{ number: '+442079460123' }, [4]],
    [{ number: '3142666714' }, [2]],
    [{ 'tag[case]': '4711' }, [3, 5]],
    [{ maxperpage: 3 }, [2, 3, 4]],
    [{ maxperpage: 3, page: 2 }, [5]],
  ])('by %j the faxes %j', async (params, expected) => {
    expect(ids(await v1('faxList', params))).toEqual(expected);
    expect(ids(await anyone.get('/v1/faxList').query({ ...keyParams, ...params }))).toEqual(expected);
  });

  test('fifty faxes a page', async () => {
    const many = Array.from({ length: 60 }, (_, index) => sentFax({ id: index + 1 }));
    const response = await openSimulator({ faxes: many }).v1('faxList');
    expect(ids(response)).toHaveLength(50);
    expect(response.body).toMatchObject({ paging: { max_per_page: 50, total_pages: 2, total_results: 60 } });
  });
});

test('more than 10,000 faxes are counted as ">10000" by v2 and to the last one by v1', async () => {
  const many = Array.from({ length: 10_001 }, (_, index) => sentFax({ id: index + 1 }));
  const large = openSimulator({ faxes: many });
  const response = await large.live.get('/v2.1/faxes?per_page=1').expect(200);
  expect(response.body).toMatchObject({ paging: { total: '>10000', per_page: 1, page: 1 } });
  expect(response.headers['x-total']).toBe('>10000');
  const { body } = await large.v1('faxList');
  expect(body).toMatchObject({ paging: { total_results: 10_001, total_pages: 201 } });
});

describe('refuses', () => {
  test.each([
    [
      { created_after: 'yesterday' },
      'created_after must be an RFC 3339 time, such as 2026-11-20T09:30:00Z, got "yesterday"',
    ],
    [{ created_before: '2026-02-30T00:00:00Z' }, 'created_before must be an RFC 3339 time'],
    [{ created_after: '2026-11-20 00:00:00 00:00' }, 'send it as %2B'],
    [
      { created_after: '2026-11-20', created_before: '2026-11-19' },
      'created_after must not be later than created_before',
    ],
    [{ direction: 'sideways' }, 'direction must be one of sent, received, got "sideways"'],
    [
      { status: 'cancelled' },
      'status must be one of queued, pendingbatch, inprogress, success, failure, partialsuccess',
    ],
    [{ phone_number: '12' }, 'phone_number must be a phone number in E.164 form, such as +12025550123, got "12"'],
    [{ per_page: 0 }, 'per_page must be an integer from 1 up, got "0"'],
    [{ per_page: -1 }, 'per_page must be'],
    [{ page: 'two' }, 'page must be an integer from 1 up, got "two"'],
    [{ page: '1.5' }, 'page must be'],
    [{ 'page[]': 1 }, 'page must be an integer from 1 up, got a list'],
    [{ tag: 'x' }, 'tag must be given as tag[NAME]=VALUE'],
    [{ 'tag[__proto__]': 'x' }, 'tag[__proto__] is not a name that a tag can have'],
  ])('the query %j of v2 and v2.1', async (query, message) => {
    for (const version of ['v2', 'v2.1']) {
      expect(await refusalOf(live.get(`/${version}/faxes`).query(query))).toContain(message);
    }
  });

  test.each([
    [{ start: 'soon' }, 'start must be a Unix time in seconds, or text such as 2026-11-19 20:08:14 +0000, got "soon"'],
    [
      { start: '2026-11-19 20:08:14  0000' },
      'got "2026-11-19 20:08:14  0000" (a + is read as a space there: send it as %2B)',
    ],
    [{ start: 2, end: 1 }, 'start must not be later than end'],
    [{ maxperpage: 0 }, 'maxperpage must be an integer from 1 up, got "0"'],
    [{ number: 'abc' }, 'number must be a phone number'],
  ])('the parameters %j of v1, with status 200', async (params, message) => {
    expect(await refusalOf(v1('faxList', params), 200)).toContain(message);
  });
});

/** Says by itself, from the records, what a list should hold. */
function expected(all: readonly Fax[], query: { from: number; to: number; status?: string; tag?: string }): number[] {
  return all
    .filter(({ createdAt }) => createdAt >= query.from && createdAt <= query.to)
    .filter(({ status }) => query.status === undefined || status === query.status)
    .filter(({ tags }) => query.tag === undefined || tags['team'] === query.tag)
    .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .map(({ id }) => id);
}

test('for each range, filter and page size, the pages together are the list', async () => {
  const anyFax = fc.record({
    createdAt: fc.integer({ min: 0, max: 48 }).map((hours) => noon - hours * hour),
    status: fc.constantFrom(...faxStatuses),
    tags: fc.constantFrom({ team: 'a' }, { team: 'b' }, {}),
  });
  const property = fc.asyncProperty(
    fc.array(anyFax, { maxLength: 40 }),
    fc.record({
      hoursAgo: fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 })),
      status: fc.option(fc.constantFrom(...faxStatuses), { nil: undefined }),
      tag: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
      perPage: fc.integer({ min: 1, max: 12 }),
    }),
    async (drawn, { hoursAgo, status, tag, perPage }) => {
      const all = drawn.map((changes, index) => sentFax({ ...changes, id: index + 1 }));
      const world = openSimulator({ faxes: all });
      const [from, to] = hoursAgo.map((hours) => noon - hours * hour).sort((a, b) => a - b) as [number, number];
      const wanted = expected(all, { from, to, ...(status && { status }), ...(tag && { tag }) });
      const seen: unknown[] = [];
      for (let page = 1; page <= Math.ceil(wanted.length / perPage) + 1; page++) {
        const response = await world.live.get('/v2.1/faxes').query({
          created_after: new Date(from).toISOString(),
          created_before: new Date(to).toISOString(),
          per_page: perPage,
          page,
          ...(status && { status }),
          ...(tag && { 'tag[team]': tag }),
        });
        expect(response.body).toMatchObject({ paging: { total: wanted.length, per_page: perPage, page } });
        seen.push(...ids(response));
      }
      expect(seen).toEqual(wanted);
    },
  );
  await fc.assert(property, { numRuns: repeats(15, 400) });
});
