import { describe, expect, test } from '@jest/globals';
import { blockingRule, phoneNumber } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

describe('a test fax that is received', () => {
  test('comes from and to the service’s own number, or those given', async () => {
    const world = openSimulator();
    const file = 'one\ftwo Code128:FqEFAJd31o';
    const { text } = await world.receive({}, file).expect(200);
    expect(text).toBe(
      '{"success":true,"message":"Test fax received from +18773346654 to +18773346654.  Calling back now..."}',
    );
    await world.receive({ from_number: '2025550123', to_number: '+13142666714' }, file).expect(200);
    const [latest, first] = await world.receivedFaxes();
    expect([latest, first]).toMatchObject([
      { from_number: '+12025550123', to_number: '+13142666714', is_test: true },
      {
        status: 'success',
        num_pages: 2,
        cost: 14,
        recipients: null,
        from_number: '+18773346654',
        to_number: '+18773346654',
        barcodes: [{ type: 'Code128', page: 2, value: 'FqEFAJd31o', identifier: null, metadata: null }],
      },
    ]);
    const download = await world.live.get(`/v2.1/faxes/${latest.id}/file`).expect(200);
    expect(download.body.toString()).toBe(file);
  });

  test('comes by the query of a POST and by v1 too', async () => {
    const world = openSimulator();
    await world.test.post('/v2/faxes?direction=received').attach('file', Buffer.from('x'), 'a.pdf').expect(200);
    const { body } = await world.test
      .post('/v1/testReceive')
      .field({ from_number: '2345678901' })
      .attach('filename', Buffer.from('x'), 'a.pdf')
      .expect(200);
    expect(body).toEqual({ success: true, message: 'Test fax received from 2345678901. Calling back now...' });
    expect((await world.live.get('/v2/faxes')).body.paging.total).toBe(2);
  });

  test('is refused with live keys, without a file, from a blocked number, or when it cannot be read', async () => {
    const world = openSimulator({ blockingRules: [blockingRule({ direction: 'receive', from: 'DE', to: '*' })] });
    const asLive = world.live.post('/v2/faxes').field({ direction: 'received' });
    await asLive.attach('file', Buffer.from('x'), 'a.pdf').expect(422);
    const asTest = () => world.test.post('/v2.1/faxes').field({ direction: 'received' });
    await asTest().expect(422);
    await world.receive({ from_number: '+4930901820' }).expect(422);
    await asTest().attach('file', Buffer.from('x'), 'error-133.pdf').expect(422);
    expect((await world.live.get('/v2/faxes')).body.paging.total).toBe(0);
  });
});

describe('a fax to a number of the account', () => {
  test('is received there, with its header on each page', async () => {
    const world = openSimulator({ phoneNumbers: [phoneNumber()] });
    const id = await world.sent({ to: '+13142666714', header_text: 'ACME' });
    await world.clock.runUntilIdle();
    expect(await world.fax(id)).toMatchObject({ status: 'success' });
    const [received, ...others] = await world.receivedFaxes();
    expect([received, others]).toMatchObject([
      { status: 'success', is_test: false, from_number: '+18773346654', to_number: '+13142666714', num_pages: 1 },
      [],
    ]);
    const download = await world.live.get(`/v2.1/faxes/${received.id}/file`).expect(200);
    expect(download.body.toString()).toBe('[ACME +18773346654 +13142666714] a page');
  });

  test('fails when a rule blocks the caller, and a test fax never arrives', async () => {
    const rules = [blockingRule({ direction: 'receive', from: 'US', to: '+13142666714' })];
    const world = openSimulator({ phoneNumbers: [phoneNumber()], blockingRules: rules });
    const id = await world.sent({ to: '+13142666714' });
    await world.sent({ to: '+13142666714' }, { as: 'test' });
    await world.clock.runUntilIdle();
    expect(await world.fax(id)).toMatchObject({ status: 'failure', error_id: 50, error_message: 'Call rejected' });
    expect(await world.receivedFaxes()).toEqual([]);
  });
});
