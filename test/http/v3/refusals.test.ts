import { describe, expect, test } from '@jest/globals';
import { phoneNumber } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';
import { projectIn } from '../../support/sinch.ts';

const to = '+12025550123';
const contentUrl = 'https://example.com/a.pdf';
const encoded = Buffer.from('a page').toString('base64');

function open() {
  const world = openSimulator({ phoneNumbers: [phoneNumber()] });
  return { ...world, project: projectIn(world) };
}

/** Has the form of the service, and the same reason in the header for developers. */
function expectRefusal(
  { status, body, headers }: { status: number; body: unknown; headers: Record<string, string> },
  expected: { status: number; field?: string; hint: string },
) {
  const { status: code, field, hint } = expected;
  expect(status).toBe(code);
  expect(body).toEqual({
    code: String(code),
    error: code === 422 ? 'Invalid parameters' : 'Bad Request',
    message: expect.any(String),
    ...(code === 422 && {
      details: { fieldViolations: field === undefined ? [] : [{ field, description: expect.any(String) }] },
    }),
  });
  expect(headers['x-faxsim-hint']).toContain(hint);
}

test.each([
  ['as one JSON text', { labels: '{"case":"4711","copies":2}', coverPageData: '{"my_tag":"a"}' }],
  ['one by one', { 'labels[case]': '4711', 'labels[copies]': '2', 'coverPageData[my_tag]': 'a' }],
])('labels and data of the cover page come in multipart %s', async (_how, fields) => {
  const { project } = open();
  const { body } = await project
    .post('/faxes')
    .field({ to, contentUrl, ...fields })
    .expect(200);
  expect(body).toMatchObject({ labels: { case: '4711', copies: '2' }, coverPageData: { my_tag: 'a' } });
});

