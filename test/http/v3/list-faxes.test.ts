import { describe, expect, test } from '@jest/globals';
import type { Fax } from '../../../src/model/domain/fax.ts';
import {
  day,
  errorWithId,
  hour,
  minute,
  noon,
  receivedFax,
  recipient,
  second,
  sentFax,
} from '../../support/examples.ts';
import { inSeconds, projectIn } from '../../support/sinch.ts';
import { openSimulator } from '../../support/simulator.ts';

const one = sentFax({
  id: 1,
  createdAt: noon - 6 * hour,
  callerId: '+13142666714',
  tags: { case: '4711', due: 'x y' },
});
const several = sentFax({
  id: 2,
  createdAt: noon - 5 * hour,
  status: 'partialsuccess',
  recipients: [
    recipient({ number: '+12025550101' }),
    recipient({ number: '+442079460102', status: 'failure', error: errorWithId(34) }),
    recipient({ number: '+12025550103' }),
  ],
});
const failed = sentFax({
  id: 3,
  createdAt: noon - 4 * hour,
  status: 'failure',
  recipients: [recipient({ status: 'failure', error: errorWithId(34) })],
  error: errorWithId(34),
});
const received = receivedFax({ id: 4, createdAt: noon - 3 * hour });
const open = sentFax({
  id: 5,
  createdAt: noon - 2 * hour,
  status: 'inprogress',
  completedAt: null,
  recipients: [recipient({ status: 'ringing', completedAt: null })],
});
const old = sentFax({ id: 6, createdAt: noon - 8 * day });
const faxes = [one, several, failed, received, open, old];

function setUp(contents: { faxes: Fax[] } = { faxes }) {
  const project = projectIn(openSimulator(contents));
  const list = async (query = '') => {
    const { body } = await project.get(`/faxes${query}`).expect(200);
    return body as { faxes: { id: string; to: string }[]; page: number; totalPages: number };
  };
  const idsOf = async (query = '') => (await list(query)).faxes.map(({ id }) => id);
  return { project, list, idsOf, id: project.idOf };
}

describe('a list of v3', () => {
  test('has the faxes of the prior week, newest first, one for each number', async () => {
    const { idsOf, id } = setUp();
    expect(await idsOf()).toEqual([
      id(open),
      id(received),
      id(failed),
      ...[0, 1, 2].map((index) => id(several, index)),
      id(one),
    ]);
  });

  test('has its paging beside the faxes, in integers', async () => {
    const { list } = setUp();
    const { faxes: shown, ...paging } = await list();
    expect(paging).toEqual({ page: 1, totalPages: 1, pageSize: 100, totalItems: 7 });
    expect(shown).toHaveLength(7);
  });

  test('breaks pages inside of a fax to several numbers, and ends with an empty one', async () => {
    const { list, idsOf } = setUp();
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(...(await idsOf(`?pageSize=3&page=${page}`)));
    expect(pages).toEqual(await idsOf());
    expect(await list('?pageSize=3&page=3')).toMatchObject({ page: 3, totalPages: 3, totalItems: 7 });
    expect(await list('?pageSize=3&page=4')).toMatchObject({ faxes: [], page: 4, totalPages: 3 });
  });

  test('takes page 0 for the first page, and says so', async () => {
    const { list } = setUp();
    expect(await list('?page=0&pageSize=2')).toEqual(await list('?page=1&pageSize=2'));
  });

  test('of no fax has no page', async () => {
    const { list } = setUp({ faxes: [] });
    expect(await list()).toEqual({ faxes: [], page: 1, totalPages: 0, pageSize: 100, totalItems: 0 });
  });
});

