import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { EndlessDocuments, plainDocuments } from '../support/documents.ts';
import { sentFax } from '../support/examples.ts';
import { portOf } from '../support/port.ts';
import { openSimulator } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

const ends: Readonly<Record<string, (opened: World) => unknown>> = {
  deleted: ({ anyone }) => anyone.delete('/_faxsim/worlds/one').expect(200),
  reset: ({ anyone }) => anyone.post('/w/one/_faxsim/reset').expect(200),
  closed: ({ simulator }) => simulator.close(),
};

/** A world `one` beside the default one, and its callers. */
async function openOne(settings: Parameters<typeof openSimulator>[0]) {
  const opened = openSimulator(settings);
  const { anyone } = opened;
  const made = await anyone.post('/_faxsim/worlds').send({ id: 'one', fixture: 'empty' }).expect(200);
  return { ...opened, keys: made.body.data.credentials };
}

describe('when a world is', () => {
  const message = 'The world ended while a document was made';

  test.each(['deleted', 'closed'])('%s, a document that is converted for it is broken off', async (how) => {
    const endless = new EndlessDocuments();
    const opened = await openOne({ parts: { documents: endless.documents } });
    const { key, secret } = opened.keys.test;
    const begun = endless.asked;
    const answer = opened.anyone
      .post('/w/one/v2.1/faxes')
      .auth(key, secret)
      .field({ direction: 'received' })
      .attach('file', Buffer.from('a page'), 'a.pdf')
      .then(({ status, body }) => ({ status, body }));
    await begun;
    await ends[how]!(opened);
    expect(await answer).toEqual({ status: 503, body: { success: false, message } });
  });

  test.each(Object.keys(ends))('%s, a fax whose document is converted then is no fault', async (how) => {
    const endless = new EndlessDocuments();
    const faults: unknown[] = [];
    const opened = await openOne({ parts: { documents: endless.documents }, onFault: (fault) => faults.push(fault) });
    const { key, secret } = opened.keys.live;
    const { world } = opened.simulator.parts.worlds.get('one')!;
    const sending = opened.anyone.post('/w/one/v2.1/faxes').auth(key, secret).field({ to: '+12025550123' });
    await sending.attach('file', Buffer.from('a page'), 'a.txt').expect(200);
    const begun = endless.asked;
    const moved = world.clock.advance(60_000);
    await begun;
    await ends[how]!(opened);
    await moved;
    expect(faults).toEqual([]);
  });

  test.each(Object.keys(ends))('%s, a page that is fetched for a fax of it is broken off', async (how) => {
    const endless = new EndlessDocuments();
    const fetchPage = async (_page: unknown, signal: AbortSignal) => {
      await endless.documents.until(signal).convert([]);
      return { errorId: 54, reason: 'broken off' };
    };
    const opened = await openOne({ parts: { fetchPage } });
    const { key, secret } = opened.keys.live;
    const fax = { to: '+12025550123', content_url: 'http://page.test/' };
    await opened.anyone.post('/w/one/v2.1/faxes').auth(key, secret).type('form').send(fax).expect(200);
    const begun = endless.asked;
    const moved = opened.simulator.parts.worlds.get('one')!.world.clock.advance(60_000);
    await begun;
    await ends[how]!(opened);
    await moved;
  });
});

test('the documents of a world are made while another ends', async () => {
  const endless = new EndlessDocuments();
  const opened = await openOne({ parts: { documents: endless.documents }, faxes: [sentFax()] });
  let isAnswered = false;
  const begun = endless.asked;
  const answer = opened.live.get('/v2.1/faxes/1001/file?thumbnail=s').then(() => (isAnswered = true));
  await begun;
  await opened.anyone.delete('/_faxsim/worlds/one').expect(200);
  expect(isAnswered).toBe(false);
  await opened.simulator.close();
  expect(await answer).toBe(true);
});

describe('when a client goes away', () => {
  const server = createServer();
  afterEach(() => {
    server.removeAllListeners('request');
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  /** Has a client call that leaves once something has begun; resolves with what the journal has of it. */
  async function leave({ simulator, anyone }: World, begun: Promise<unknown>, [path, init]: [string, RequestInit]) {
    const port = await portOf(server.on('request', simulator.app));
    const leaving = new AbortController();
    const calling = fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal: leaving.signal });
    const left = expect(calling).rejects.toThrow();
    const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    await begun;
    leaving.abort();
    await Promise.all([left, closed]);
    return async () => (await anyone.post('/_faxsim/requests/wait').send({ timeout: '4m' })).body.data.request;
  }

  const authorization = (mode: 'live' | 'test') => {
    const { key, secret } = defaultCredentials[mode];
    return `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  };

  test.each(['/v2.1/faxes/1001/file?thumbnail=s', '/v1/faxFile?id=1001'])(
    'a file that is made for it is broken off, and no other: %s',
    async (path) => {
      const endless = new EndlessDocuments();
      const opened = openSimulator({ faxes: [sentFax()], parts: { documents: endless.documents } });
      let isAnswered = false;
      const begun = endless.asked;
      const other = opened.live.get('/v2.1/faxes/1001/file').then(() => (isAnswered = true));
      await begun;
      const call = [path, { headers: { authorization: authorization('live') } }] as [string, RequestInit];
      const noted = await leave(opened, endless.asked, call);
      expect(await noted()).toMatchObject({ operation: 'getFaxFile', answer: { status: 503 } });
      expect(isAnswered).toBe(false);
      await opened.simulator.close();
      await other;
    },
  );

  test('its change is stored all the same', async () => {
    const plain = plainDocuments();
    let begin: () => void = () => undefined;
    let goOn: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const convert: typeof plain.convert = async (inputs) => {
      begin();
      await mayGoOn;
      return plain.convert(inputs);
    };
    const opened = openSimulator({ parts: { documents: { ...plain, convert } } });
    const body = new FormData();
    body.set('direction', 'received');
    body.set('file', new Blob(['a page']), 'a.pdf');
    const headers = { authorization: authorization('test') };
    const noted = await leave(opened, begun, ['/v2.1/faxes', { method: 'POST', headers, body }]);
    goOn();
    expect(await noted()).toMatchObject({ operation: 'receiveFax', answer: { status: 200 } });
  });
});
