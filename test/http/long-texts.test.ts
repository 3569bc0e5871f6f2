import { describe, expect, test } from '@jest/globals';
import { phoneNumber } from '../support/examples.ts';
import { projectIn } from '../support/sinch.ts';
import { openSimulator } from '../support/simulator.ts';

/** A simulator with the limits of a program. */
const openLarge = () =>
  openSimulator({ phoneNumbers: [phoneNumber({})], limits: { bodyBytesMax: 20_971_520, journalBytes: 100_000_000 } });

/** Processor time in ms of work of this thread. */
async function processorMs<T>(work: () => PromiseLike<T>): Promise<[answer: T, ms: number]> {
  const before = process.cpuUsage();
  const answer = await work();
  const { user, system } = process.cpuUsage(before);
  return [answer, (user + system) / 1000];
}

const wholeBody = 18_000_000;
const fill = (part: string, length = wholeBody): string => part.repeat(Math.ceil(length / part.length));

/** Each took from seconds to hours. */
const hostile: readonly (readonly [name: string, body: () => string])[] = [
  ['a URL of slashes before an @', () => JSON.stringify({ a: `a:${fill('/')}@` })],
  ['URLs in URLs, encoded', () => JSON.stringify({ a: `https://h/?${fill('a=%3Fb%3D')}` })],
  ['escapes of escapes', () => JSON.stringify({ a: `https://h/?a=${fill('%25')}` })],
  ['escapes that make no text', () => JSON.stringify({ a: `https://h/?a=${fill('%ff')}` })],
  ['an object of a million names', () => `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['a list of millions', () => `{"a":[${fill('1,')}1]}`],
  ['JSON that ends in a string', () => `{"a":"${fill(String.raw`\"`)}`],
];

test.each(hostile)('a POST without credentials is refused in little time: %s', async (_name, body) => {
  const { anyone } = openLarge();
  const sent = body();
  const post = () => anyone.post('/v2.1/faxes').type('json').send(sent);
  const [{ status }, ms] = await processorMs(post);
  expect([400, 401]).toContain(status);
  expect(ms).toBeLessThan(3000); // most of it is the sending
});

describe('more values than a fax can have are refused in the form of the version:', () => {
  const names = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`k${at}`, 'v']));
  const urls = Array.from({ length: 1001 }, () => 'https://example.com/x.pdf');
  const send = { to: '+12025550123', contentUrl: 'https://example.com/x.pdf' };

  test.each<[field: string, body: object, message: string]>([
    ['labels', { ...send, labels: names }, 'labels must be at most 1000 values, got 1001'],
    ['contentUrl', { ...send, contentUrl: urls }, 'contentUrl must be at most 1000 values, got 1001'],
    ['contentUrl', { ...send, contentUrl: urls.join() }, 'contentUrl must be at most 1000 values, got 1001'],
    ['to', { ...send, to: fill(',', 100_000) }, 'to must be at most 1000 numbers, got 10001'],
  ])('v3: %s', async (field, body, message) => {
    const { body: answer, status } = await projectIn(openLarge()).post('/faxes').send(body);
    expect([status, answer.details.fieldViolations[0]]).toEqual([422, { field, description: message }]);
  });

  test('v3: ten thousand values', async () => {
    const labels = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`k${at}`, 'v']));
    const { status, body } = await projectIn(openLarge())
      .post('/faxes')
      .send({ ...send, labels });
    expect([status, body.code]).toEqual([400, '400']);
  });

  test.each([
    ['to', { to: Array.from({ length: 1001 }, () => '+12025550123') }],
    ['tags', { to: '+12025550123', tags: names }],
  ])('control: %s', async (field, body) => {
    const { status, body: answer } = await openLarge().anyone.post('/_faxsim/faxes').send(body);
    expect([status, answer.message]).toEqual([422, `${field} must be at most 1000 values, got 1001`]);
  });

  test.each(['v1', 'v2', 'v2.1'])('%s: a list of many', async (version) => {
    const path = version === 'v1' ? '/v1/send' : `/${version}/faxes`;
    const { status, body } = await openLarge().live.post(path).send({ to: urls });
    expect([status, body]).toMatchObject([400, { success: false, message: 'More than 1000 parameters' }]);
  });
});

test('lists of the control API are short work after such a text in a label', async () => {
  const world = openLarge();
  const labels = { a: `a:${fill('/', 120_000)}@` };
  const send = { to: '+12025550123', contentUrl: 'https://example.com/x.pdf', labels };
  const sent = await projectIn(world).post('/faxes').send(send);
  expect([sent.status, sent.headers['x-faxsim-hint']]).toEqual([200, undefined]);
  for (const path of ['/faxes', '/records/faxes', '/requests', '/bundle', '/export']) {
    const [{ status }, ms] = await processorMs(() => world.anyone.get(`/_faxsim${path}`));
    expect([path, status]).toEqual([path, 200]);
    expect(ms).toBeLessThan(1500);
  }
});

test('a bundle is made after a text of a caller that no pattern could hold', async () => {
  const world = openLarge();
  const secret = fill('x(', 60_000);
  const callbackUrl = `https://example.com/?token=${secret}`;
  const send = { to: '+12025550123', contentUrl: 'https://example.com/x.pdf', callbackUrl };
  expect((await projectIn(world).post('/faxes').send(send)).status).toBe(422);
  const { status, text } = await world.anyone.get('/_faxsim/bundle');
  expect(status).toBe(200);
  expect(text.includes(secret)).toBe(false);
  expect(text.includes('token=faxsim-secret-')).toBe(true);
});
