import { describe, expect, test } from '@jest/globals';
import { minute, second } from '../support/examples.ts';
import { keyParams, openSimulator } from '../support/simulator.ts';

type World = ReturnType<typeof openSimulator>;

const call = (world: World, operation: string, fields: Record<string, string> = {}) =>
  world.anyone
    .post(`/v1/${operation}`)
    .type('form')
    .send({ ...keyParams, ...fields });

async function send(world: World, fields: Record<string, string> = { batch: 'true', batch_delay: '600' }) {
  const { body } = await call(world, 'send', { to: '2025550123', string_data: 'a page', ...fields }).expect(200);
  return String(body.faxId);
}

async function statusOf(world: World, id: string): Promise<string> {
  return (await call(world, 'faxStatus', { id }).expect(200)).body.data.status;
}

describe('fireBatch', () => {
  test.each(['id', 'batchId', 'batch_id'])('sends all faxes of a batch now, which is named by %s', async (name) => {
    const world = openSimulator();
    const [first, second_] = [await send(world), await send(world)];
    const other = await send(world, { to: '2025550199', batch: 'true', batch_delay: '600' });
    const { text } = await call(world, 'fireBatch', { [name]: first }).expect(200);
    expect(text).toBe('{"success":true,"message":"Batch fired successfully"}');
    await world.clock.advance(2 * second);
    expect(await statusOf(world, first)).toBe('success');
    expect(await statusOf(world, second_)).toBe('success');
    expect(await statusOf(world, other)).toBe('pendingbatch');
  });

  test('takes the id of any fax in the batch', async () => {
    const world = openSimulator();
    const first = await send(world);
    await call(world, 'fireBatch', { id: await send(world) });
    await world.clock.advance(2 * second);
    expect(await statusOf(world, first)).toBe('success');
  });

  test('leaves a fax of the batch cancelled that was cancelled', async () => {
    const world = openSimulator();
    const [first, cancelled] = [await send(world), await send(world)];
    await call(world, 'faxCancel', { id: cancelled }).expect(200);
    await call(world, 'fireBatch', { id: first });
    await world.clock.advance(2 * second);
    expect(await statusOf(world, cancelled)).toBe('failure');
    expect(await statusOf(world, first)).toBe('success');
  });
});

describe('closeBatch', () => {
  test('keeps further faxes from joining a batch, which goes out at its time', async () => {
    const world = openSimulator();
    const first = await send(world);
    const { text } = await call(world, 'closeBatch', { id: first }).expect(200);
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
    await call(world, 'closeBatch', { id: first });
    const another = await send(world);
    await call(world, 'fireBatch', { id: first });
    await world.clock.advance(2 * second);
    expect(await statusOf(world, first)).toBe('success');
    expect(await statusOf(world, another)).toBe('pendingbatch');
  });

  test('succeeds again for a batch that is closed', async () => {
    const world = openSimulator();
    const id = await send(world);
    await call(world, 'closeBatch', { id });
    expect((await call(world, 'closeBatch', { id })).body).toMatchObject({ success: true });
  });
});

describe.each(['fireBatch', 'closeBatch'])('%s refuses', (operation) => {
  test('an id that no fax has', async () => {
    const world = openSimulator();
    const { body } = await call(world, operation, { id: '4711' }).expect(200);
    expect(body).toEqual({ success: false, message: 'Fax with this ID does not exist' });
  });

  test('a fax that is in no batch', async () => {
    const world = openSimulator();
    const id = await send(world, {});
    const { body } = await call(world, operation, { id }).expect(200);
    expect(body).toEqual({ success: false, message: `The fax ${id} does not wait in a batch` });
  });

  test('a batch that went out', async () => {
    const world = openSimulator();
    const id = await send(world);
    await world.clock.advance(11 * minute);
    const { body } = await call(world, operation, { id }).expect(200);
    expect(body).toEqual({ success: false, message: `The fax ${id} does not wait in a batch` });
  });

  test.each([
    [{}, 'id is required'],
    [{ id: '' }, 'id is required'],
    [{ id: 'x' }, 'id must be an integer from 1 up, got "x"'],
  ])('%p', async (fields, message) => {
    const { body } = await call(openSimulator(), operation, fields as Record<string, string>).expect(200);
    expect(body).toEqual({ success: false, message });
  });

  test('who does not know the keys', async () => {
    await openSimulator().anyone.post(`/v1/${operation}`).type('form').send({ id: '1' }).expect(401);
  });
});
