import { expect, test } from '@jest/globals';
import { openSimulator } from '../support/simulator.ts';

test('a path without a route is answered with the nearest one in a header', async () => {
  const { live } = openSimulator();
  const { status, headers } = await live.get('/v2.1/faxs/12');
  expect({ status, hint: headers['x-faxsim-hint'] }).toEqual({
    status: 404,
    hint: 'no such route; the nearest is GET /v2.1/faxes/{id}',
  });
  expect((await live.get('/v2.1/faxes/12')).headers).not.toHaveProperty('x-faxsim-hint');
});
