import { afterEach, describe, expect, test } from '@jest/globals';
import { addressPolicy } from '../../../src/service/network/address-policy.ts';
import type { Delivery } from '../../../src/model/domain/webhook.ts';
import type { Store } from '../../../src/store/memory/store.ts';
import { createPost } from '../../../src/service/webhooks/post.ts';
import { sign } from '../../../src/service/webhooks/signing.ts';
import { hour, minute, noon, phoneNumber, receivedFax, sentFax } from '../../support/examples.ts';
import { repeats } from '../../support/soak.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import type { Behaviour, ReceivedWebhook, WebhookReceiver } from '../../support/webhook-receiver.ts';
import { faxEvent, openDeliveries, token } from './telling.ts';

const open: WebhookReceiver[] = [];
afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.close();
});

async function receiver(behave?: (webhook: ReceivedWebhook, index: number) => Behaviour | Promise<Behaviour>) {
  const started = await startReceiver(behave);
  open.push(started);
  return started;
}

const faxOf = ({ fields }: ReceivedWebhook) => JSON.parse(fields['fax'] ?? '{}');

/** The service's waits before retries 1 to 16. */
const waits = [5, 10, 20, 30, ...Array.from({ length: 12 }, () => 6 * 60)].map((minutes) => minutes * minute);

describe('a done fax', () => {
  test('is delivered once, as a signed form, and recorded in the delivery log', async () => {
    const application = await receiver();
    const url = `${application.url}/hook?case=1`;
    const { tell, clock, deliveries } = openDeliveries();
    await tell(sentFax({ callbackUrl: url, tags: { case: 'Bär' } }));
    expect(application.received).toEqual([]);
    await clock.runUntilIdle();

    expect(application.received).toHaveLength(1);
    const [webhook] = application.received;
    expect(webhook).toMatchObject({ method: 'POST', path: '/hook?case=1', files: {} });
    expect(faxOf(webhook!)).toMatchObject({ id: 1001, status: 'success', tags: { case: 'Bär' } });
    const fields = webhook!.fields;
    const signature = sign(token, { url, fields, files: [] });
    expect(webhook!.headers).toMatchObject({
      'user-agent': 'faxsim',
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=\S+$/),
      'content-length': String(webhook!.body.length),
      'x-phaxio-signature': signature.value,
    });
    expect(deliveries.list()).toEqual([
      {
        id: 1,
        createdAt: noon,
        faxEvent: faxEvent(),
        url,
        editedFields: null,
        state: 'delivered',
        dueAt: null,
        attempts: [
          {
            at: noon,
            tookMs: expect.any(Number),
            fields,
            files: [],
            head: expect.stringMatching(/^POST \/hook\?case=1 HTTP\/1\.1\r\n.*\r\n\r\n$/s),
            signature,
            answer: { status: 200, body: 'noted' },
            failure: null,
            rule: null,
          },
        ],
      },
    ]);
  });

  test('is delivered without a signature by an account without a token', async () => {
    const application = await receiver();
    const { tell, clock, deliveries } = openDeliveries({ account: { webhookToken: null } });
    await tell(sentFax({ callbackUrl: application.url }));
    await clock.runUntilIdle();
    expect(application.received[0]?.headers).not.toHaveProperty('x-phaxio-signature');
    expect(deliveries.list()[0]?.attempts[0]?.signature).toBeNull();
  });

  test('is delivered with its document when the fax was received', async () => {
    const application = await receiver();
    const pdf = Buffer.from('%PDF-1.4 test\n--boundary\r\n\u0000');
    const { tell, clock, deliveries } = openDeliveries({
      account: { receiveCallbackUrl: application.url },
      documentOf: () => Promise.resolve(pdf),
    });
    await tell(receivedFax());
    await clock.runUntilIdle();
    const file = { filename: 'fax-2001.pdf', type: 'application/pdf' };
    expect(application.received[0]?.files).toEqual({ file: { ...file, bytes: pdf } });
    const { url, attempts } = deliveries.list()[0]!;
    const { fields, files } = attempts[0]!;
    const sha1 = expect.stringMatching(/^[0-9a-f]{40}$/);
    expect(files).toEqual([{ ...file, name: 'file', bytes: pdf.length, sha1 }]);
    const signature = sign(token, { url: url!, fields, files });
    expect(application.received[0]?.headers['x-phaxio-signature']).toBe(signature.value);
  });

  test('is not delivered when the change is rolled back', async () => {
    const application = await receiver();
    const { store, deliveries, clock } = openDeliveries();
    const fax = sentFax({ callbackUrl: application.url });
    expect(() =>
      store.commit(() => {
        deliveries.announce(faxEvent(), fax);
        throw new Error('refused');
      }),
    ).toThrow('refused');
    await clock.runUntilIdle();
    expect(application.received).toEqual([]);
    expect(deliveries.list()).toEqual([]);
  });

  test('is delivered as last known when the fax was deleted in between', async () => {
    const application = await receiver((_webhook, index) => (index === 0 ? 500 : 200));
    const { tell, store, clock } = openDeliveries();
    await tell(sentFax({ callbackUrl: application.url }));
    await store.commit(() => store.faxes.delete(1001));
    await clock.runUntilIdle();
    expect(application.received.map((webhook) => faxOf(webhook).id)).toEqual([1001, 1001]);
  });
});

