import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { faxEvent } from '../../src/model/domain/webhook.ts';
import type { Delivery } from '../../src/model/domain/webhook.ts';
import { account, noon, receivedFax, sentFax } from '../support/examples.ts';
import { portOf } from '../support/port.ts';
import { answering } from '../support/posts.ts';
import { dataOf, openSimulator, refusalOf } from '../support/simulator.ts';
import type { Post } from '../../src/service/webhooks/post.ts';
import { waitFor } from '../../src/worlds/waiting/waits.ts';

/** Notes where it posts to, and answers that it went well. */
function recorder() {
  const urls: string[] = [];
  const post: Post = ({ url }) => {
    urls.push(url);
    return Promise.resolve({ isRefused: false, failure: null, answer: { status: 200, body: '' }, tookMs: 1 });
  };
  return { urls, post };
}

const told = { sendCallbackUrl: 'http://127.0.0.1:9/account' };

describe('an event', () => {
  test('of any fax is sent on request, to the usual address or another', async () => {
    const { urls, post } = recorder();
    const { anyone, clock } = openSimulator({ faxes: [sentFax()], account: account(told), parts: { post } });
    const { body } = await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
    expect(body.data).toMatchObject({ event: 'fax_completed', fax_id: 1001, url: told.sendCallbackUrl });
    const order = { fax: 1001, event: 'transmitting_page', page: 3, url: 'http://127.0.0.1:9/other' };
    const other = await anyone.post('/_faxsim/webhooks').send(order).expect(200);
    await clock.runUntilIdle();
    expect(urls).toEqual(['http://127.0.0.1:9/account', 'http://127.0.0.1:9/other']);
    const list = await anyone.get(`/_faxsim/webhooks?after=${other.body.data.id - 1}`).expect(200);
    expect(list.body.data).toMatchObject([
      { state: 'delivered', attempts: [{ fields: { event_type: 'transmitting_page', page: '3' } }] },
    ]);
    expect(list.body.data[0].attempts[0].fields.recipient_phone_number).toBe('+12025550123');
  });

  test('is no part of what a clock call makes happen, whether it was tried before that or not', async () => {
    const failing = () => Promise.resolve({ isRefused: false, failure: 'no', answer: null, tookMs: 1 });
    const happenedAfter = async (isAwaited: boolean) => {
      const { anyone, simulator, clock } = openSimulator({
        faxes: [sentFax()],
        account: account(told),
        parts: { post: failing },
      });
      await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
      if (isAwaited) await clock.advance(0);
      const first = await anyone.post('/_faxsim/clock').send({ advance: '1s' }).expect(200);
      expect(simulator.parts.worlds.default.deliveries.list()).toMatchObject([{ attempts: [{ failure: 'no' }] }]);
      const later = await anyone.post('/_faxsim/clock').send({ run_until_idle: '1d' }).expect(200);
      return { first: first.body.data.happened, later: later.body.data.happened };
    };
    const { first, later } = await happenedAfter(false);
    expect(first).toEqual([]);
    expect(later[0]).toMatchObject({ what: 'webhook', id: 1, attempts: 2 });
    expect(await happenedAfter(true)).toEqual({ first, later });
  });

  test.each([
    [{ fax: 9 }, 404, 'Not found: there is no fax 9'],
    [{}, 422, 'fax is required'],
    [{ fax: 2001, event: 'transmitting_page' }, 422, 'event cannot be transmitting_page: fax 2001 was received'],
    [{ fax: 1001, event: 'retry_scheduled' }, 422, 'in webhooks of version v2, only fax_completed'],
    [{ fax: 1001, recipient: '+12025550199' }, 422, 'recipient must be one of those of fax 1001: +12025550123'],
    [{ fax: 1001, url: 'ftp://x' }, 422, 'url must be an http, https or mailto URL'],
  ])('is not told with %j', async (order, status, message) => {
    const { anyone } = openSimulator({
      faxes: [sentFax(), receivedFax()],
      account: account({ webhookVersion: 'v2' }),
    });
    expect(await refusalOf(anyone.post('/_faxsim/webhooks').send(order), status)).toContain(message);
  });

  test('that was delivered once is delivered again, though the clock stands still', async () => {
    const { urls, post } = recorder();
    const { anyone } = openSimulator({ faxes: [sentFax()], account: account(told), parts: { post } });
    await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
    const again = await anyone.post('/_faxsim/webhooks/1/redeliver').send({}).expect(200);
    expect(again.body.data).toMatchObject({ id: 2, event: 'fax_completed' });
    const { body } = await anyone.get('/_faxsim/webhooks/wait?after=1&timeout=5s').expect(200);
    expect(body.data).toMatchObject({ id: 2, state: 'delivered' });
    expect(urls).toHaveLength(2);
    await anyone.post('/_faxsim/webhooks/9/redeliver').expect(404);
  });
});