describe('a send that v3 refuses makes no fax, and says why in its body and in a header:', () => {
  test.each([
    ['of snake_case keys', { to, content_url: contentUrl }, { status: 400, hint: 'such as content_url' }],
    ['of contentBase64', { to, contentBase64: encoded }, { status: 400, hint: 'files in JSON' }],
    ['of no number', { contentUrl }, { status: 422, field: 'to', hint: 'is required' }],
    ['of an empty list of numbers', { to: [], contentUrl }, { status: 422, field: 'to', hint: 'is required' }],
    [
      'of 1,001 numbers',
      { to: Array.from({ length: 1001 }, (_, at) => `+1202555${String(at).padStart(4, '0')}`), contentUrl },
      { status: 422, field: 'to', hint: 'at most 1000 values, got 1001' },
    ],
    [
      'of one wrong number among several',
      { to: [to, '+15551', '+12025550124'], contentUrl },
      { status: 422, field: 'to', hint: 'The (+15551) is not a valid phone number' },
    ],
    [
      'of a number as long as a file',
      { to: '7'.repeat(50_000), contentUrl },
      { status: 422, field: 'to', hint: 'The (777' },
    ],
    ['of a number without its plus', { to: '12025550123', contentUrl }, { status: 422, field: 'to', hint: 'with +' }],
    [
      'of a plus before ten digits that no other country has',
      { to: '+2125550123', contentUrl },
      { status: 422, field: 'to', hint: 'begins with +1' },
    ],
    ['of a number that is an object', { to: { a: to }, contentUrl }, { status: 422, field: 'to[0]', hint: 'to[0]' }],
    [
      'of files that are no list',
      { to, files: encoded },
      { status: 422, field: 'files', hint: 'must be a list of files' },
    ],
    ['of a file that is null', { to, files: [null] }, { status: 400, hint: 'files in JSON' }],
    [
      'of a file that is no base64',
      { to, files: [{ file: '%%%', fileType: 'PDF' }] },
      { status: 422, field: 'files[0]', hint: 'base64' },
    ],
    [
      'of a data: URL in place of base64',
      { to, files: [{ file: `data:application/pdf;base64,${encoded}`, fileType: 'PDF' }] },
      {
        status: 422,
        field: 'files[0]',
        hint: 'the file in base64 alone: leave out what stands before it in a data: URL',
      },
    ],
    [
      'of an unknown type of file',
      { to, files: [{ file: encoded, fileType: 'EXE' }] },
      { status: 422, field: 'files[0]', hint: 'must have fileType, one of' },
    ],
    [
      'of a URL that is none',
      { to, contentUrl: 'ftp://example.com/a' },
      { status: 422, field: 'contentUrl[0]', hint: 'an http or https URL' },
    ],
    [
      'of a long header',
      { to, contentUrl, headerText: 'x'.repeat(51) },
      { status: 422, field: 'headerText', hint: '50' },
    ],
    [
      'of an unknown zone',
      { to, contentUrl, headerTimeZone: 'Mars/Olympus' },
      { status: 422, field: 'headerTimeZone', hint: 'IANA' },
    ],
    ['of six retries', { to, contentUrl, maxRetries: 6 }, { status: 422, field: 'maxRetries', hint: 'from 0 to 5' }],
    [
      'of a short delay',
      { to, contentUrl, retryDelaySeconds: 29 },
      { status: 422, field: 'retryDelaySeconds', hint: 'from 30 to 300' },
    ],
    [
      'of an unknown word',
      { to, contentUrl, resolution: 'ULTRA 日本' },
      { status: 422, field: 'resolution', hint: 'one of FINE, SUPERFINE' },
    ],
    [
      'of a callback that is no URL',
      { to, contentUrl, callbackUrl: 'x' },
      { status: 422, field: 'callbackUrl', hint: 'callbackUrl' },
    ],
    ['of an unknown service', { to, contentUrl, serviceId: 'x' }, { status: 422, field: 'serviceId', hint: 'project' }],
    [
      'of an unknown cover page',
      { to, contentUrl, coverPageId: 'x' },
      { status: 422, field: 'coverPageId', hint: 'project' },
    ],
    [
      'of a number that is not the account’s',
      { to, contentUrl, from: '+12025550199' },
      { status: 422, field: 'from', hint: 'the account has +13142666714' },
    ],
    [
      'of a data: URL',
      { to, contentUrl: `data:application/pdf;base64,${encoded}` },
      { status: 422, field: 'contentUrl[0]', hint: 'a file goes into files: [{file, fileType}] of JSON' },
    ],
    [
      'of a data: URL as long as a file',
      { to, contentUrl: [`data:application/pdf;base64,${'A'.repeat(50_000)}`] },
      { status: 422, field: 'contentUrl[0]', hint: 'must not be a data: URL' },
    ],
    [
      'of a file of JSON that is no part',
      { to, file: encoded },
      { status: 422, field: 'file[0]', hint: 'a file goes into files: [{file, fileType}] of JSON' },
    ],
    [
      'of labels that are no object',
      { to, contentUrl, labels: '[1]' },
      { status: 422, field: 'labels', hint: 'as a JSON object' },
    ],
    [
      'of labels that are broken JSON',
      { to, contentUrl, labels: '{"a":' },
      { status: 422, field: 'labels', hint: 'as a JSON object' },
    ],
    [
      'of labels with objects',
      { to, contentUrl, labels: '{"a":{"b":1}}' },
      { status: 422, field: 'labels[a]', hint: 'must be text' },
    ],
    [
      'of a number of the account without its plus',
      { to, contentUrl, from: '13142666714' },
      { status: 422, field: 'from', hint: 'write it in E.164, as +13142666714' },
    ],
    [
      'of a text in place of a number',
      { to, contentUrl, from: 'Dr. Miller' },
      { status: 422, field: 'from', hint: 'the account has +13142666714' },
    ],
  ])('%s', async (_what, body, expected) => {
    const { project } = open();
    expectRefusal(await project.post('/faxes').send(body), expected);
    expect((await project.get('/faxes').expect(200)).body.totalItems).toBe(0);
  });

  test.each([
    [
      'of a form',
      'application/x-www-form-urlencoded',
      `to=%2B12025550123&contentUrl=${contentUrl}`,
      'is not read here',
    ],
    ['of a text', 'text/plain', 'hello', 'is not read here'],
    ['of half of a JSON text', 'application/json', '{"to":', 'is not JSON'],
  ])('%s', async (_what, type, text, hint) => {
    const { project } = open();
    expectRefusal(await project.post('/faxes').set('Content-Type', type).send(text), { status: 400, hint });
    expect((await project.get('/faxes').expect(200)).body.totalItems).toBe(0);
  });

  test('of a part that should be a file', async () => {
    const { project } = open();
    const answer = await project.post('/faxes').field({ to, file: 'text' });
    expectRefusal(answer, { status: 422, field: 'file[0]', hint: 'that has a filename' });
  });
});

test.each([
  ['page=-1', 'page', 'from 0 up'],
  ['page=x', 'page', 'from 0 up'],
  ['pageSize=0', 'pageSize', 'from 1 to 1000'],
  ['pageSize=1001', 'pageSize', 'from 1 to 1000'],
  ['status=FAILED', 'status', 'QUEUED, IN_PROGRESS, COMPLETED, FAILURE'],
  ['direction=sent', 'direction', 'OUTBOUND, INBOUND'],
  ['format=xml', 'format', 'csv'],
  ['createTime=gt:2024-01-01', 'createTime', 'YYYY-MM-DD'],
  ['toCountry=USA', 'toCountry', 'two letters'],
])('a list with %s is refused with the reason in the header too', async (query, field, hint) => {
  const { project } = open();
  expectRefusal(await project.get(`/faxes?${query}`), { status: 422, field, hint });
});

test('page 0 is the first page, of which the journal has a remark', async () => {
  const { project, anyone } = open();
  expect((await project.get('/faxes?page=0').expect(200)).body).toMatchObject({ page: 1, faxes: [] });
  const { body } = await anyone.get('/_faxsim/requests?lint=page-zero').expect(200);
  expect(body.data.total).toBe(1);
});

test('a refusal whose text of the sample says all has no header', async () => {
  const { project } = open();
  const { headers } = await project.get('/faxes/01HDF5S9P29WC29J578J8EKC1C').expect(404);
  expect(headers).not.toHaveProperty('x-faxsim-hint');
});
