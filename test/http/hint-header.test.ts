import { describe, expect, test } from '@jest/globals';
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

test.each([
  ['GET', '/faxes', 'GET /v2.1/faxes'],
  ['GET', '/v4/faxes/12', 'GET /v2.1/faxes/{id}'],
  ['POST', '/send', 'POST /v1/send'],
  ['GET', '/V2/faxs', 'GET /v2/faxes'],
  ['POST', '/v2.1/send', 'POST /v1/send'],
] as const)('%s %s has %s near: the newest version, where the request names none', async (method, path, near) => {
  const { live } = openSimulator();
  const { headers } = await (method === 'GET' ? live.get(path) : live.post(path));
  expect(headers['x-faxsim-hint']).toBe(`no such route; the nearest is ${near}`);
});

test.each(['/_faxsim/setings', '/w/default/_faxsim/setings'])(
  'a miss of the control API names the nearest: %s',
  async (path) => {
    const { anyone } = openSimulator();
    const { body } = await anyone
      .patch(path)
      .expect(404)
      .expect('X-Faxsim-Hint', 'no such route; the nearest is PATCH /_faxsim/settings');
    expect(body.message).toBe('Not found; the nearest route is PATCH /_faxsim/settings');
  },
);

test.each([
  ['/v2.1/faxes', 'PUT is not possible here, only GET, POST'],
  ['/_faxsim/docs/webhok', 'there is no such guide; the nearest is webhooks'],
  ['/qqqqqqqqqqqqqqqqqqqq', 'no such route; routes begin with /v1, /v2, /v2.1, /v3, /oauth2 or /_faxsim'],
])('a refusal of %s has its remedy in a header', async (path, hint) => {
  const { live } = openSimulator();
  const { headers } = await (path === '/v2.1/faxes' ? live.put(path) : live.get(path));
  expect(headers['x-faxsim-hint']).toBe(hint);
});

test.each([
  ['/', 'default'],
  ['/?x=1', 'default'],
  ['//', 'default'],
  ['/w/default', 'default'],
  ['/w/default/', 'default'],
])('the root at %s is a miss for a program, with the console of %s in a header', async (path, world) => {
  const { anyone } = openSimulator();
  for (const method of ['get', 'head', 'post'] as const) {
    const { headers } = await anyone[method](path).set('Host', 'localhost:8329').expect(404);
    const page = `http://localhost:8329/_faxsim/ui/w/${world}/faxes`;
    expect(headers['x-faxsim-hint']).toBe(
      `the API is below /v1, /v2, /v2.1, /v3 and /oauth2; the console is at ${page}`,
    );
  }
  const { body } = await anyone.get(path).expect(404);
  expect(body).toEqual({ success: false, message: 'Not found' });
});

describe('a request that public code makes to v3 in vain gets a hint at the right one', () => {
  const id = '01HDF5S9P29WC29J578J8EKC1C';
  test.each([
    ['delete', `/v3/projects/p/faxes/${id}`, 'DELETE /v3/projects/{projectId}/faxes/{id}/file deletes its document'],
    ['delete', '/v3/projects/p/faxes/outbound/+12025550123', 'v3 neither cancels nor deletes a fax'],
    ['post', `/v3/projects/p/faxes/${id}/cancel`, 'v3 has no cancel and no resend'],
    ['get', `/v3/projects/p/faxes/${id}/file.tif`, 'v3 has PDF alone'],
    ['post', '/v3/projects/p/files', 'v3 has no upload'],
    ['get', `/v3/projects/p/services/${id}/domains`, 'no sender domains and no templates'],
    [
      'put',
      `/w/default/v3/projects/p/services/${id}/domains/a.example/templates/x`,
      'no sender domains and no templates',
    ],
    ['get', `/v3/projects/p/services/${id}/domains/a.example:verify`, 'no sender domains and no templates'],
    ['get', '/v3/projects/p/emails', 'are below a service'],
    ['get', '/v3/projects/p/availableNumbers', 'the Numbers API of Sinch has the numbers'],
    ['get', '/v3/projects/p/account/status', 'v3 tells no balance'],
    ['post', '/v3/oauth2/token', 'POST /oauth2/token'],
    ['post', '/v3/faxes', 'the paths of v3 begin with /v3/projects/{projectId}'],
    ['post', '/v1/projects/p/faxes', 'the Fax API of Sinch is version 3'],
    ['post', '/xms/v1/p/batches', 'faxsim does not have the SMS API of Sinch'],
  ] as const)('%s %s: %s', async (method, path, hint) => {
    const { live } = openSimulator();
    const { status, headers } = await live[method](path);
    expect([404, 405]).toContain(status);
    expect(headers['x-faxsim-hint']).toContain(hint);
  });
});
