import { expect, test } from '@jest/globals';
import { drawPort } from '../../src/http/server.ts';

test('a port that fetch blocks is drawn again, and held until there is another', async () => {
  const draws = [6000, 10_080, 40_000, 40_001];
  const held: number[] = [];
  const open = () => {
    const port = draws.shift() ?? 0;
    held.push(port);
    const address = () => ({ address: '127.0.0.1', family: 'IPv4', port });
    return Promise.resolve({ address, close: () => held.splice(held.indexOf(port), 1) as never });
  };
  const server = await drawPort(open);
  expect(server.address()).toMatchObject({ port: 40_000 });
  expect(held).toEqual([40_000]);
  expect(draws).toEqual([40_001]);
});
