import { describe, expect, test } from '@jest/globals';
import { someContents } from '../support/contents.ts';
import { blockingRule, receivedFax, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

const world = () =>
  openSimulator({
    ...someContents(),
    faxes: [sentFax({ tags: { order_id: 'A' } }), receivedFax()],
    blockingRules: [blockingRule()],
  });

describe('a record', () => {
  test('of every collection is listed, shown, and put back as it was', async () => {
    const { anyone, simulator } = world();
    const { collections } = simulator.worlds.default.store;
    for (const [name, collection] of Object.entries(collections)) {
      const shown = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const { body } = await anyone.get(`/_faxsim/records/${shown}`).expect(200);
      expect(body.data).toHaveLength(collection.size);
      for (const key of collection.keys()) {
        const before = collection.get(key as never);
        const path = `/_faxsim/records/${shown}/${encodeURIComponent(key)}`;
        const one = await anyone.get(path).expect(200);
        await anyone.put(path).send(one.body.data).expect(200);
        expect(collection.get(key as never)).toEqual(before);
      }
    }
  });

  test('is changed, found by what it now is, and deleted', async () => {
    const { anyone, live } = world();
    const changed = await anyone
      .patch('/_faxsim/records/faxes/1001')
      .send({ tags: { order_id: 'B' }, created_at: '2026-11-19T12:00:00Z', caller_id: null })
      .expect(200);
    expect(changed.body.data).toMatchObject({ tags: { order_id: 'B' }, created_at: '2026-11-19T12:00:00.000Z' });
    expect((await live.get('/v2.1/faxes?tag[order_id]=B')).body.data).toMatchObject([{ id: 1001 }]);
    expect((await live.get('/v2.1/faxes?tag[order_id]=A')).body.data).toEqual([]);
    expect((await live.get('/v2.1/faxes')).body.data).toHaveLength(2);
    await anyone.delete('/_faxsim/records/blocking_rules/34567').expect(200);
    expect((await live.get('/v2.1/blocking_rules')).body.data).toEqual([]);
    await anyone.delete('/_faxsim/records/blocking_rules/34567').expect(404);
  });

  test('that is put on its way goes on', async () => {
    const { anyone, live, clock } = world();
    const due = { at: '2026-11-20T12:00:01Z', step: 'ring', page: 0 };
    const recipients = [
      { ...(await anyone.get('/_faxsim/records/faxes/1001')).body.data.recipients[0], status: 'queued' },
    ];
    await anyone.patch('/_faxsim/records/faxes/1001').send({ status: 'inprogress', due, recipients }).expect(200);
    await clock.runUntilIdle();
    expect((await live.get('/v2.1/faxes/1001')).body.data).toMatchObject({ status: 'success' });
    expect(clock.now()).toBeGreaterThan(Date.parse(due.at));
  });

  test.each([
    ['PUT', 'faxes/5', { id: 5 }, 422, 'direction is required of a record of faxes'],
    [
      'PATCH',
      'faxes/1001',
      { status: 'lost' },
      422,
      'status is not what it must be in a record of faxes: it was "lost"',
    ],
    ['PATCH', 'faxes/1001', { statu: 'queued' }, 422, 'statu is no field of a record of faxes; the nearest is status'],
    ['PATCH', 'faxes/1001', { due: { at: 'soon' } }, 422, 'due is not what it must be'],
    ['PATCH', 'faxes/1001', { id: 7 }, 422, 'The record has another key than 1001, under which it is put'],
    ['PATCH', 'faxes/1001', { document: 'abc' }, 422, 'document or sources name a file that is not kept: abc'],
    ['PATCH', 'faxes/1001', { document_pages: 1e15 }, 422, 'document_pages is not what it must be'],
    ['PATCH', 'faxes/1001', { pages: 1001 }, 422, 'pages is not what it must be'],
    ['PATCH', 'faxes/1001', { pages: -1 }, 422, 'pages is not what it must be'],
    ['PATCH', 'faxes/9', { status: 'queued' }, 404, 'Not found: faxes has no record 9'],
    ['PATCH', 'faxes/1001', { created_at: '0001-01-01T00:00:00Z' }, 422, 'created_at is not what it must be'],
    ['PATCH', 'faxes/x', { status: 'queued' }, 404, 'whole numbers from 1 up'],
    ['GET', 'fax/1', {}, 404, 'collection must be one of account, faxes'],
    ['DELETE', 'account/account', {}, 422, 'A world has an account; it can be changed'],
    ['PATCH', 'account/account', { balance_cents: 'much' }, 422, 'balance_cents is not what it must be'],
  ] as const)('is not changed by %s %s with %j', async (method, path, body, status, message) => {
    const { anyone, simulator } = world();
    const { store } = simulator.worlds.default;
    const before = store.image().contents();
    const verb = method.toLowerCase() as 'get';
    const answer = await anyone[verb](`/_faxsim/records/${path}`).send(body).expect(status);
    expect(answer.body).toEqual({ success: false, message: expect.stringContaining(message) });
    expect(store.image().contents()).toEqual(before);
  });
});