describe('the URL', () => {
  test.each([
    ["of a sent fax is its own before the account's", sentFax({ callbackUrl: '/own' }), '/own'],
    ["of a sent fax without one is the account's for sent faxes", sentFax(), '/sent'],
    ["of a received fax is its number's", receivedFax({ callbackUrl: '/own' }), '/number'],
    ["of a received fax to another number is the account's", receivedFax({ toNumber: '+13142666715' }), '/received'],
  ])('%s', async (_case, fax, path) => {
    const application = await receiver();
    const at = (end: string) => application.url + end;
    const { tell, clock } = openDeliveries({
      account: { sendCallbackUrl: at('/sent'), receiveCallbackUrl: at('/received') },
      contents: {
        phoneNumbers: [phoneNumber({ callbackUrl: at('/number') }), phoneNumber({ number: '+13142666715' })],
      },
    });
    await tell({ ...fax, callbackUrl: fax.callbackUrl && at(fax.callbackUrl) });
    await clock.runUntilIdle();
    expect(application.received.map((webhook) => webhook.path)).toEqual([path]);
  });

  test('may carry credentials, which become Basic authentication and stay in what is signed', async () => {
    const application = await receiver();
    const url = application.url.replace('//', '//foo:b%40r%25@') + '/';
    const { tell, clock } = openDeliveries();
    await tell(sentFax({ callbackUrl: url }));
    await clock.runUntilIdle();
    const [webhook] = application.received;
    expect(webhook?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('foo:b@r%').toString('base64')}`,
      'x-phaxio-signature': sign(token, { url, fields: webhook!.fields, files: [] }).value,
    });
  });

  test('may be a mail address: then a mail is put down as sent', async () => {
    const { tell, clock, deliveries } = openDeliveries();
    await tell(sentFax({ callbackUrl: 'mailto:someone@example.com' }));
    const [mailed] = deliveries.list();
    expect(mailed).toMatchObject({
      state: 'mailed',
      url: 'mailto:someone@example.com',
      dueAt: null,
      attempts: [{ fields: { event_type: 'fax_completed' }, signature: null, failure: null }],
    });
    await clock.runUntilIdle();
    expect(deliveries.list()).toEqual([mailed]);
  });
});

describe('events during the transmission', () => {
  const page = { event: 'transmitting_page', page: 1, recipientNumber: '+12025550123' } as const;

  test.each([
    ['is not told unless the account wants it', {}, 0],
    ['is delivered to an account with inflight webhooks', { inflightWebhooks: true }, 1],
    ['is not told in v2, which does not know it', { inflightWebhooks: true, webhookVersion: 'v2' }, 0],
  ] as const)('%s', async (_case, account, told) => {
    const application = await receiver();
    const { tell, clock, deliveries } = openDeliveries({ account });
    await tell(sentFax({ callbackUrl: application.url, status: 'inprogress' }), page);
    await clock.runUntilIdle();
    expect(application.received).toHaveLength(told);
    expect(deliveries.list()).toHaveLength(told);
  });

  test('is given up when the account changes to a version that does not know it', async () => {
    const application = await receiver(() => 500);
    const { tell, clock, store, deliveries } = openDeliveries({ account: { inflightWebhooks: true } });
    await tell(sentFax({ callbackUrl: application.url, status: 'inprogress' }), page);
    await clock.runUntilIdle(0);
    await store.commit(() => (store.account = { ...store.account, webhookVersion: 'v1' }));
    await clock.runUntilIdle();
    expect(deliveries.list()[0]).toMatchObject({
      state: 'failed',
      attempts: [{}, { failure: 'v1 webhooks have no event transmitting_page' }],
    });
  });
});

describe('a delivery that fails', () => {
  test("is retried at exactly the service's instants, and given up after the 16th time", async () => {
    const application = await receiver(() => 503);
    const { tell, clock, deliveries } = openDeliveries();
    await tell(sentFax({ callbackUrl: application.url }));
    await clock.runUntilIdle();
    const [delivery] = deliveries.list();
    const instants = waits.map((_wait, at) => noon + waits.slice(0, at + 1).reduce((sum, wait) => sum + wait));
    expect(delivery?.attempts.map(({ at }) => at)).toEqual([noon, ...instants]);
    expect(delivery).toMatchObject({ state: 'failed', dueAt: null });
    expect(application.received).toHaveLength(17);
    expect(clock.now()).toBe(noon + 65 * minute + 72 * hour);
    expect(delivery?.attempts[16]?.fields).toBe(delivery?.attempts[0]?.fields); // memory, for what says the same
    expect(delivery?.attempts[3]).toMatchObject({
      answer: { status: 503, body: 'noted' },
      failure: `answered 503 with "noted": the receiver's log should say why; only 2xx counts as delivered`,
    });
  });

  test('is due again after its wait, and not a moment sooner', async () => {
    const application = await receiver(() => 500);
    const { tell, clock, deliveries } = openDeliveries();
    await tell(sentFax({ callbackUrl: application.url }));
    await clock.advance(5 * minute - 1);
    expect(application.received).toHaveLength(1);
    expect(deliveries.list()[0]).toMatchObject({ state: 'pending', dueAt: noon + 5 * minute });
    await clock.advance(1);
    expect(application.received).toHaveLength(2);
  });

  test('tells in each attempt what is so at that time, in the version and with the token of that time', async () => {
    const application = await receiver((_webhook, index) => (index < 2 ? 500 : 200));
    const { tell, clock, store, deliveries } = openDeliveries();
    await tell(sentFax({ callbackUrl: application.url }));
    await clock.advance(0);
    await store.commit(() => {
      store.faxes.put({ ...store.faxes.get(1001)!, file: 'deleted', tags: { seen: 'yes' } });
      store.account = { ...store.account, webhookToken: 'another', webhookVersion: 'v1' };
    });
    await clock.runUntilIdle();
    expect(application.received.map((webhook) => faxOf(webhook).tags)).toEqual([{}, { seen: 'yes' }, { seen: 'yes' }]);
    expect(application.received.map(({ fields }) => 'event_type' in fields)).toEqual([true, false, false]);
    const signed = application.received.map(({ fields }, index) =>
      sign(index === 0 ? token : 'another', { url: application.url, fields, files: [] }),
    );
    expect(application.received.map(({ headers }) => headers['x-phaxio-signature'])).toEqual(
      signed.map(({ value }) => value),
    );
    const [delivery] = deliveries.list();
    expect(delivery?.attempts.map(({ signature }) => signature)).toEqual(signed);
    expect(delivery?.state).toBe('delivered');
  });
});

