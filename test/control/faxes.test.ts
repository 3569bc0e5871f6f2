import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { faxStatuses } from '../../src/model/domain/fax.ts';
import { faxErrors } from '../../src/model/domain/fax-error.ts';
import { recordFaultOf } from '../../src/service/operations/records.ts';
import { account, phoneNumber, receivedFax, sentFax } from '../support/examples.ts';
import { plainDocuments } from '../support/documents.ts';
import { openSimulator } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

type Opened = ReturnType<typeof openSimulator>;

const create = async ({ anyone }: Opened, order: object) => {
  const { body } = await anyone.post('/_faxsim/faxes').send(order).expect(200);
  return body.data;
};

describe('a fax that is created', () => {
  test('has failed with error 17 yesterday, in every version of the API', async () => {
    const simulator = openSimulator();
    const { id } = await create(simulator, { status: 'failure', error: 17, ago: '1d' });
    const { body } = await simulator.live.get(`/v2.1/faxes/${id}`).expect(200);
    expect(body.data).toMatchObject({
      ...{ direction: 'sent', status: 'failure', num_pages: 1, cost: 0, created_at: '2026-11-19T06:00:00.000-06:00' },
      ...{
        error_type: 'lineError',
        error_id: 17,
        error_message: 'Busy',
        completed_at: '2026-11-19T06:00:00.000-06:00',
      },
      recipients: [{ phone_number: '+12025550123', status: 'failure', error_id: 17, bitrate: null }],
    });
    await simulator.live.get(`/v2.1/faxes/${id}/file`).expect(200);
    const listed = await simulator.live.get('/v2/faxes?status=failure').expect(200);
    expect(listed.body.data).toMatchObject([{ id }]);
  });

  test('has what it is asked for with, and what follows from that', async () => {
    const simulator = openSimulator();
    const made = await create(simulator, {
      ...{ id: 77, created_at: '2026-11-18T10:00:00Z', from: '+13142666714', pages: 3, tags: { order: 'A-1' } },
      recipients: [
        { number: '+12025550101' },
        { number: '+12025550102', status: 'failure', error: 30, retry_count: 2 },
      ],
    });
    expect(made).toMatchObject({
      ...{ id: 77, status: 'partialsuccess', caller_id: '+13142666714', cost_cents: 21, due: null, file: 'stored' },
      ...{ created_at: '2026-11-18T10:00:00.000Z', tags: { order: 'A-1' }, error: { id: 30 } },
      recipients: [
        { status: 'success', bitrate: 14_400, resolution: 7700, error: null },
        { status: 'failure', retry_count: 2, error: { id: 30, message: 'No answer from the fax machine.' } },
      ],
    });
    const { body } = await simulator.live.get('/v2.1/faxes?tag[order]=A-1').expect(200);
    expect(body.data).toMatchObject([{ id: 77 }]);
  });

  test.each([
    [['+12255550165'], '+12255550165'],
    [['+12255550165', '+12255550166'], null],
    [[], null],
  ])('is sent from the only line of the account: of %j from %j', async (lines, line) => {
    const simulator = openSimulator({ phoneNumbers: lines.map((number) => phoneNumber({ number })) });
    const { id, caller_id: callerId } = await create(simulator, { error: 17 });
    expect(callerId).toBe(line);
    const { body } = await simulator.anyone.patch(`/_faxsim/faxes/${id}`).send({ status: 'success' }).expect(200);
    expect(body.data.caller_id).toBe(line);
  });

  test('keeps that it was sent without a caller id when it changes', async () => {
    const simulator = openSimulator({ phoneNumbers: [phoneNumber()] });
    const id = await simulator.sent();
    const { body } = await simulator.anyone.patch(`/_faxsim/faxes/${id}`).send({ status: 'failure' }).expect(200);
    expect(body.data).toMatchObject({ status: 'failure', caller_id: null });
  });

  test('came in, as a whole or not at all', async () => {
    const simulator = openSimulator({ phoneNumbers: [phoneNumber()] });
    expect(await create(simulator, { direction: 'received', pages: 2, caller_name: 'ACME' })).toMatchObject({
      ...{ status: 'success', to_number: '+13142666714', from_number: '+18773346654', pages: 2, cost_cents: 14 },
      ...{ caller_name: 'ACME', recipients: [] },
    });
    expect(await create(simulator, { direction: 'received', status: 'failure' })).toMatchObject({
      ...{ pages: 0, cost_cents: 0, file: 'not_stored', error: { id: 11, message: 'The call dropped prematurely' } },
    });
  });

  test.each(['queued', 'pendingbatch', 'inprogress'])('goes on with its life when it is %s', async (status) => {
    const simulator = openSimulator();
    const { id } = await create(simulator, { status, pages: 2 });
    await simulator.clock.runUntilIdle();
    const { body } = await simulator.live.get(`/v2.1/faxes/${id}`).expect(200);
    expect(body.data).toMatchObject({ status: 'success', num_pages: 2, cost: 14 });
    const told = await simulator.anyone.get(`/_faxsim/webhooks?fax=${id}`).expect(200);
    expect(told.body.data).toHaveLength(1);
    const settings = await simulator.anyone.get('/_faxsim/settings').expect(200);
    expect(settings.body.data).toMatchObject({ balance_cents: 1000 - 14 });
  });

  test('stays on its way when it is stuck, until it is cancelled', async () => {
    const simulator = openSimulator();
    const { id } = await create(simulator, { status: 'inprogress', stuck: true });
    await simulator.clock.runUntilIdle();
    expect((await simulator.live.get(`/v2.1/faxes/${id}`)).body.data.status).toBe('inprogress');
    await simulator.live.post(`/v2.1/faxes/${id}/cancel`).expect(200);
    await simulator.clock.runUntilIdle();
    expect((await simulator.live.get(`/v2.1/faxes/${id}`)).body.data.error_id).toBe(75);
  });

  test.each([
    ['10m', '1m'],
    ['1m', '10m'],
    [undefined, '5m'],
  ])(
    'that was to be cancelled after %s is cancelled after %s once that is said, and not before',
    async (first, then) => {
      const simulator = openSimulator();
      const { clock, anyone } = simulator;
      const after = (time: string) => new Date(clock.now() + Number.parseInt(time) * 60_000).toISOString();
      const at = first === undefined ? {} : { cancel_at: after(first) };
      const { id } = await create(simulator, { status: 'inprogress', stuck: true, ...at });
      const cancelAt = after(then);
      const patched = await anyone.patch(`/_faxsim/faxes/${id}`).send({ cancel_at: cancelAt }).expect(200);
      expect(patched.body.data.options.cancel_at).toBe(cancelAt);
      await clock.advance(Date.parse(cancelAt) - clock.now() - 1000);
      expect((await simulator.live.get(`/v2.1/faxes/${id}`)).body.data.status).toBe('inprogress');
      await clock.advance(2000);
      expect((await simulator.live.get(`/v2.1/faxes/${id}`)).body.data).toMatchObject({
        status: 'failure',
        error_id: 76,
      });
    },
  );

  test('has an id and a price that leave room for what is counted on from them', async () => {
    const simulator = openSimulator();
    const { id } = await create(simulator, { id: 1_000_000_000_000 });
    const { id: next } = await create(simulator, {});
    expect(next).toBeGreaterThan(id);
    await simulator.anyone.get(`/_faxsim/faxes/${next}`).expect(200);
    await simulator.anyone.get(`/_faxsim/records/faxes/${next}`).expect(200);
    await simulator.anyone.post('/_faxsim/faxes').send({ cost: Number.MAX_SAFE_INTEGER }).expect(422);
    await simulator.anyone.post('/_faxsim/faxes').send({ id: Number.MAX_SAFE_INTEGER }).expect(422);
  });

  test('has the document that comes with it, as a part of a form or within JSON', async () => {
    const simulator = openSimulator();
    const form = await simulator.anyone
      .post('/_faxsim/faxes')
      .field({ direction: 'received' })
      .attach('file', Buffer.from('one\ftwo'), 'a.txt')
      .expect(200);
    expect(form.body.data).toMatchObject({ pages: 2 });
    const file = { filename: 'b.txt', base64: Buffer.from('three').toString('base64') };
    const { id } = await create(simulator, { file });
    const got = await simulator.live.get(`/v2.1/faxes/${id}/file`).buffer().expect(200);
    expect(String(got.body)).toBe('three');
  });

  test('has no document while none can be made, which its version says in its own form', async () => {
    const sample = () => Promise.reject(new Error('The document took longer than 30 s.'));
    const simulator = openSimulator({ parts: { documents: { ...plainDocuments(), sample } } });
    const { id } = await create(simulator, { pages: 1000 });
    const { body } = await simulator.live.get(`/v2.1/faxes/${id}/file`).expect(503);
    const message = 'The document of this fax cannot be made now: The document took longer than 30 s.';
    expect(body).toEqual({ success: false, message });
  });

  test.each([
    [{ pages: 1001 }, 'pages must be an integer from 0 to 1000'],
    [{ created_at: '1899-12-31T23:59:59Z' }, 'from 1900 to the beginning of 9000, got "1899-12-31T23:59:59Z"'],
    [{ ago: '36501d' }, 'ago must be a duration such as 60s or 5m, up to 36500d, got "36501d"'],
    [{ batch_delay: '36501d' }, 'batch_delay must be a duration such as 60s or 5m, up to 36500d'],
    [{ error: 'busy' }, 'error must be the id of an error, got "busy"; the nearest is 17 (Busy)'],
    [{ error: 'whatever' }, 'error must be the id of an error, got "whatever"; an example is '],
    [{ error: 999 }, 'error must be the id of an error that faxes have, got 999'],
    [{ status: 'success', error: 17 }, 'error is for a fax that failed, not for one that is success'],
    [{ status: 'queued', error: 17 }, 'a call to +1555555 1'],
    [{ status: 'partialsuccess' }, 'status cannot be partialsuccess for one recipient'],
    [{ status: 'success', stuck: true }, 'stuck is for a fax on its way'],
    [{ direction: 'received', status: 'queued' }, 'status must be success or failure of a received fax, got "queued"'],
    [{ direction: 'received', recipients: [{ number: '+12025550101' }] }, 'recipients are for a sent fax'],
    [{ created_at: '2026-11-21T00:00:00Z' }, 'created_at must not lie after what the clock shows'],
    [{ completed_at: '2026-11-20T11:59:59Z' }, 'completed_at must not lie before created_at, 2026-11-20T12:00:00.000Z'],
    [{ direction: 'received', ago: '1h', completed_at: '2026-11-20T10:59:55Z' }, 'before created_at by more than 4 s'],
    [
      { status: 'success', recipients: [{ number: '+12025550101', status: 'failure' }] },
      'recipients[0][status] must be success while status is success, got "failure"',
    ],
    [{ ago: '1d', created_at: '2026-11-19T00:00:00Z' }, 'created_at and ago exclude each other'],
    [
      { recipients: [{ number: '+12025550101', statu: 'failure' }] },
      'recipients[0][statu] is not known here; the nearest is status',
    ],
    [{ stat: 'queued' }, 'stat is not known here; the nearest is status'],
    [{ file: 'a.pdf' }, 'file must be a file'],
    [{ completed_at: '2090-01-01T00:00:00Z' }, 'completed_at must not lie after what the clock shows'],
    [{ id: 1001 }, 'id must be new, got 1001: there is such a fax; PATCH /_faxsim/faxes/1001 changes it'],
  ])('is not %j', async (order, message) => {
    const { anyone, simulator } = openSimulator({ faxes: [sentFax()] });
    const { body } = await anyone.post('/_faxsim/faxes').send(order).expect(422);
    expect(body).toEqual({ success: false, message: expect.stringContaining(message) });
    expect(simulator.parts.worlds.default.store.faxes.size).toBe(1);
  });

  test('is always one that could be read from a file, and that the API can show', async () => {
    const simulator = openSimulator();
    const order = fc.record(
      {
        direction: fc.constantFrom('sent', 'received'),
        status: fc.constantFrom(...faxStatuses),
        error: fc.constantFrom(...faxErrors.map(({ id }) => id)),
        pages: fc.integer({ min: 0, max: 5 }),
        to: fc.constantFrom(['+12025550101'], ['+12025550101', '+12025550102']),
        is_test: fc.boolean(),
        ago: fc.constantFrom('0s', '3h', '6d'),
        file_state: fc.constantFrom('stored', 'deleted', 'not_stored'),
        stuck: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(order, async (asked) => {
        const { status, body } = await simulator.anyone.post('/_faxsim/faxes').send(asked);
        if (status === 422) return;
        expect(status).toBe(200);
        const { id } = body.data;
        expect(recordFaultOf('faxes', simulator.simulator.parts.worlds.default.store.faxes.get(id)!)).toBeUndefined();
        for (const version of ['v2', 'v2.1']) await simulator.live.get(`/${version}/faxes/${id}`).expect(200);
        if (asked.status !== undefined) expect(body.data.status).toBe(asked.status);
      }),
      { numRuns: repeats(25, 500) },
    );
    await simulator.clock.runUntilIdle();
  });
});

describe('a fax that is changed', () => {
  test('fails, with all that follows, and is found by its new status', async () => {
    const simulator = openSimulator({ faxes: [sentFax()] });
    const { body } = await simulator.anyone.patch('/_faxsim/faxes/1001').send({ error: 34 }).expect(200);
    expect(body.data).toMatchObject({
      ...{
        status: 'failure',
        cost_cents: 0,
        error: { id: 34 },
        recipients: [{ status: 'failure', error: { id: 34 } }],
      },
    });
    expect((await simulator.live.get('/v2/faxes?status=failure')).body.data).toHaveLength(1);
    expect((await simulator.live.get('/v2/faxes?status=success')).body.data).toHaveLength(0);
  });

  test('keeps its recipients when something else changes', async () => {
    const simulator = openSimulator({ faxes: [sentFax()] });
    const before = await simulator.anyone.patch('/_faxsim/faxes/1001').send({}).expect(200);
    const { body } = await simulator.anyone
      .patch('/_faxsim/faxes/1001')
      .send({ tags: { a: 'b' } })
      .expect(200);
    expect(body.data).toEqual({ ...before.body.data, tags: { a: 'b' } });
    const moved = await simulator.anyone.patch('/_faxsim/faxes/1001').send({ ago: '2h', pages: 4 }).expect(200);
    expect(moved.body.data).toMatchObject({ created_at: '2026-11-20T10:00:00.000Z', pages: 4, cost_cents: 28 });
    expect(moved.body.data.recipients).toEqual(before.body.data.recipients);
    expect((await simulator.live.get('/v2/faxes?created_after=2026-11-20T10:30:00Z')).body.data).toHaveLength(0);
    expect((await simulator.live.get('/v2/faxes')).body.data).toHaveLength(1);
  });

  test('comes back to its way, is paid for what that costs, and ends but once', async () => {
    const simulator = openSimulator({ faxes: [receivedFax(), sentFax({ costCents: 7 })], account: account() });
    await simulator.anyone.patch('/_faxsim/faxes/1001').send({ status: 'inprogress' }).expect(200);
    await simulator.anyone.patch('/_faxsim/faxes/1001').send({ status: 'queued' }).expect(200);
    await simulator.clock.runUntilIdle();
    const told = await simulator.anyone.get('/_faxsim/webhooks?fax=1001').expect(200);
    expect(told.body.data).toHaveLength(1);
    expect((await simulator.anyone.get('/_faxsim/settings')).body.data.balance_cents).toBe(1000);
  });

  test('is gone with its document once it is deleted, though it is live and on its way', async () => {
    const simulator = openSimulator({ limits: { journalBytes: 0 } }); // or the history would keep the document
    const file = { filename: 'a.txt', base64: 'YQ==' };
    const { id } = await create(simulator, { status: 'inprogress', file });
    expect(await simulator.sweep()).toBe(1);
    await simulator.anyone.delete(`/_faxsim/faxes/${id}`).expect(200);
    expect(await simulator.sweep()).toBe(0);
    await simulator.clock.runUntilIdle();
    const message = `Not found: there is no fax ${id}`;
    await simulator.anyone.get(`/_faxsim/faxes/${id}`).expect(404, { success: false, message });
    await simulator.anyone.delete(`/_faxsim/faxes/${id}`).expect(404);
    await simulator.anyone.patch(`/_faxsim/faxes/${id}`).send({ pages: 1 }).expect(404);
  });
});
