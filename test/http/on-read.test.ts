import { describe, expect, test } from '@jest/globals';
import { second } from '../support/examples.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';

function worldWith(course: string) {
  const world = openSimulator();
  world.switchOn(`{ id: x, on: fax, do: { course: ${course} } }`);
  return { ...world, status: async (id: number) => (await world.fax(id)).status };
}

describe('a course that goes on when the fax is read', () => {
  test('shows the new status at the very read, in every version', async () => {
    const { sent, status, live, v1, clock } = worldWith(
      '[{ on_read: 2, status: inprogress }, { on_read: 2, status: failure, error: 17 }]',
    );
    const id = await sent();
    await clock.advance(10 * second);
    expect(await status(id)).toBe('queued');
    expect(await dataOf(v1('faxStatus', { id }))).toMatchObject({ status: 'inprogress', num_pages: 1 });
    expect((await dataOf(live.get(`/v2/faxes/${id}`))).status).toBe('inprogress');
    expect(await dataOf(live.get(`/v2/faxes/${id}`))).toMatchObject({ status: 'failure', error_id: 17 });
  });

  test('does not count lists, files, and other faxes', async () => {
    const { sent, status, live, clock } = worldWith('[{ on_read: 1, status: success }]');
    const [id, other] = [await sent(), await sent()];
    await clock.advance(second);
    await live.get('/v2/faxes').expect(200);
    await live.get(`/v2/faxes/${id}/file`);
    expect(await status(other)).toBe('success');
    expect(await dataOf(live.get('/v2/faxes?status=queued'))).toMatchObject([{ id }]);
  });

  test('can be read before its document is converted, which is done then', async () => {
    const { sent, status } = worldWith('[{ on_read: 1, status: inprogress }, { after: 1s, status: success }]');
    const id = await sent();
    expect(await status(id)).toBe('inprogress');
  });

  test('takes turns with time, and is charged at its end', async () => {
    const { sent, status, clock, fax } = worldWith(
      '[{ after: 5s, status: inprogress }, { on_read: 1, status: success }]',
    );
    const id = await sent();
    for (let read = 0; read < 3; read++) expect(await status(id)).toBe('queued');
    await clock.advance(5 * second);
    expect(await fax(id)).toMatchObject({ status: 'success', cost: 7 });
  });

  test('goes one step at a time when it is read many times at once', async () => {
    const { sent, live, clock } = worldWith('[{ on_read: 3, status: inprogress }, { on_read: 3, status: success }]');
    const id = await sent();
    await clock.advance(second);
    const all = await Promise.all(Array.from({ length: 6 }, () => live.get(`/v2/faxes/${id}`).expect(200)));
    expect(all.map(({ body }) => body.data.status).sort()).toContain('success');
    expect((await dataOf(live.get(`/v2/faxes/${id}`))).status).toBe('success');
  });

  test('can be cancelled while it waits', async () => {
    const { sent, status, live, clock } = worldWith('[{ on_read: 100, status: success }]');
    const id = await sent();
    await clock.advance(second);
    await live.post(`/v2/faxes/${id}/cancel`).expect(200);
    await clock.advance(second);
    expect(await status(id)).toBe('failure');
  });
});