describe('the format of a delivery', () => {
  test('that is fixed when the event is announced stays, whatever version the account changes to', async () => {
    const application = await receiver((_webhook, index) => (index === 0 ? 500 : 200));
    const { clock, store, deliveries } = openDeliveries();
    const fax = sentFax({ callbackUrl: application.url });
    await store.commit(() => {
      store.faxes.put(fax);
      deliveries.send(faxEvent(), fax, { format: 'v1' });
    });
    await clock.advance(0);
    await store.commit(() => (store.account = { ...store.account, webhookVersion: 'v2' }));
    await clock.runUntilIdle();
    expect(application.received.map((webhook) => 'requested_at' in faxOf(webhook))).toEqual([true, true]);
    expect(deliveries.list()).toMatchObject([{ format: 'v1', state: 'delivered' }]);
  });
});

describe('a delivery that is deleted', () => {
  test.each([
    ['before it is due', (store: Store) => store.deliveries.delete(2)],
    ['while an earlier event of its fax is posted', () => undefined],
  ])('%s is not posted', async (_when, deleteNow) => {
    const application = await receiver(async () => {
      await store.commit(() => store.deliveries.delete(2));
      return 200;
    });
    const { tell, clock, store, deliveries } = openDeliveries();
    await tell(sentFax({ callbackUrl: application.url }));
    await tell(sentFax({ callbackUrl: application.url }));
    await store.commit(() => deleteNow(store));
    await clock.runUntilIdle();
    expect(application.received).toHaveLength(1);
    expect(deliveries.list()).toMatchObject([{ id: 1, state: 'delivered' }]);
  });

  test('while it is posted does not come back', async () => {
    const application = await receiver(async () => {
      await store.commit(() => store.deliveries.delete(1));
      return 500;
    });
    const { tell, clock, store, deliveries } = openDeliveries();
    await tell(sentFax({ callbackUrl: application.url }));
    await clock.runUntilIdle();
    expect(application.received).toHaveLength(1);
    expect(deliveries.list()).toEqual([]);
  });
});

