import { expect, test } from '@jest/globals';
import { originOf } from '../../../src/service/webhooks/receiver.ts';

test('all names of this machine are one receiver, of each port and scheme', () => {
  const names = ['localhost', '127.0.0.1', '127.1', '[::1]', 'fax.localhost', 'LOCALHOST.', '0.0.0.0'];
  expect(new Set(names.map((name) => originOf(`http://${name}:3000/${name}`)))).toEqual(
    new Set(['http://localhost:3000']),
  );
  expect(originOf('https://127.0.0.1/x')).toBe('https://localhost:');
  expect(originOf('http://localhost:3001')).toBe('http://localhost:3001');
  expect(originOf('http://app.test:3000/a')).toBe('http://app.test:3000');
  expect(originOf('nonsense')).toBe('');
});
