import { describe, expect, test } from '@jest/globals';
import { account, blockingRule, phoneNumber, portOrder, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

describe('an incoming fax', () => {
  test('comes from any number, is live, is searched for barcodes, and causes a webhook', async () => {
    const { anyone, live } = openSimulator({ phoneNumbers: [phoneNumber()] });
    const { body } = await anyone
      .post('/_faxsim/receive')
      .field({ from: '+16504888494', caller_name: 'ACME' })
      .attach('file', Buffer.from('Code128:ABC\ftwo'), 'a.txt')
      .expect(200);
    expect(body.data.blocked_by).toBeNull();
    const { id } = body.data.fax;
    const shown = await live.get(`/v2.1/faxes/${id}`).expect(200);
    expect(shown.body.data).toMatchObject({
      ...{ direction: 'received', is_test: false, num_pages: 2, cost: 14, status: 'success', caller_name: 'ACME' },
      ...{ from_number: '+16504888494', to_number: '+13142666714', barcodes: [{ type: 'Code128', value: 'ABC' }] },
    });
    const told = await anyone.get(`/_faxsim/webhooks?fax=${id}`).expect(200);
    expect(told.body.data).toMatchObject([{ event: 'fax_completed' }]);
    expect((await anyone.get('/_faxsim/settings')).body.data.balance_cents).toBe(1000 - 14);
  });

  test('needs no file', async () => {
    const { anyone, live } = openSimulator();
    const { body } = await anyone.post('/_faxsim/receive').send({ pages: 3 }).expect(200);
    expect(body.data.fax).toMatchObject({ pages: 3, from_number: '+12025550100', to_number: '+18773346654' });
    const file = await live.get(`/v2.1/faxes/${body.data.fax.id}/file`).buffer().expect(200);
    const page = `Fax ${body.data.fax.id}`;
    expect(String(file.body)).toBe([page, page, page].join('\f'));
  });

  test('has a document for its webhook where the account stores no files', async () => {
    const { anyone, clock } = openSimulator({
      account: account({ fileStorage: false, receiveCallbackUrl: 'http://[::1]:9/' }),
    });
    const { body } = await anyone.post('/_faxsim/receive').send({}).expect(200);
    await clock.runUntilIdle();
    const [{ attempts }] = (await anyone.get(`/_faxsim/webhooks?fax=${body.data.fax.id}`)).body.data;
    expect(attempts[0].files).toMatchObject([{ name: 'file' }]);
  });

  test('fails with an error before its first page, as recorded, and causes a webhook', async () => {
    const { anyone, live } = openSimulator({ phoneNumbers: [phoneNumber()] });
    const { body } = await anyone.post('/_faxsim/receive').send({ error: 11, from: '+15042737598' }).expect(200);
    const { id } = body.data.fax;
    expect((await live.get(`/v2/faxes/${id}`)).body.data).toMatchObject({
      ...{ direction: 'received', num_pages: 0, status: 'failure', is_test: false, caller_id: null, cost: 0, tags: {} },
      ...{ from_number: '+15042737598', recipients: null, to_number: '+13142666714' },
      ...{ error_id: 11, error_type: 'lineError', error_message: 'The call dropped prematurely' },
    });
    expect((await anyone.get(`/_faxsim/webhooks?fax=${id}`)).body.data).toHaveLength(1);
  });

  test('is stopped by a blocking rule, without a webhook', async () => {
    const rule = blockingRule({ id: 5, direction: 'receive', to: '*', from: '+16504888494' });
    const { anyone, simulator } = openSimulator({ blockingRules: [rule] });
    const { body } = await anyone.post('/_faxsim/receive').send({ from: '+16504888494' }).expect(200);
    expect(body.data).toEqual({ fax: null, blocked_by: 5 });
    expect(simulator.parts.worlds.default.store.faxes.size).toBe(0);
    expect(simulator.parts.worlds.default.store.deliveries.size).toBe(0);
  });

  test.each([
    [
      { error: 1 },
      'error must be the id of an error of received faxes, got 1; GET /_faxsim/fax_errors?direction=received',
    ],
    [{ error: 17 }, 'error must be the id of an error of received faxes, got 17'],
    [{ from: '555' }, 'from must be a phone number in E.164 form'],
    [{ error: 11, file: { filename: 'a', base64: '' } }, 'error and file exclude each other'],
    [
      { file: { filename: 'error-129.xml', base64: '' } },
      'The file error-129.xml cannot be received: the test says so',
    ],
  ])('is not %j', async (order, message) => {
    const { body } = await openSimulator().anyone.post('/_faxsim/receive').send(order).expect(422);
    expect(body.message).toContain(message);
  });
});

describe('a fax in flight', () => {
  test.each([
    [{}, { status: 'success', num_pages: 1, cost: 14 }],
    [{ error: 30 }, { status: 'failure', error_id: 30, cost: 0 }],
    [{ status: 'failure' }, { status: 'failure', error_id: 17, cost: 0 }],
    [
      { status: 'partialsuccess', error: 16 },
      { status: 'partialsuccess', error_id: 16, cost: 7 },
    ],
  ])('ends now with %j, and causes one webhook', async (end, shown) => {
    const simulator = openSimulator();
    const { anyone, live, clock } = simulator;
    const id = await simulator.sent({ 'to[]': ['+12025550101', '+12025550102'] });
    await anyone.post(`/_faxsim/faxes/${id}/finish`).send(end).expect(200);
    expect((await live.get(`/v2.1/faxes/${id}`)).body.data).toMatchObject(shown);
    await clock.runUntilIdle();
    expect((await live.get(`/v2.1/faxes/${id}`)).body.data).toMatchObject(shown);
    expect((await anyone.get(`/_faxsim/webhooks?fax=${id}`)).body.data).toHaveLength(1);
    expect((await anyone.get('/_faxsim/settings')).body.data.balance_cents).toBe(1000 - shown.cost);
    const again = await anyone.post(`/_faxsim/faxes/${id}/finish`).send({}).expect(422);
    expect(again.body.message).toBe(`Fax ${id} is done already: it is ${shown.status}`);
  });

  test('gives back what it had paid for when it fails on its way', async () => {
    const simulator = openSimulator({ account: account() });
    const id = await simulator.sent();
    await simulator.clock.advance(120);
    await simulator.anyone.post(`/_faxsim/faxes/${id}/finish`).send({ error: 8 }).expect(200);
    expect((await simulator.anyone.get('/_faxsim/settings')).body.data.balance_cents).toBe(1000);
    expect((await simulator.live.get(`/v2.1/faxes/${id}`)).body.data).toMatchObject({ num_pages: 1, error_id: 8 });
  });

  test.each([
    [1001, { status: 'success', error: 17 }, 422, 'error is for a fax that fails'],
    [1001, { status: 'partialsuccess' }, 422, 'fax 1001 has one recipient'],
    [1001, {}, 422, 'Fax 1001 is done already: it is success'],
    [9, {}, 404, 'Not found: there is no fax 9'],
  ])('fax %i does not end with %j', async (id, end, status, message) => {
    const { anyone } = openSimulator({ faxes: [sentFax()] });
    const { body } = await anyone.post(`/_faxsim/faxes/${id}/finish`).send(end).expect(status);
    expect(body.message).toContain(message);
  });
});

describe('a port order', () => {
  const numbers = [{ id: 3154, number: '+15558675309', status: 'open', notes: [] }] as const;

  test('names what is unknown before what is missing: it may be that, misspelt', async () => {
    const { body } = await openSimulator()
      .anyone.post('/_faxsim/port_orders/31/step')
      .send({ statu: 'open' })
      .expect(422);
    expect(body.message).toBe('statu is not known here; the nearest is status');
    const missing = await openSimulator().anyone.post('/_faxsim/port_orders/31/step').send({}).expect(422);
    expect(missing.body.message).toBe('status is required');
  });

  test('goes a legal step, with a note, and its usual course from there', async () => {
    const { anyone, live, clock } = openSimulator({ portOrders: [portOrder({ numbers })] });
    const stepped = await anyone
      .post('/_faxsim/port_orders/31/step')
      .send({ status: 'submitted', note: 'By hand' })
      .expect(200);
    expect(stepped.body.data).toMatchObject({ status: 'submitted', due: { step: 'schedule' } });
    const notes = await live.get('/v2.1/port_numbers/3154/notes');
    expect(notes.status === 404 ? stepped.body.data.numbers[0].notes : notes.body.data).toMatchObject([{}]);
    const { body } = await anyone.post('/_faxsim/port_orders/31/step').send({ status: 'completed' }).expect(422);
    expect(body.message).toBe(
      'Port order 31 is submitted and cannot become completed: it can become scheduled, rejected, cancelled',
    );
    await clock.runUntilIdle();
    const { body: after } = await anyone.get('/_faxsim/records/port_orders/31').expect(200);
    expect(after.data).toMatchObject({ status: 'completed', due: null });
    const end = await anyone.post('/_faxsim/port_orders/31/step').send({ status: 'rejected' }).expect(422);
    expect(end.body.message).toContain('it is at its end');
    expect((await live.get('/v2.1/phone_numbers')).body.data).toMatchObject([{ phone_number: '+15558675309' }]);
  });

  test('is rejected, with no number brought, and nothing follows', async () => {
    const { anyone, clock, simulator } = openSimulator({ portOrders: [portOrder({ numbers })] });
    await anyone.post('/_faxsim/port_orders/31/step').send({ status: 'rejected' }).expect(200);
    expect(clock.nextDue).toBeUndefined();
    expect(simulator.parts.worlds.default.store.phoneNumbers.size).toBe(0);
    await anyone.post('/_faxsim/port_orders/32/step').send({ status: 'rejected' }).expect(404);
  });
});