describe('a webhook of a deleted fax', () => {
  const deletedFax = async () => {
    const opened = openSimulator({ faxes: [sentFax()], account: account(told), parts: { post: answering(500) } });
    const { anyone } = opened;
    await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
    await anyone.get('/_faxsim/webhooks/wait?id=1&timeout=5s').expect(200);
    await anyone.delete('/_faxsim/faxes/1001').expect(200);
    return opened;
  };

  test('is delivered again as the fax last was, before its next retry and after its last one', async () => {
    const { anyone, clock } = await deletedFax();
    await anyone.post('/_faxsim/webhooks/1/redeliver').expect(200);
    await clock.runUntilIdle();
    await anyone.post('/_faxsim/webhooks/1/redeliver').expect(200);
    await clock.runUntilIdle();
    const [first, ...later] = await dataOf(anyone.get('/_faxsim/webhooks'));
    expect(later).toHaveLength(2);
    for (const { state, attempts } of [first, ...later]) {
      expect(state).toBe('failed');
      for (const { fields, failure } of attempts) {
        expect({ fields, failure }).toEqual({ fields: first.attempts[0].fields, failure: 'answered 500' });
      }
    }
  });

  test('cannot be delivered again if the history does not go back to the fax, and the refusal says so', async () => {
    const { simulator } = await deletedFax();
    const { anyone } = openSimulator({ deliveries: simulator.parts.worlds.default.deliveries.list() });
    expect(await refusalOf(anyone.post('/_faxsim/webhooks/1/redeliver'))).toBe(
      'Webhook 1 cannot be delivered again: fax 1001 was deleted, and the history of this world does not go back to it',
    );
  });
});

test('a redelivery says that the retries of the former webhook go on, everywhere', async () => {
  const post: Post = () =>
    Promise.resolve({ answer: { status: 500, body: '' }, failure: 'answered 500', isRefused: false, tookMs: 0 });
  const { anyone, clock } = openSimulator({ faxes: [sentFax()], account: account(told), parts: { post } });
  await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  const { body: first } = await anyone.get('/_faxsim/webhooks/wait?id=1&timeout=5s').expect(200);
  expect(first.data).toMatchObject({ state: 'pending', redelivery_of: null, former_retry_at: null, attempts: [{}] });
  const { body: again } = await anyone.post('/_faxsim/webhooks/1/redeliver').expect(200);
  expect(again.data).toMatchObject({ id: 2, redelivery_of: 1, former_retry_at: first.data.due_at });
  await anyone.get('/_faxsim/webhooks/wait?id=2&timeout=5s').expect(200);
  const { body: history } = await anyone.get('/_faxsim/faxes/1001/history').expect(200);
  const words = ', again of webhook 1, whose own retries go on';
  expect(JSON.stringify(history)).toContain(`webhook fax_completed: asked for${words}`);
  const { text } = await anyone.get('/_faxsim/activity/text').expect(200);
  expect(text).toContain(`Webhook 2 fax_completed of fax 1001 to 127.0.0.1:9${words}: answered 500, again in 5 min`);
  await clock.advance(5 * 60_000);
  const { body: log } = await anyone.get('/_faxsim/webhooks').expect(200);
  expect(log.data).toMatchObject([{ attempts: [{}, {}] }, { attempts: [{}, {}] }]);
  await anyone.get('/_faxsim/webhooks/wait?id=9').expect(404);
});

