import { expect, test } from '@jest/globals';
import { directTransport } from '../src/http/direct-transport.ts';
import { worldHandle } from '../src/control/client/world-handle.ts';
import type { WorldEvent } from '../src/control/client/surface.ts';
import { openSimulator } from './support/simulator.ts';

function opened() {
  const { simulator, live, anyone } = openSimulator();
  const world = worldHandle(directTransport(simulator.parts, 'http://127.0.0.1'));
  return { world, live, anyone };
}

test('a test follows the events of a world in its own process, and resumes', async () => {
  const { world, live } = opened();
  const stop = new AbortController();
  const seen: WorldEvent[] = [];
  for await (const event of world.events({ signal: stop.signal })) {
    seen.push(event);
    if (event.kind === 'open') await live.get('/v2.1/account/status').expect(200);
    if (event.kind === 'request') stop.abort();
  }
  expect(seen).toEqual([
    { id: expect.any(String), kind: 'open' },
    expect.objectContaining({ kind: 'request', status: '200', summary: 'GET /v2.1/account/status 200' }),
  ]);
  const [first, second] = seen;
  for (const [after, event] of [
    [first!.id, second],
    ['elsewhere-3', { id: second!.id, kind: 'reset' }],
  ] as const) {
    const again = world.events({ after })[Symbol.asyncIterator]();
    expect(await again.next()).toEqual({ done: false, value: event });
    await again.return?.();
  }
});

test('a test follows all worlds of its process', async () => {
  const { world } = opened();
  const seen: string[] = [];
  for await (const event of world.events({ worlds: 'all' })) {
    if ('summary' in event) seen.push(event.summary);
    if (event.kind === 'open') await (await world.world({ id: 'mine', fixture: 'empty' })).close();
    if (seen.length === 2) break;
  }
  expect(seen).toEqual(['World mine created', 'World mine closed']);
});

test('the events of a world end with it', async () => {
  const { world } = opened();
  await using made = await world.world({ fixture: 'empty' });
  const seen: string[] = [];
  for await (const event of made.events()) {
    seen.push('summary' in event ? event.summary : event.kind);
    if (event.kind === 'open') void made.close();
  }
  expect(seen).toEqual(['open', `World ${made.id} closed`]);
  expect(() => world.world('nowhere').events()).toThrow('This process has no world nowhere');
});
