import { describe, expect, test } from '@jest/globals';
import { recordBody } from '../../src/control/record-form.ts';
import { someContents } from '../support/contents.ts';
import { blockingRule, receivedFax, recipient, sentFax } from '../support/examples.ts';
import { dataOf, ids, openSimulator, refusalOf } from '../support/simulator.ts';

const world = () =>
  openSimulator({
    ...someContents(),
    faxes: [sentFax({ tags: { order_id: 'A' } }), receivedFax()],
    blockingRules: [blockingRule()],
  });

describe('a record', () => {
  test('of every collection is listed, shown, and put back as it was', async () => {
    const { anyone, simulator } = world();
    const { collections } = simulator.parts.worlds.default.store;
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
    const changes = { tags: { order_id: 'B' }, created_at: '2026-11-19T12:00:00Z', caller_id: null };
    const changed = await dataOf(anyone.patch('/_faxsim/records/faxes/1001').send(changes));
    expect(changed).toMatchObject({ tags: { order_id: 'B' }, created_at: '2026-11-19T12:00:00.000Z' });
    expect(ids(await live.get('/v2.1/faxes?tag[order_id]=B'))).toEqual([1001]);
    expect(ids(await live.get('/v2.1/faxes?tag[order_id]=A'))).toEqual([]);
    expect(ids(await live.get('/v2.1/faxes'))).toHaveLength(2);
    await anyone.delete('/_faxsim/records/blocking_rules/34567').expect(200);
    expect(ids(await live.get('/v2.1/blocking_rules'))).toEqual([]);
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
    ['PATCH', 'faxes/1001', { status: 'lost' }, 422, 'status of a record of faxes must be one of queued, pendingbatch'],
    ['PATCH', 'faxes/1001', { statu: 'queued' }, 422, 'statu is no field of a record of faxes; the nearest is status'],
    ['PATCH', 'faxes/1001', { due: { at: 'soon' } }, 422, 'due[at] of a record of faxes must be an RFC 3339 time'],
    ['PATCH', 'faxes/1001', { id: 7 }, 422, "The record's id does not match the path: 1001"],
    ['PATCH', 'faxes/1001', { document: 'abc' }, 422, 'document or sources name a file that is not kept: abc'],
    ['PATCH', 'faxes/1001', { pages: 1001 }, 422, 'must be an integer from 0 to 1000, got 1001'],
    [
      'PATCH',
      'faxes/1001',
      { callback_url: 'http://a.example/\n' },
      422,
      'must be an http, https or mailto URL without',
    ],
    ['PATCH', 'faxes/9', { status: 'queued' }, 404, 'Not found: faxes has no record 9'],
    ['PATCH', 'faxes/1001', { created_at: '0001-01-01T00:00:00Z' }, 422, 'time in the years 1800 to 9999, got "0001-'],
    ['PATCH', 'faxes/x', { status: 'queued' }, 422, 'key must be an integer from 1 up in faxes, got "x"'],
    ['GET', 'faxs', {}, 422, 'got "faxs"; the nearest is faxes'],
    ['GET', 'fax/1', {}, 422, 'collection must be one of account, faxes'],
    ['DELETE', 'account/account', {}, 422, 'A world has an account; it can be changed'],
  ] as const)('is not changed by %s %s with %j', async (method, path, body, status, message) => {
    const { anyone, simulator } = world();
    const { store } = simulator.parts.worlds.default;
    const before = store.snapshot().contents();
    const verb = method.toLowerCase() as 'get';
    expect(await refusalOf(anyone[verb](`/_faxsim/records/${path}`).send(body), status)).toContain(message);
    expect(store.snapshot().contents()).toEqual(before);
  });

  const money = 'must be an integer number of cents';
  const number = 'must be a phone number in E.164 form, such as +12025550123';
  const recipients = [recipient(), recipient({ number: '+12025550124', status: 'failure' })];

  test.each([
    [
      'account/account',
      { balance_cents: 1.5 },
      `balance_cents of a record of account ${money} from -1000000000000000 to 1000000000000000, got 1.5`,
    ],
    ['faxes/1001', { cost_cents: 1.5 }, `cost_cents of a record of faxes ${money} from 0 to 1000000000000, got 1.5`],
    ['faxes/1001', { caller_id: 'me' }, `caller_id of a record of faxes ${number}, or null, got "me"`],
    [
      'faxes/1001',
      { recipients: [{ ...recipient(), number: '12' }] },
      `recipients[0][number] of a record of faxes ${number}`,
    ],
    ['faxes/1001', { recipients: {} }, 'recipients of a record of faxes must be a list, got an empty object'],
    ['faxes/2001', { from_number: '+' }, number],
    ['atas/335', { number: 'x' }, number],
    ['blocking_rules/34567', { to: 'Germany' }, 'an ISO 3166 alpha-2 country code in capitals, or *, got "Germany"'],
    ['port_orders/31', { contact_number: '' }, number],
    ['phone_numbers/+13142666714', { cost_cents: 0.5 }, money],
    [
      'faxes/1001',
      { sources: [{ kind: 'file' }] },
      'sources[0] of a record of faxes must be a source of kind file, text, html',
    ],
  ])('of %s does not become %j', async (path, body, message) => {
    const { anyone } = world();
    const { body: before } = await anyone.get(`/_faxsim/records/${path}`).expect(200);
    expect(await refusalOf(anyone.patch(`/_faxsim/records/${path}`).send(body))).toContain(message);
    expect((await anyone.get(`/_faxsim/records/${path}`)).body).toEqual(before);
  });

  test.each([
    [
      1001,
      { completed_at: '2026-11-20T10:59:59Z' },
      'completed_at must not lie before created_at, 2026-11-20T11:00:00.000Z',
    ],
    [2001, { completed_at: '2026-11-20T10:59:55Z' }, 'completed_at must not lie before created_at by more than 4 s'],
    [1001, { status: 'failure' }, 'recipients[0][status] must be failure while status is failure, got "success"'],
    [1001, { status: 'queued' }, 'recipients[0][status] must be queued or null while status is queued'],
    [1001, { status: 'partialsuccess' }, 'some of each, while status is partialsuccess'],
    [1001, { recipients: recipients.map(recordBody) }, 'recipients[1][status] must be success while status is success'],
    [2001, { recipients: recipients.map(recordBody) }, 'recipients must be empty: they are for a sent fax'],
  ])('of fax %i does not contradict itself by %j', async (id, body, message) => {
    expect(await refusalOf(world().anyone.patch(`/_faxsim/records/faxes/${id}`).send(body))).toContain(message);
  });

  test('of a received fax may be of one that was completed 4 s before it was created, as recorded', async () => {
    const { anyone } = world();
    const changed = { completed_at: '2026-11-20T10:59:56Z' };
    await anyone.patch('/_faxsim/records/faxes/2001').send(changed).expect(200);
  });

  test('of the account has settings in the names and units that they have everywhere', async () => {
    const { anyone } = world();
    const changed = { fax_retry_delay: '90s', rate_limit: '100/5m', balance_cents: 5 };
    const { body } = await anyone.patch('/_faxsim/records/account/account').send(changed).expect(200);
    expect(body.data).toMatchObject({ ...changed, fax_retry_delay: '90s' });
    expect((await anyone.get('/_faxsim/settings').expect(200)).body.data).toEqual(body.data);
    const again = await anyone.put('/_faxsim/records/account/account').send(body.data).expect(200);
    expect(again.body.data).toEqual(body.data);
  });

  test.each([
    [
      { fax_retry_delay: 60 },
      'fax_retry_delay of a record of account must be a duration such as 60s or 5m, up to 1d, got "60"',
    ],
    [{ rate_limit: 'often' }, 'rate_limit of a record of account must be a number of calls and a time'],
  ])('of the account refuses %j', async (change, message) => {
    const call = world().anyone.patch('/_faxsim/records/account/account').send(change);
    expect(await refusalOf(call)).toContain(message);
  });

  test('of the account may be of one that is overdrawn', async () => {
    const { anyone } = world();
    await anyone.patch('/_faxsim/records/account/account').send({ balance_cents: -7 }).expect(200);
  });
});