test('a redelivery has edited fields in place of those of the fax, and is signed with them', async () => {
  const { post, urls } = recorder();
  const signed = account({ ...told, webhookToken: 'secret' });
  const { anyone } = openSimulator({ faxes: [sentFax()], account: signed, parts: { post } });
  await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  const fields = { success: 'false', extra: 'more' };
  await anyone.post('/_faxsim/webhooks/1/redeliver').send({ url: 'http://127.0.0.1:9/other', fields }).expect(200);
  const { body } = await anyone.get('/_faxsim/webhooks/wait?after=1&timeout=5s').expect(200);
  const [before] = (await anyone.get('/_faxsim/webhooks').expect(200)).body.data;
  const [attempt] = body.data.attempts;
  expect(attempt.fields).toEqual({ ...before.attempts[0].fields, ...fields });
  expect(attempt.signature.signed).toContain('extramore');
  expect(urls.at(-1)).toBe('http://127.0.0.1:9/other');
  const { body: refused } = await anyone.post('/_faxsim/webhooks/1/redeliver').send({ fields: 'x' }).expect(422);
  expect(refused.message).toContain('fields must be a group: fields[NAME]=VALUE');
});

describe('a verification of webhooks', () => {
  /** One was delivered, one has no URL, and one is to be retried: 1, 2 and 3. */
  async function withWebhooks() {
    const post: Post = ({ url }) =>
      Promise.resolve(
        url.endsWith('/down')
          ? { isRefused: false, failure: 'answered 503', answer: { status: 503, body: '' }, tookMs: 1 }
          : { isRefused: false, failure: null, answer: { status: 200, body: '' }, tookMs: 1 },
      );
    const { anyone, clock } = openSimulator({
      faxes: [sentFax(), receivedFax()],
      account: account({ sendCallbackUrl: null, receiveCallbackUrl: null, webhookVersion: 'v2.1' }),
      parts: { post },
    });
    const send = (order: object) => anyone.post('/_faxsim/webhooks').send(order).expect(200);
    await send({ fax: 1001, url: 'http://127.0.0.1:9/hook' });
    await send({ fax: 2001 });
    await clock.advance(60_000);
    await send({ fax: 1001, event: 'transmitting_page', page: 2, url: 'http://127.0.0.1:9/down' });
    await clock.advance(0);
    return async (expectation: object, status = 200) =>
      (await anyone.post('/_faxsim/webhooks/verify').send(expectation).expect(status)).body;
  }

  test.each([
    [{}, [1, 2, 3]],
    [{ event: 'transmitting_page' }, [3]],
    [{ fax: 1001 }, [1, 3]],
    [{ state: 'kept' }, [2]],
    [{ url: 'http://127.0.0.1:9/hook' }, [1]],
    [{ url: 'http://127.0.0.1:*/*' }, [1, 3]],
    [{ status: 503 }, [3]],
    [{ status: '2xx' }, [1]],
    [{ attempts: 1, state: 'pending' }, [3]],
    [{ fields: { page: 2 } }, [3]],
    [{ fields: { 'fax.direction': 'received' } }, [2]],
    [{ fields: { event_type: { in: ['fax_completed'] } } }, [1, 2]],
    [{ since: '2026-11-20T12:01:00Z' }, [3]],
  ])('with %j finds %j', async (wanted, ids) => {
    const verify = await withWebhooks();
    const { data } = await verify({ ...wanted, exactly: ids.length });
    expect([data.passed, data.webhooks.map(({ id }: { id: number }) => id)]).toEqual([true, ids]);
  });

  test('that finds too few says of the nearest webhooks what was expected, and what they had', async () => {
    const verify = await withWebhooks();
    const { data } = await verify({ fax: 2001, state: 'delivered', url: 'http://127.0.0.1:9/**', status: 200 });
    expect(data).toMatchObject({
      passed: false,
      message:
        'Expected at least 1 webhook (fax=2001, state=delivered, url=http://127.0.0.1:9/**, status=200), and there were 0',
      count: 0,
    });
    const nearest = data.nearest.map(({ webhook, missed }: { webhook: { id: number }; missed: string[] }) => [
      webhook.id,
      missed,
    ]);
    expect(nearest).toEqual([
      [1, ['fax=2001']],
      [2, ['state=delivered', 'url=http://127.0.0.1:9/**', 'status=200']],
      [3, ['fax=2001', 'state=delivered', 'status=200']],
    ]);
    expect(data.nearest[1].differences).toEqual([
      { name: 'state', expected: 'delivered', got: 'kept' },
      { name: 'url', expected: 'http://127.0.0.1:9/**', got: null },
      { name: 'status', expected: 200, got: null },
    ]);
  });

  test('bounds how many there are, and until when', async () => {
    const verify = await withWebhooks();
    expect((await verify({ at_most: 2 })).data).toMatchObject({ passed: false, count: 3 });
    expect((await verify({ none_after: 2 })).data).toMatchObject({
      message: 'Expected any number of webhooks and none after webhook 2 (any), and there were 3, 1 of them later',
      webhooks: [{ id: 3 }],
    });
    expect((await verify({ none_after: '2026-11-20T12:01:00Z' })).data.passed).toBe(true);
    expect((await verify({ exactly: 1, at_most: 2 }, 422)).message).toBe('exactly excludes at_least and at_most');
    expect((await verify({ none_after: 'noon' }, 422)).message).toContain(
      'none_after must be an RFC 3339 time, or the id of a webhook',
    );
    expect((await verify({ stat: 'kept' }, 422)).message).toContain('stat is not known here; the nearest is state');
  });
});

