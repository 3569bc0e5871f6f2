import { describe, expect, test } from '@jest/globals';
import { account, hour, minute, second, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

describe('cancelling', () => {
  test.each([
    ['at once', 0, 0],
    ['while it is in its call', 11 * second, 1],
  ])('ends a fax %s', async (_when, after, pages) => {
    const world = openSimulator({ pace: 'real' });
    const id = await world.sent();
    await world.clock.advance(after);
    const { text } = await world.live.post(`/v2.1/faxes/${id}/cancel`).expect(200);
    expect(text).toBe(`{"success":true,"message":"Fax cancellation scheduled successfully.","data":{"id":${id}}}`);
    await world.clock.advance(0);
    const error = { error_type: 'faxError', error_id: 75, error_message: 'Manually canceled by user' };
    expect(await world.fax(id)).toMatchObject({
      status: 'failure',
      num_pages: pages,
      cost: 0,
      ...error,
      recipients: [{ status: 'failure', ...error }],
    });
    await world.clock.runUntilIdle();
    expect(await world.fax(id)).toMatchObject({ error_id: 75 });
  });

  test('a fax that is done is refused', async () => {
    const world = openSimulator({ faxes: [sentFax({ id: 1 })] });
    const refused = { success: false, message: "Can't cancel the fax, it's already complete!" };
    for (const version of ['v2', 'v2.1']) await world.live.post(`/${version}/faxes/1/cancel`).expect(422, refused);
    await world.v1('faxCancel', { id: 1 }).expect(200, refused);
  });

  test('happens by itself when a fax takes longer than its cancel_timeout', async () => {
    const world = openSimulator({ account: account({ faxRetries: 10, faxRetryDelayMs: hour }) });
    const id = await world.sent({ to: '+15555551017', cancel_timeout: '30' });
    await world.clock.advance(30 * minute - 1);
    expect(await world.fax(id)).toMatchObject({ status: 'inprogress' });
    await world.clock.advance(1);
    expect(await world.fax(id)).toMatchObject({
      status: 'failure',
      completed_at: '2026-11-20T06:30:00.000-06:00',
      error_id: 76,
      error_message: 'Canceled automatically because timeout exceeded',
    });
  });

  test('by v1 has its own text and no data', async () => {
    const world = openSimulator();
    const { text } = await world.v1('faxCancel', { id: await world.sent() }).expect(200);
    expect(text).toBe('{"success":true,"message":"Fax canceled successfully."}');
  });
});
