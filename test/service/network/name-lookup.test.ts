import { expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import { nameLookup } from '../../../src/service/network/name-lookup.ts';
import { callServer } from '../../../src/service/network/own-calls.ts';
import { portOf } from '../../support/port.ts';
import type { LookUp } from '../../../src/service/network/name-lookup.ts';

const addresses = [{ address: '127.0.0.1', family: 4 }];

function counting(resolve: LookUp) {
  const asked: string[] = [];
  const counted: LookUp = (name) => {
    asked.push(name);
    return resolve(name);
  };
  return { asked, resolve: counted };
}

test('a name is asked for once, however many want it and however soon again', async () => {
  const { asked, resolve } = counting(() => Promise.resolve(addresses));
  const lookUp = nameLookup({ resolve });
  expect(await Promise.all([lookUp('app'), lookUp('app'), lookUp('other')])).toEqual([addresses, addresses, addresses]);
  await lookUp('app');
  expect(asked).toEqual(['app', 'other']);
});

test('a result of a lookup, also a failure, expires', async () => {
  const { asked, resolve } = counting((name) =>
    name === 'app' ? Promise.resolve(addresses) : Promise.reject(new Error('ENOTFOUND')),
  );
  const lookUp = nameLookup({ resolve, keptMs: 0 });
  await lookUp('app');
  await expect(lookUp('none')).rejects.toThrow('ENOTFOUND');
  // The lookup has set its timer first.
  await new Promise((later) => setTimeout(later, 0));
  await lookUp('app');
  await expect(lookUp('none')).rejects.toThrow('ENOTFOUND');
  expect(asked).toEqual(['app', 'none', 'app', 'none']);
});

test.each(['localhost', 'localhost.', 'fax.localhost', 'a.B.LocalHost.'])('%s is this machine', async (name) => {
  expect(await nameLookup()(name)).toContainEqual({
    address: expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/),
    family: expect.any(Number),
  });
  const server = createServer((_request, response) => response.end('a page'));
  const port = await portOf(server);
  const answer = await callServer(`http://${name}:${port}`);
  expect(await answer.text()).toBe('a page');
  server.close();
});

test('a name that DNS does not answer for is not found in time, and not asked for again meanwhile', async () => {
  const { asked, resolve } = counting(() => new Promise(() => undefined));
  const lookUp = nameLookup({ resolve, timeoutMs: 10, keptMs: 0 });
  await expect(lookUp('app')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  await expect(lookUp('app')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  expect(asked).toEqual(['app']);
});
