import { describe, expect, test } from '@jest/globals';
import type { Post } from '../../src/service/webhooks/post.ts';
import type { CallbackContentType } from '../../src/model/domain/sinch-options.ts';
import { account, phoneNumber, receivedFax, sentFax } from '../support/examples.ts';
import { openSimulator, refusalOf } from '../support/simulator.ts';
import { projectIn } from '../support/sinch.ts';

const url = 'http://127.0.0.1:9/hook';

/** A world whose last post is kept. */
function openWorld(webhookVersion: 'v1' | 'v2' | 'v2.1' = 'v2.1') {
  let posted: Parameters<Post>[0] | undefined;
  const post: Post = (request) => {
    posted = request;
    return Promise.resolve({ isRefused: false, failure: null, answer: { status: 200, body: '' }, tookMs: 1 });
  };
  const changes = { webhookVersion, webhookToken: 'a-token', receiveCallbackUrl: url, sendCallbackUrl: url };
  const faxes = [sentFax(), receivedFax()];
  const opened = openSimulator({ faxes, phoneNumbers: [phoneNumber()], account: account(changes), parts: { post } });
  const raw = async (id: number, query = '') =>
    (await opened.anyone.get(`/_faxsim/webhooks/${id}/raw${query}`).expect(200)).body.data;
  return { ...opened, raw, posted: () => posted! };
}

/** The posted body, in which sizes stand in place of the bytes of files, as in the answer. Documents are short texts here. */
const textOf = ({ chunks }: Parameters<Post>[0]): string =>
  chunks
    .map((chunk) => Buffer.from(chunk).toString())
    .map((text, at) => (/^(Fax \d+|a page)$/.test(text) ? `(${chunks[at]!.length} bytes of application/pdf)` : text))
    .join('');

describe('an attempt of a webhook is shown as it was sent', () => {
  test.each([
    ['v1', 1001],
    ['v2', 1001],
    ['v2.1', 1001],
    ['v1', 2001],
    ['v2', 2001],
    ['v2.1', 2001],
  ] as const)('in the form of %s, for fax %d', async (webhookVersion, fax) => {
    const { anyone, clock, raw, posted } = openWorld(webhookVersion);
    const { body } = await anyone.post('/_faxsim/webhooks').send({ fax }).expect(200);
    await clock.runUntilIdle();
    const sent = posted();
    const bytes = sent.chunks.reduce((sum, { length }) => sum + length, 0);
    expect(await raw(body.data.id)).toEqual({
      headers: [
        { name: 'Content-Type', value: expect.stringMatching(/^multipart\/form-data; boundary=faxsim-/) },
        { name: 'X-Phaxio-Signature', value: sent.headers['X-Phaxio-Signature'] },
        { name: 'Content-Length', value: String(bytes) },
      ],
      body: textOf(sent),
      body_bytes: bytes,
    });
    expect((await raw(body.data.id)).headers[0].value).toBe(sent.headers['Content-Type']);
    expect((await raw(body.data.id)).body.includes('bytes of application/pdf')).toBe(fax === 2001);
  });

  test.each(['application/json', 'multipart/form-data'] as const)('in the form of v3 as %s', async (type) => {
    const opened = openWorld();
    const { anyone, clock, raw, posted } = opened;
    const files = [{ file: Buffer.from('a page').toString('base64'), fileType: 'TXT' }];
    const order = {
      files,
      to: '+15045550103',
      callbackUrl: url,
      callbackUrlContentType: type satisfies CallbackContentType,
    };
    await projectIn(opened).post('/faxes').send(order).expect(200);
    await clock.runUntilIdle();
    const { body } = await anyone.get('/_faxsim/webhooks').expect(200);
    const sent = posted();
    const shown = await raw(body.data.at(-1).id, '?attempt=1');
    expect(shown.body).toBe(textOf(sent));
    expect(shown.headers[0]).toEqual({ name: 'Content-Type', value: sent.headers['Content-Type'] });
    expect(shown.headers[0].value.startsWith(type)).toBe(true);
    if (type === 'application/json') expect(JSON.parse(shown.body)).toMatchObject({ event: 'FAX_COMPLETED', fax: {} });
  });
});

test('an attempt that was never sent, or can no longer be written, is refused with the reason', async () => {
  const { anyone, clock } = openWorld();
  const reasonFor = (path: string, status = 404) => refusalOf(anyone.get(`/_faxsim/webhooks/${path}`), status);
  expect(await reasonFor('7/raw')).toContain('there is no webhook 7');
  await anyone.post('/_faxsim/scenarios').send({ on: 'webhook-never(times=1)' }).expect(200);
  await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  await anyone.post('/_faxsim/webhooks').send({ fax: 2001 }).expect(200);
  await clock.runUntilIdle();
  expect(await reasonFor('1/raw')).toContain('this attempt of webhook 1 was not sent');
  expect(await reasonFor('2/raw?attempt=5')).toContain('webhook 2 has no attempt 5');
  await anyone.delete('/_faxsim/faxes/2001').expect(200);
  expect(await reasonFor('2/raw', 422)).toContain('cannot be written again: fax 2001 was deleted');
});
