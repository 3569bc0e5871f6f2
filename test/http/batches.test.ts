import { describe, expect, test } from '@jest/globals';
import { hour, minute, second, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

async function send(world: World, fields: Record<string, string> = { batch: 'true', batch_delay: '600' }) {
  const { body } = await world.v1('send', { to: '2025550123', string_data: 'a page', ...fields }).expect(200);
  return String(body.faxId);
}

async function statusOf(world: World, id: string): Promise<string> {
  return (await world.v1('faxStatus', { id }).expect(200)).body.data.status;
}

describe('a batch', () => {
  test('waits for its delay, takes in faxes to the same number that ask for batching, and goes out together', async () => {
    const world = openSimulator();
    const first = await world.sent({ batch_delay: '60' });
    await world.clock.advance(30 * second);
    const later = await world.sent({ batch_delay: '3600' });
    const other = await world.sent({ to: '+12025550199' });
    await world.clock.advance(29 * second);
    expect(await world.fax(first)).toMatchObject({
      status: 'pendingbatch',
      recipients: [{ status: 'pendingbatch' }],
    });
    expect(await world.fax(later)).toMatchObject({ status: 'pendingbatch' });
    expect(await world.fax(other)).toMatchObject({ status: 'success' });
    await world.clock.advance(2 * second);
    expect(await world.fax(first)).toMatchObject({
      status: 'success',
      completed_at: '2026-11-20T06:01:00.000-06:00',
    });
    expect(await world.fax(later)).toMatchObject({
      status: 'success',
      completed_at: '2026-11-20T06:01:00.000-06:00',
    });
  });

  test('leaves out a fax to the same number that does not ask for batching', async () => {
    const world = openSimulator();
    const waiting = await world.sent({ batch_delay: '60' });
    const alone = [
      await world.sent(),
      await world.sent({ batch_delay: '0' }),
      (await world.v1('send', { to: '2025550123', string_data: 'x', batch_delay: '60' })).body.faxId,
      (await world.v1('send', { to: '2025550123', string_data: 'x', batch: 'false' })).body.faxId,
    ];
    for (const id of alone) expect(await world.fax(id)).toMatchObject({ status: 'queued' });
    await world.clock.advance(2 * second);
    for (const id of alone) expect(await world.fax(id)).toMatchObject({ status: 'success' });
    expect(await world.fax(waiting)).toMatchObject({ status: 'pendingbatch' });
  });

  test('waits five seconds at least, and puts its cancel_timeout off to three minutes after it', async () => {
    const world = openSimulator();
    const id = await world.sent({ batch_delay: '1' });
    await world.clock.advance(4 * second);
    expect(await world.fax(id)).toMatchObject({ status: 'pendingbatch' });
    const late = await world.sent({ to: '+12025550155', batch_delay: '3600', cancel_timeout: '3' });
    await world.clock.advance(hour);
    await world.clock.advance(second);
    expect(await world.fax(late)).toMatchObject({ status: 'success' });
  });

  test('that avoids collisions waits until the number is free', async () => {
    const world = openSimulator({ pace: 'real' });
    const options = { to: '+12025550123', batch_delay: '5' };
    const waiting = await world.sent({ ...options, batch_collision_avoidance: 'true' });
    await world.clock.advance(6 * second);
    expect(await world.fax(waiting)).toMatchObject({ status: 'queued' });
    const calling = openSimulator({
      pace: 'real',
      faxes: [sentFax({ id: 1, status: 'inprogress', completedAt: null })],
    });
    const held = await calling.sent({ ...options, batch_collision_avoidance: 'true' });
    await calling.clock.advance(minute);
    expect(await calling.fax(held)).toMatchObject({ status: 'pendingbatch' });
  });
});

describe('fireBatch', () => {
  test.each(['id', 'batchId', 'batch_id'])('sends all faxes of a batch now, which is named by %s', async (name) => {
    const world = openSimulator();
    const [first, later] = [await send(world), await send(world)];
    const other = await send(world, { to: '2025550199', batch: 'true', batch_delay: '600' });
    const { text } = await world.v1('fireBatch', { [name]: first }).expect(200);
    expect(text).toBe('{"success":true,"message":"Batch fired successfully"}');
    await world.clock.advance(2 * second);
    expect(await statusOf(world, first)).toBe('success');
    expect(await statusOf(world, later)).toBe('success');
    expect(await statusOf(world, other)).toBe('pendingbatch');
  });

  test('takes the id of any fax in the batch', async () => {
    const world = openSimulator();
    const first = await send(world);
    await world.v1('fireBatch', { id: await send(world) });
    await world.clock.advance(2 * second);
    expect(await statusOf(world, first)).toBe('success');
  });

  test('leaves a fax of the batch cancelled that was cancelled', async () => {
    const world = openSimulator();
    const [first, cancelled] = [await send(world), await send(world)];
    await world.v1('faxCancel', { id: cancelled }).expect(200);
    await world.v1('fireBatch', { id: first });
    await world.clock.advance(2 * second);
    expect(await statusOf(world, cancelled)).toBe('failure');
    expect(await statusOf(world, first)).toBe('success');
  });
});

describe('closeBatch', () => {
  test('keeps further faxes from joining a batch, which goes out at its time', async () => {
    const world = openSimulator();
    const first = await send(world);
    const { text } = await world.v1('closeBatch', { id: first }).expect(200);
    expect(text).toBe('{"success":true,"message":"Batch closed successfully"}');
    const late = await send(world, { batch: 'true', batch_delay: '5' });
    await world.clock.advance(10 * second);
    expect(await statusOf(world, late)).toBe('success');
    expect(await statusOf(world, first)).toBe('pendingbatch');
    await world.clock.advance(10 * minute);
    expect(await statusOf(world, first)).toBe('success');
  });

  test('makes room for another batch to the same number, and does not keep the closed one from being fired', async () => {
    const world = openSimulator();
    const first = await send(world);
    await world.v1('closeBatch', { id: first });
    const another = await send(world);
    await world.v1('fireBatch', { id: first });
    await world.clock.advance(2 * second);
    expect(await statusOf(world, first)).toBe('success');
    expect(await statusOf(world, another)).toBe('pendingbatch');
  });

  test('succeeds again for a batch that is closed', async () => {
    const world = openSimulator();
    const id = await send(world);
    await world.v1('closeBatch', { id });
    expect((await world.v1('closeBatch', { id })).body).toMatchObject({ success: true });
  });
});

describe.each(['fireBatch', 'closeBatch'])('%s refuses', (operation) => {
  test('an id that no fax has', async () => {
    const world = openSimulator();
    const { body } = await world.v1(operation, { id: '4711' }).expect(200);
    expect(body).toEqual({ success: false, message: 'Fax with this ID does not exist' });
  });

  test('a fax that is in no batch', async () => {
    const world = openSimulator();
    const id = await send(world, {});
    const { body } = await world.v1(operation, { id }).expect(200);
    expect(body).toEqual({ success: false, message: `The fax ${id} does not wait in a batch` });
  });

  test('a batch that went out', async () => {
    const world = openSimulator();
    const id = await send(world);
    await world.clock.advance(11 * minute);
    const { body } = await world.v1(operation, { id }).expect(200);
    expect(body).toEqual({ success: false, message: `The fax ${id} does not wait in a batch` });
  });

  test.each([
    [{}, 'id is required'],
    [{ id: '' }, 'id is required'],
    [{ id: 'x' }, 'id must be an integer from 1 up, got "x"'],
  ])('%p', async (fields, message) => {
    const { body } = await openSimulator().v1(operation, fields).expect(200);
    expect(body).toEqual({ success: false, message });
  });

  test('without the right keys', async () => {
    await openSimulator().anyone.post(`/v1/${operation}`).type('form').send({ id: '1' }).expect(401);
  });
});