describe('the events of one fax', () => {
  const pages = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ event: 'transmitting_page', page: at + 1 }) as const);

  test('is delivered in order, each event after the first attempt at the one before', async () => {
    const overlap = { now: 0, most: 0 };
    const application = await receiver(async ({ fields }) => {
      overlap.most = Math.max(overlap.most, ++overlap.now);
      // The first pages take the longest to answer.
      for (let turn = Number(fields['page'] ?? 0); turn < 9; turn++) await new Promise(setImmediate);
      overlap.now -= 1;
      return 200;
    });
    const { tell, clock } = openDeliveries({ account: { inflightWebhooks: true } });
    for (const page of pages(8)) await tell(sentFax({ callbackUrl: application.url }), page);
    await tell(sentFax({ callbackUrl: application.url }));
    await clock.runUntilIdle();
    const told = application.received.map(({ fields }) => fields['page'] ?? 'done');
    expect(told).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', 'done']);
    expect(overlap.most).toBe(1);
  });

  test('does not wait for what has to be told again later', async () => {
    const application = await receiver(({ fields }, index) => (fields['page'] === '1' && index === 0 ? 500 : 200));
    const { tell, clock } = openDeliveries({ account: { inflightWebhooks: true } });
    for (const page of pages(2)) await tell(sentFax({ callbackUrl: application.url }), page);
    await clock.advance(minute);
    expect(application.received.map(({ fields }) => fields['page'])).toEqual(['1', '2']);
    await clock.runUntilIdle();
    expect(application.received.map(({ fields }) => fields['page'])).toEqual(['1', '2', '1']);
  });
});

describe('many deliveries', () => {
  const count = repeats(200, 2000);

  test('at one instant all arrive, each exactly once, and no more at a time than the limit', async () => {
    const application = await receiver();
    const { store, deliveries, clock } = openDeliveries({ limits: { overall: 20, perKey: 10 } });
    const ids = Array.from({ length: count }, (_, at) => at + 1);
    await store.commit(() => {
      for (const id of ids) {
        const fax = sentFax({ id, callbackUrl: application.url });
        store.faxes.put(fax);
        deliveries.announce(faxEvent({ faxId: id }), fax);
      }
    });
    await clock.runUntilIdle();
    expect(application.received.map((webhook) => faxOf(webhook).id).toSorted((a, b) => a - b)).toEqual(ids);
    expect(application.busiest).toBeLessThanOrEqual(10);
    expect(application.connections.made).toBeLessThanOrEqual(10);
    expect(deliveries.list({ state: 'delivered' })).toHaveLength(count);
  });

  test('leave no connection open when the last of a queue needs none', async () => {
    const application = await receiver();
    const injectedFaultOf = ({ faxEvent }: Delivery) =>
      faxEvent.faxId > 3 ? { rule: 'down/drop#1', effects: { drop: true } } : undefined;
    const { tell, clock } = openDeliveries({ limits: { overall: 9, perKey: 1 }, injectedFaultOf });
    for (let id = 1; id <= 5; id++) await tell(sentFax({ id, callbackUrl: application.url }));
    await clock.runUntilIdle();
    expect(application.received).toHaveLength(3);
    expect(application.connections.made).toBe(1);
    while (application.connections.open > 0) await new Promise(setImmediate);
  });

  test('to a receiver that does not answer do not keep others from theirs', async () => {
    const dead = await receiver(() => 'hang');
    const application = await receiver();
    const { tell, clock, deliveries } = openDeliveries({ limits: { overall: 4, perKey: 2 }, timeoutMs: 60_000 });
    for (let id = 1; id <= 50; id++) await tell(sentFax({ id, callbackUrl: dead.url }));
    for (let id = 51; id <= 100; id++) await tell(sentFax({ id, callbackUrl: application.url }));
    const advanced = clock.advance(0);
    await application.until(50);
    expect(dead.received.length).toBeLessThanOrEqual(2);
    await deliveries.close();
    await advanced;
    expect(application.received).toHaveLength(50);
  });
});

