import { describe, expect, test } from '@jest/globals';
import { loadScenario } from '../../src/scenarios/load.ts';
import { second } from '../support/examples.ts';
import { keyParams, openSimulator } from '../support/simulator.ts';

function worldWith(course: string) {
  const world = openSimulator();
  const source = `name: a\ndescription: b\nrules: [{ id: x, on: fax, do: { course: ${course} } }]`;
  world.simulator.worlds.default.scenarios.switchOn(loadScenario('a.yaml', source));
  const send = async (): Promise<number> => {
    const call = world.live.post('/v2.1/faxes').field({ to: '+12025550123' }).attach('file', Buffer.from('x'), 'a.txt');
    return (await call.expect(200)).body.data.id;
  };
  const status = async (id: number) => (await world.live.get(`/v2.1/faxes/${id}`).expect(200)).body.data.status;
  return { ...world, send, status };
}

describe('a course that goes on when the fax is read', () => {
  test('shows the new status at the very read, in every version', async () => {
    const { send, status, live, anyone, clock } = worldWith(
      '[{ on_read: 2, status: inprogress }, { on_read: 2, status: failure, error: 17 }]',
    );
    const id = await send();
    await clock.advance(10 * second);
    expect(await status(id)).toBe('queued');
    const byV1 = await anyone
      .get('/v1/faxStatus')
      .query({ ...keyParams, id })
      .expect(200);
    expect(byV1.body.data).toMatchObject({ status: 'inprogress', num_pages: 1 });
    expect((await live.get(`/v2/faxes/${id}`).expect(200)).body.data.status).toBe('inprogress');
    expect((await live.get(`/v2/faxes/${id}`).expect(200)).body.data).toMatchObject({
      status: 'failure',
      error_id: 17,
    });
  });

  test('does not count lists, files, and other faxes', async () => {
    const { send, status, live, clock } = worldWith('[{ on_read: 1, status: success }]');
    const [id, other] = [await send(), await send()];
    await clock.advance(second);
    await live.get('/v2/faxes').expect(200);
    await live.get(`/v2/faxes/${id}/file`);
    expect(await status(other)).toBe('success');
    const { body } = await live.get('/v2/faxes?status=queued').expect(200);
    expect(body.data).toMatchObject([{ id }]);
  });

  test('can be read before its document is converted, which is done then', async () => {
    const { send, status } = worldWith('[{ on_read: 1, status: inprogress }, { after: 1s, status: success }]');
    const id = await send();
    expect(await status(id)).toBe('inprogress');
  });

  test('takes turns with time, and is charged at its end', async () => {
    const { send, status, clock, live } = worldWith(
      '[{ after: 5s, status: inprogress }, { on_read: 1, status: success }]',
    );
    const id = await send();
    for (let read = 0; read < 3; read++) expect(await status(id)).toBe('queued');
    await clock.advance(5 * second);
    const { body } = await live.get(`/v2.1/faxes/${id}`).expect(200);
    expect(body.data).toMatchObject({ status: 'success', cost: 7 });
  });

  test('goes one step at a time when it is read many times at once', async () => {
    const { send, live, clock } = worldWith('[{ on_read: 3, status: inprogress }, { on_read: 3, status: success }]');
    const id = await send();
    await clock.advance(second);
    const all = await Promise.all(Array.from({ length: 6 }, () => live.get(`/v2/faxes/${id}`).expect(200)));
    expect(all.map(({ body }) => body.data.status).sort()).toContain('success');
    expect((await live.get(`/v2/faxes/${id}`).expect(200)).body.data.status).toBe('success');
  });

  test('can be cancelled while it waits', async () => {
    const { send, status, live, clock } = worldWith('[{ on_read: 100, status: success }]');
    const id = await send();
    await clock.advance(second);
    await live.post(`/v2/faxes/${id}/cancel`).expect(200);
    await clock.advance(second);
    expect(await status(id)).toBe('failure');
  });
});