describe('a filter of v3', () => {
  const { idsOf, id } = setUp();
  const all = [id(open), id(received), id(failed), ...[0, 1, 2].map((index) => id(several, index)), id(one)];

  test.each<[query: string, expected: readonly string[]]>([
    ['direction=INBOUND', [id(received)]],
    ['direction=OUTBOUND', all.filter((known) => known !== id(received))],
    ['status=IN_PROGRESS', [id(open)]],
    ['status=FAILURE', [id(failed), id(several, 1)]],
    ['status=COMPLETED', [id(received), id(several, 0), id(several, 2), id(one)]],
    ['status=QUEUED', []],
    ['to=%2B1202555', [id(open), id(failed), id(several, 0), id(several, 2), id(one)]],
    // Clients leave the + as it is, which stands for a blank in a query.
    ['to=+44207946', [id(several, 1)]],
    ['to=44207946', [id(several, 1)]],
    ['to=+12025550103', [id(several, 2)]],
    ['to=+1314', [id(received)]],
    ['to=+9', []],
    ['from=+1650', [id(received)]],
    ['from=+13142666714', [id(one)]],
    ['toCountry=gb', [id(several, 1)]],
    ['fromCountry=US&direction=INBOUND', [id(received)]],
    ['labels[case]=4711', [id(one)]],
    ['labels[case]=4711&labels[due]=x+y', [id(one)]],
    ['labels[case]=4711&labels[due]=other', []],
    ['status=FAILURE&to=%2B44', [id(several, 1)]],
  ])('%s finds those that it is true of', async (query, expected) => {
    expect(await idsOf(`?${query}`)).toEqual(expected);
  });

  test('is ignored where it has no value', async () => {
    expect(await idsOf('?status=&to=&page=&pageSize=&createTime%3E=')).toEqual(all);
  });

  test.each([
    ['status=FAILED', 'status', 'must be one of QUEUED, IN_PROGRESS, COMPLETED, FAILURE, got "FAILED"'],
    ['status=completed', 'status', 'must be one of QUEUED, IN_PROGRESS, COMPLETED, FAILURE, got "completed"'],
    ['direction=sent', 'direction', 'must be one of OUTBOUND, INBOUND, got "sent"'],
    ['to=fax', 'to', 'must be the beginning of a number in E.164 form, such as +1202, got "fax"'],
    ['createTime=gt:2026-11-20', 'createTime', 'must be a time in UTC such as 2026-11-20T09:30:00Z'],
    ['createTime=2026-02-30', 'createTime', 'must be a time in UTC'],
    ['createTime=2026-13', 'createTime', 'must be a time in UTC'],
    ['pageSize=1001', 'pageSize', 'must be an integer from 1 to 1000, got "1001"'],
    ['pageSize=0', 'pageSize', 'must be an integer from 1 to 1000, got "0"'],
    ['page=-1', 'page', 'must be an integer from 0 up, got "-1"'],
    ['page=two', 'page', 'must be an integer from 0 up, got "two"'],
    ['toCountry=USA', 'toCountry', 'must be a country code of two letters, such as US, got "USA"'],
    ['format=xml', 'format', 'must be one of csv, got "xml"'],
  ])('%s is refused with 422 and its field', async (query, field, message) => {
    const { project } = setUp();
    const { body } = await project.get(`/faxes?${query}`).expect(422);
    expect(body).toMatchObject({ code: '422', error: 'Invalid parameters', message: expect.stringContaining(message) });
    expect(body.details.fieldViolations).toEqual([{ field, description: body.message }]);
  });
});

describe('createTime', () => {
  const ats = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00Z', '2026-01-31T23:59:59Z', '2026-02-01T12:00:00Z'];
  const dated = ats.map((text, index) => sentFax({ id: index + 1, createdAt: Date.parse(text) }));
  const { list } = setUp({ faxes: dated });
  const timesOf = async (query: string) =>
    (await list(`?${query}`)).faxes.map((fax) => (fax as unknown as { createTime: string }).createTime).toReversed();
  const iso = (at: number) => inSeconds(Date.parse(ats[at]!));

  test.each<[query: string, found: readonly number[]]>([
    ['createTime=2026', [1, 2, 3]],
    ['createTime=2026-01', [1, 2]],
    ['createTime=2025-12-31', [0]],
    ['createTime=2026-01-31', [2]],
    ['createTime=2026-01-31T23:59:59Z', [2, 3]],
    ['createTime=2026-01-31T23:59:59', [2, 3]],
    ['createTime=2026-02-01T14:00:00+02:00', [3]],
    ['createTime%3E=2026-01-01T00:00:00Z', [1, 2, 3]],
    ['createTime>=2026-01-31', [2, 3]],
    ['createTime%3C=2026-01-31T23:59:59Z&createTime%3E=2025', [0, 1, 2]],
    ['createTime%3C=2026-01-31&createTime%3E=2026-01-01', [1, 2]],
    ['createTime%3C=2026-01-31T23:59:58Z&createTime%3E=2026-01-01', [1]],
    ['createTime=2026-01&createTime%3E=2026-01-15', [2]],
  ])('%s finds the faxes of that time', async (query, found) => {
    expect(await timesOf(query)).toEqual(found.map(iso));
  });

  test('that ends before it begins is refused', async () => {
    const { project } = setUp();
    const { body } = await project.get('/faxes?createTime%3E=2026-02&createTime%3C=2026-01').expect(422);
    expect(body.message).toBe('createTime> must not be later than createTime<');
  });
});

