import { describe, expect, test } from '@jest/globals';
import { projectIn } from '../support/sinch.ts';
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
    const page = `http://localhost:8329/_faxsim/ui/w/${world}/overview`;
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
    [
      'get',
      '/v3/projects/p/availableNumbers',
      'the Numbers API of Sinch, which faxsim does not have, rents the numbers',
    ],
    ['get', '/v3/projects/p/account/status', 'v3 tells no balance'],
    ['post', '/v3/oauth2/token', 'POST /oauth2/token'],
    ['post', '/v3/faxes', 'the paths of v3 begin with /v3/projects/{projectId}'],
    ['post', '/v1/projects/p/faxes', 'the Fax API of Sinch is version 3'],
    ['post', '/xms/v1/p/batches', 'faxsim does not have the SMS API of Sinch'],
    ['post', `/v3/projects/p/faxes/${id}/retry`, 'sends the document again'],
    ['get', `/v3/projects/p/faxes/${id}/content`, 'is a PDF at GET /v3/projects/{projectId}/faxes/{id}/file'],
    ['get', `/v3/projects/p/faxes/${id}/download`, 'is a PDF at GET /v3/projects/{projectId}/faxes/{id}/file'],
    ['get', `/v3/projects/p/faxes/${id}/pdf/`, 'is a PDF at GET /v3/projects/{projectId}/faxes/{id}/file'],
    ['get', `/v3/projects/p/faxes/${id}/media`, 'is a PDF at GET /v3/projects/{projectId}/faxes/{id}/file'],
    ['get', `/v3/projects/p/faxes/${id}/status`, 'the status is a field of the fax'],
    ['post', '/v3/projects/p/faxes/send', 'POST /v3/projects/{projectId}/faxes sends a fax'],
    ['get', '/v3/projects/{project}/faxes/inbound', 'faxes?direction=INBOUND'],
    ['post', '/v3/projects/p/webhooks', 'callbackUrl of a send gets FAX_COMPLETED'],
    ['get', '/v3/projects/{project}/faxes/webhooks', 'callbackUrl of a send gets FAX_COMPLETED'],
    ['post', '/v3/projects/p/media', 'v3 has no upload'],
    ['get', '/v1/projects/p/activeNumbers', 'the Numbers API of Sinch'],
    ['post', '/v1/projects/p/availableNumbers/+12025550123:rent', 'the Numbers API of Sinch'],
    ['get', '/v3/projects/p/numbers', 'the Numbers API of Sinch'],
    ['get', '/v3/phone_numbers', 'the Numbers API of Sinch'],
    ['post', '/v1/projects/p/accessKeys', 'faxsim env prints it'],
    ['get', '/v3/projects/p/access-keys', 'faxsim env prints it'],
    ['post', '/v1alpha1/projects/p/subprojects', 'POST /_faxsim/worlds'],
    ['delete', '/v1alpha1/subprojects/s', 'POST /_faxsim/worlds'],
    ['get', '/v3/subprojects', 'POST /_faxsim/worlds'],
  ] as const)('%s %s: %s', async (method, path, hint) => {
    const world = openSimulator();
    const { status, headers } = await world.live[method](path.replace('{project}', projectIn(world).id));
    if (!path.includes('{project}')) expect([401, 404, 405]).toContain(status);
    expect(headers['x-faxsim-hint']).toContain(hint);
    const { body } = await world.anyone.get('/_faxsim/requests').expect(200);
    expect(body.data.requests[0].refused.diagnosis).toContain(hint);
  });

  test.each([
    ['get', '/v2.1/phone_numbers/x/y'],
    ['get', '/v1/numbers'],
    ['get', '/v3/projects/{project}/faxes/01HDF5S9P29WC29J578J8EKC1C/file.pdf'],
    ['delete', '/v3/projects/{project}/faxes/01HDF5S9P29WC29J578J8EKC1C/file'],
  ] as const)('%s %s is none of them', async (method, path) => {
    const world = openSimulator();
    const { headers } = await world.live[method](path.replace('{project}', projectIn(world).id)).expect(404);
    expect(headers['x-faxsim-hint'] ?? '').not.toMatch(/Sinch|v3 has|neither/);
  });
});