describe('waiting for a webhook', () => {
  test('ends as soon as there is one', async () => {
    const simulator = openSimulator();
    const waiting = simulator.anyone
      .get('/_faxsim/webhooks/wait?event=fax_completed&timeout=4m')
      .then((answer) => answer);
    await simulator.anyone.get('/_faxsim/world').expect(200);
    const { body } = await simulator.anyone.post('/_faxsim/receive').send({}).expect(200);
    expect((await waiting).body.data).toMatchObject({ fax_id: body.data.fax.id, state: 'kept' });
  });

  test('ends with null when none came in time', async () => {
    const { anyone } = openSimulator({ faxes: [sentFax()] });
    await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
    const { body } = await anyone.get('/_faxsim/webhooks/wait?fax=1001&state=delivered&timeout=0').expect(200);
    expect(body).toEqual({ success: true, message: 'ok', data: null });
  });

  test('is refused where clients would give up before its end', async () => {
    const { anyone } = openSimulator({ faxes: [sentFax()] });
    for (const call of [
      anyone.get('/_faxsim/webhooks/wait?timeout=330s'),
      anyone.post('/_faxsim/requests/wait').send({ timeout: '5m' }),
    ]) {
      expect(await refusalOf(call)).toContain('timeout must be a duration such as 60s or 5m, up to 4m, got');
    }
  });

  test('ends when the client goes away', async () => {
    const { simulator } = openSimulator();
    const client = new AbortController();
    const waiting = waitFor(simulator.parts.worlds.first, (): unknown => undefined, {
      longestMs: 1_000_000,
      disconnected: client.signal,
    });
    client.abort();
    expect(await waiting).toBeUndefined();
  });

  test('is refused when the world ends', async () => {
    const { simulator } = openSimulator();
    const waiting = waitFor(simulator.parts.worlds.first, (): unknown => undefined, { longestMs: 1_000_000 });
    const refused = expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
    await simulator.close();
    await refused;
  });

  test('goes on in the world that a reset puts in the place of its own', async () => {
    const opened = openSimulator();
    const { first } = opened.simulator.parts.worlds;
    const waiting = waitFor(first, ({ store }) => (store.faxes.size > 0 ? 'found' : undefined), {
      longestMs: 1_000_000,
    });
    await opened.anyone.post('/_faxsim/reset').expect(200);
    await opened.sent();
    expect(await waiting).toBe('found');
  });
});

test('the list has those for which a rule fired, by scenario, rule or firing', async () => {
  const { post } = recorder();
  const { anyone, clock } = openSimulator({ faxes: [sentFax()], account: account(told), parts: { post } });
  await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  await clock.runUntilIdle();
  await anyone.post('/_faxsim/scenarios').send({ on: 'webhook-badly-signed' }).expect(200);
  await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  await clock.runUntilIdle();
  for (const rule of [
    'webhook-badly-signed',
    'webhook-badly-signed/wrong-token',
    'webhook-badly-signed/wrong-token#1',
  ]) {
    const list = await dataOf(anyone.get('/_faxsim/webhooks').query({ rule }));
    expect(list).toMatchObject([{ attempts: [{ rule: 'webhook-badly-signed/wrong-token#1' }] }]);
    expect(await dataOf(anyone.get('/_faxsim/webhooks/count').query({ rule }))).toEqual({ count: 1 });
  }
  expect(await dataOf(anyone.get('/_faxsim/webhooks').query({ rule: 'webhook-badly' }))).toEqual([]);
});