describe('closing', () => {
  test('breaks off at once what is under way, which stays pending without an attempt', async () => {
    const application = await receiver(() => 'hang');
    const { tell, clock, deliveries, faults } = openDeliveries({ timeoutMs: 60_000 });
    await tell(sentFax({ id: 1, callbackUrl: application.url }));
    const advanced = clock.advance(0);
    await application.until(1);
    await deliveries.close();
    await advanced;
    await tell(sentFax({ id: 2, callbackUrl: application.url }));
    await clock.runUntilIdle();
    expect(deliveries.list()).toMatchObject([
      { state: 'pending', dueAt: noon, attempts: [] },
      { state: 'pending', dueAt: noon, attempts: [] },
    ]);
    expect(application.received).toHaveLength(1);
    expect(faults).toEqual([]);
  });
});

describe('a fault of the simulator', () => {
  test('when a document cannot be had is reported, and the delivery tried again', async () => {
    const application = await receiver();
    let calls = 0;
    const { tell, clock, deliveries, faults } = openDeliveries({
      account: { receiveCallbackUrl: application.url },
      documentOf: () => (calls++ === 0 ? Promise.reject(new Error('broken')) : Promise.resolve(Buffer.from('%PDF'))),
    });
    await tell(receivedFax());
    await clock.runUntilIdle();
    expect(faults).toEqual([new Error('broken')]);
    expect(deliveries.list()).toMatchObject([{ state: 'delivered', attempts: [{ at: noon + 5 * minute }] }]);
  });

  test('that lasts is not tried for ever; the event stays pending for the next start', async () => {
    const { tell, clock, deliveries, faults } = openDeliveries({
      account: { receiveCallbackUrl: 'http://127.0.0.1:9' },
      documentOf: () => Promise.reject(new Error('broken')),
    });
    await tell(receivedFax());
    await clock.runUntilIdle();
    expect(faults).toHaveLength(17);
    expect(deliveries.list()).toMatchObject([{ state: 'pending', attempts: [] }]);
  });
});

describe('an address that may not be called', () => {
  test('is refused at once and not retried, also when a name leads to it', async () => {
    const lookUp = () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]);
    const { tell, clock, deliveries } = openDeliveries({ post: createPost({ policy: addressPolicy(), lookUp }) });
    await tell(sentFax({ id: 1, callbackUrl: 'http://93.184.216.34/hook' }));
    await tell(sentFax({ id: 2, callbackUrl: 'http://example.test/hook' }));
    await tell(sentFax({ id: 3, callbackUrl: 'ftp://localhost/hook' }));
    await clock.runUntilIdle();
    const rule =
      'is neither a loopback nor a private address: nothing is posted there unless it is allowed, as by --allow-hosts';
    expect(deliveries.list()).toMatchObject([
      { state: 'refused', dueAt: null, attempts: [{ answer: null, failure: `93.184.216.34 ${rule} 93.184.216.34` }] },
      { state: 'refused', attempts: [{ failure: `example.test (93.184.216.34) ${rule} example.test` }] },
      { state: 'refused', attempts: [{ failure: '"ftp://localhost/hook" is not an http, https or mailto URL' }] },
    ]);
    expect(clock.now()).toBe(noon);
  });
});