describe('the list as CSV', () => {
  const header =
    'Id,Direction,From,To,Number Of Pages,Status,Header Time Zone,Retry Delay Seconds,Resolution,Callback Url,' +
    'Callback Url Content Type,Error Type,Error Message,Error Code,Project,Service,Max Retries,Create Time,Header Text,' +
    'Header Page Numbers,Content Url,Labels,Image Conversion Method,Has File,Currency Code,From Country,To Country';

  test('is a file with the columns of the service', async () => {
    const { project, id } = setUp();
    const { text, headers } = await project.get('/faxes?format=csv&direction=INBOUND').expect(200);
    expect(headers['content-type']).toMatch(/^text\/csv/);
    expect(headers['content-disposition']).toBe('attachment; filename="fax_logs_exp20261120120000.csv"');
    const [first, second, ...others] = text.split('\n');
    expect(first).toBe(header);
    expect(second).toBe(
      `${id(received)},INBOUND,+16504888494,+13142666714,1,COMPLETED,,,,,,,,,${project.id},${await serviceIdOf(project)},,` +
        '2026-11-20T09:00:00Z,,,,,,true,USD,US,US',
    );
    expect(others).toEqual(['']);
  });

  test('quotes what holds commas, quotes and line breaks, and pages as JSON does', async () => {
    const text = 'Dr. "A", ward 3\nx';
    const { project } = setUp({ faxes: [sentFax({ headerText: text, tags: { a: '1' } }), sentFax({ id: 1002 })] });
    const { text: csv } = await project.get('/faxes?format=csv&pageSize=1&page=2').expect(200);
    expect(csv).toContain(`,"Dr. ""A"", ward 3\nx",true,,"{""a"":""1""}",HALFTONE,`);
    expect((await project.get('/faxes?format=csv&pageSize=1').expect(200)).text.match(/\n/g)).toHaveLength(2);
  });

  const serviceIdOf = async (project: ReturnType<typeof projectIn>) =>
    ((await project.get('/faxes?pageSize=1')).body as { faxes: [{ serviceId: string }] }).faxes[0].serviceId;
});

test('a fax that is sent by v2.1 to three numbers is three in the list of v3, with ids that stay', async () => {
  const world = openSimulator();
  const project = projectIn(world);
  const numbers = ['+12025550101', '+12025550102', '+12025550103'];
  await world.send({ 'to[]': numbers }).expect(200);
  const list = async () => (await project.get('/faxes')).body.faxes as { id: string; to: string; status: string }[];
  const before = await list();
  expect(before.map(({ to, status }) => [to, status])).toEqual(numbers.map((to) => [to, 'IN_PROGRESS']));
  await world.clock.advance(5 * minute);
  const after = await list();
  expect(after.map(({ id, status }) => [id, status])).toEqual(before.map(({ id }) => [id, 'COMPLETED']));
  expect(new Set(after.map(({ id }) => id)).size).toBe(3);
});

test('times have milliseconds and Z', async () => {
  const { project, id } = setUp({ faxes: [one] });
  const { body } = await project.get(`/faxes/${id(one)}`).expect(200);
  expect(body).toMatchObject({
    createTime: inSeconds(one.createdAt),
    completedTime: inSeconds(noon - hour + 2 * second),
  });
});