test('the list has the latest, or those that come next', async () => {
  const { anyone } = openSimulator({ faxes: [sentFax()] });
  for (let count = 0; count < 5; count++) await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  const ids = async (query: string): Promise<unknown[]> =>
    (await anyone.get(`/_faxsim/webhooks?${query}`).expect(200)).body.data.map((one: { id: unknown }) => one.id);
  expect(await ids('limit=2')).toEqual([4, 5]);
  expect(await ids('after=1&limit=2')).toEqual([2, 3]);
  expect(await ids('')).toEqual([1, 2, 3, 4, 5]);
});

describe('the check of a URL', () => {
  const check = (url: string) => dataOf(openSimulator().anyone.post('/_faxsim/webhooks/check').send({ url }));

  test('connects to it and sends nothing', async () => {
    let requests = 0;
    const server = createServer(() => requests++);
    const port = await portOf(server);
    expect(await check(`http://127.0.0.1:${port}/fax`)).toEqual({
      is_well: true,
      found: `127.0.0.1 takes connections on port ${port}`,
      advice: null,
    });
    server.close();
    await once(server, 'close');
    expect(requests).toBe(0);
    expect(await check(`http://127.0.0.1:${port}/fax`)).toEqual({
      is_well: false,
      found: `no connection to 127.0.0.1, port ${port}: ECONNREFUSED`,
      advice: 'Does the application run, on that port, and does it listen on that address?',
    });
  });

  test.each([
    ['ftp://127.0.0.1/fax', 'ftp://127.0.0.1/fax is no http or https URL'],
    ['https://example.com/fax', 'example.com is a public name'],
  ])('of %s finds: %s', async (url, found) => {
    expect(await check(url)).toMatchObject({ is_well: false, found });
  });
});

test('the delivery log hides the user and the password of a URL, which the webhook has, and its record on request', async () => {
  const { post, urls } = recorder();
  const sendCallbackUrl = 'http://office:hushhush@127.0.0.1:9/account?token=alsohush';
  const signed = account({ sendCallbackUrl, webhookToken: 'secret' });
  const { anyone, clock } = openSimulator({ faxes: [sentFax()], account: signed, parts: { post } });
  await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  await clock.advance(1000);
  const { text, body } = await anyone.get('/_faxsim/webhooks').expect(200);
  expect(text).not.toMatch(/hush|office/);
  expect(body.data[0].url).toBe('http://•••@127.0.0.1:9/account?token=•••');
  expect(body.data[0].attempts[0].signature.signed).toMatch(/^http:..•••@127/);
  expect(urls).toEqual([sendCallbackUrl]);
  const { body: record } = await anyone.get('/_faxsim/records/deliveries/1?with_credentials=true').expect(200);
  expect(record.data.url).toBe(sendCallbackUrl);
});

test('a webhook that a fixture made is in the log, and no wait or verification counts it', async () => {
  const attempt = { ...nothingSent, answer: { status: 200, body: '' } };
  const deliveries = [{ ...ofFixture, attempts: [attempt] }];
  const { anyone, clock } = openSimulator({
    faxes: [sentFax()],
    account: account(told),
    deliveries,
    parts: recorder(),
  });
  const wait = () => dataOf(anyone.get('/_faxsim/webhooks/wait?timeout=0'));
  const verify = () => dataOf(anyone.post('/_faxsim/webhooks/verify').send({ exactly: 1 }));
  expect(await dataOf(anyone.get('/_faxsim/webhooks'))).toMatchObject([{ id: 1, of_fixture: true }]);
  expect(await wait()).toBeNull();
  expect(await verify()).toMatchObject({ passed: false, count: 0 });
  await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  await clock.runUntilIdle();
  expect(await wait()).toMatchObject({ id: 2, of_fixture: false });
  expect(await verify()).toMatchObject({ passed: true, count: 1 });
});

const nothingSent = { at: noon, tookMs: 0, fields: {}, files: [], signature: null, failure: null, rule: null };

const ofFixture: Delivery = {
  id: 1,
  createdAt: noon,
  faxEvent: faxEvent(sentFax(), 'fax_completed'),
  url: told.sendCallbackUrl,
  editedFields: null,
  isOfFixture: true,
  state: 'delivered',
  dueAt: null,
  attempts: [],
};
