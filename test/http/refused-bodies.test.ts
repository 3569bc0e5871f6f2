import { expect, test } from '@jest/globals';
import { keptBodyBytes } from '../../src/worlds/journal/entry.ts';
import { openSimulator } from '../support/simulator.ts';

test.each([
  [keptBodyBytes, { to: '+12025550123' }],
  [keptBodyBytes + 1, null],
])(
  'a refused request is recorded with its parameters if its body is short enough to be kept: %i bytes',
  async (bytes, params) => {
    const { anyone } = openSimulator();
    const body = 'to=%2B12025550123&header_text='.padEnd(bytes, 'x');
    await anyone.post('/v2.1/fax').type('form').send(body).expect(404);
    const { body: answer } = await anyone.get('/_faxsim/requests/1').expect(200);
    expect(answer.data).toMatchObject({ params });
  },
);
