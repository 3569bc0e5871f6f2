import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Response } from 'supertest';
import { ownerOfToken } from '../../../src/http/faces/access-token.ts';
import { defaultCredentials } from '../../../src/model/domain/account.ts';
import { hour, minute, second, sentFax } from '../../support/examples.ts';
import { projectIn } from '../../support/sinch.ts';
import { openSimulator } from '../../support/simulator.ts';
import type { World } from '../../support/simulator.ts';

const { live, test: testKeys } = defaultCredentials;

async function tokenOf({ anyone }: Pick<World, 'anyone'>, { key, secret } = live, prefix = ''): Promise<string> {
  const answer = await anyone
    .post(`${prefix}/oauth2/token`)
    .auth(key, secret)
    .type('form')
    .send({ grant_type: 'client_credentials' })
    .expect(200);
  return (answer.body as { access_token: string }).access_token;
}

/** A 401 of v3 has no body. The Node SDK fetches another token where its header has the word `expired`. */
function expectRefused({ status, text, headers }: Response, hint: string) {
  expect({ status, text }).toEqual({ status: 401, text: '' });
  expect(headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", error_description="[^"]+"$/);
  expect(headers['www-authenticate']?.includes('expired')).toBe(hint.includes('expired'));
  expect(headers['x-faxsim-hint']).toContain(hint);
  expect(headers).not.toHaveProperty('content-type');
}

describe('an access token', () => {
  test('is given to the live key, for an hour', async () => {
    const { anyone } = openSimulator();
    const { body, headers } = await anyone
      .post('/oauth2/token')
      .auth(live.key, live.secret)
      .type('form')
      .send({ grant_type: 'client_credentials' })
      .expect(200);
    expect(body).toEqual({ access_token: expect.any(String), expires_in: 3599, scope: '', token_type: 'bearer' });
    expect(headers['cache-control']).toBe('no-store');
    // The official client takes a text of three parts with dots between them for a JWT, and reads its end by the real clock.
    expect(body.access_token).toMatch(/^[\w-]+$/);
  });

  test('opens the project of its key, as Basic does', async () => {
    const world = openSimulator({ faxes: [sentFax()] });
    const { base } = projectIn(world);
    const token = await tokenOf(world);
    const byToken = await world.anyone.get(`${base}/faxes`).auth(token, { type: 'bearer' }).expect(200);
    const byBasic = await world.live.get(`${base}/faxes`).expect(200);
    expect(byToken.body).toEqual(byBasic.body);
    await world.anyone.get(`${base}/faxes`).set('Authorization', `bearer  ${token}`).expect(200);
  });

  test.each([undefined, 'Digest abc', 'Bearer a b', 'Basic'])(
    'and Basic are both named where the Authorization header is %j',
    async (authorization) => {
      const world = openSimulator();
      const asking = world.anyone.get(`${projectIn(world).base}/faxes`);
      const answer = await (authorization === undefined ? asking : asking.set('Authorization', authorization));
      expectRefused(answer, 'by HTTP Basic authentication, or a token of POST /oauth2/token as Bearer');
    },
  );

  test('ends after an hour on the clock of its world', async () => {
    const world = openSimulator();
    const { base } = projectIn(world);
    const token = await tokenOf(world);
    const ask = () => world.anyone.get(`${base}/faxes`).auth(token, { type: 'bearer' });
    await world.clock.advance(hour - 2 * second);
    await ask().expect(200);
    await world.clock.advance(second);
    expectRefused(await ask(), 'expired');
    await world.anyone
      .get(`${base}/faxes`)
      .auth(await tokenOf(world), { type: 'bearer' })
      .expect(200);
  });

  test('outlives a reset, a rewind, and a restart of the simulator', async () => {
    const world = openSimulator();
    const { base } = projectIn(world);
    const token = await tokenOf(world);
    await world.anyone.post('/_faxsim/reset').expect(200);
    await world.anyone.get(`${base}/faxes`).auth(token, { type: 'bearer' }).expect(200);
    const restarted = openSimulator();
    await restarted.anyone.get(`${base}/faxes`).auth(token, { type: 'bearer' }).expect(200);
  });

  test.each(['1969-12-31T22:30:00Z', '1969-12-31T23:30:00Z', '1900-01-01T00:00:00Z'])(
    'holds for an hour on a clock of %s too',
    async (start) => {
      const world = openSimulator({ newWorldsAt: Date.parse(start) });
      const { body } = await world.anyone.post('/_faxsim/worlds').send({ id: 'old', fixture: 'empty' }).expect(200);
      const { credentials, project_id: id } = body.data;
      const token = await tokenOf(world, credentials.live, '/w/old');
      const ask = () => world.anyone.get(`/w/old/v3/projects/${id}/faxes`).auth(token, { type: 'bearer' });
      await ask().expect(200);
      await world.anyone.post('/w/old/_faxsim/clock').send({ advance: '1h' }).expect(200);
      expectRefused(await ask(), 'expired');
    },
  );

  test('has no letters but its own', async () => {
    const world = openSimulator();
    const { base } = projectIn(world);
    const token = await tokenOf(world);
    for (const wrong of [
      `${token}=`,
      `.${token}`,
      `${token}~`,
      token.replace(/^(..)/, '$1!'),
      `${token.slice(0, 9)}%${token.slice(9)}`,
    ])
      expectRefused(await world.anyone.get(`${base}/faxes`).auth(wrong, { type: 'bearer' }), 'access token is wrong');
    fc.assert(
      fc.property(
        fc.nat(token.length),
        fc.constantFrom('!', '.', '~', '=', '%', '+', '/', ' ', ':', 'é'),
        (at, letter) => {
          const changed = token.slice(0, at) + letter + token.slice(at);
          expect(ownerOfToken(changed, world.simulator.parts.worlds)).toBeUndefined();
        },
      ),
    );
  });

  test('is worth nothing after a change in it', async () => {
    const world = openSimulator();
    const { base } = projectIn(world);
    const token = await tokenOf(world);
    const text = Buffer.from(token, 'base64url').toString();
    const later = Buffer.from(text.replace(/:(\d+):/, (_match, end: string) => `:${Number(end) + 1}:`)).toString(
      'base64url',
    );
    expect(later).not.toBe(token);
    for (const wrong of [
      later,
      `${token}x`,
      token.slice(0, -3),
      'x',
      'eyJhbGciOiJub25lIn0.eyJleHAiOjQxMDI0NDQ4MDB9.',
      live.key,
    ]) {
      expectRefused(await world.anyone.get(`${base}/faxes`).auth(wrong, { type: 'bearer' }), 'access token is wrong');
    }
  });

  test('of one world opens no other one, and leads to its own where the path names none', async () => {
    const world = openSimulator({ faxes: [sentFax()] });
    const { body } = await world.anyone
      .post('/_faxsim/worlds')
      .send({ id: 'other', fixture: 'empty', seed: 8 })
      .expect(200);
    const { credentials, project_id: others } = body.data as {
      credentials: typeof defaultCredentials;
      project_id: string;
    };
    const own = projectIn(world);
    expect(others).not.toBe(own.id);
    const [token, foreign] = [await tokenOf(world), await tokenOf(world, credentials.live, '/w/other')];
    const ask = (path: string, by: string) => world.anyone.get(path).auth(by, { type: 'bearer' });
    expectRefused(await ask(`/w/other/v3/projects/${others}/faxes`, token), `The project of this key is ${own.id}`);
    expectRefused(await ask(`${own.base}/faxes`, foreign), `The project of this key is ${others}`);
    for (const prefix of ['', '/w/other']) {
      const answer = await ask(`${prefix}/v3/projects/${others}/faxes`, foreign).expect(200);
      expect(answer.body).toMatchObject({ totalItems: 0 });
    }
  });

  test.each<[what: string, ask: (world: World) => PromiseLike<Response>, status: number, error: string]>([
    [
      'wrong secret',
      ({ anyone }) =>
        anyone.post('/oauth2/token').auth(live.key, 'wrong').type('form').send({ grant_type: 'client_credentials' }),
      401,
      'invalid_client',
    ],
    [
      'test key',
      ({ test: caller }) => caller.post('/oauth2/token').type('form').send({ grant_type: 'client_credentials' }),
      401,
      'invalid_client',
    ],
    [
      'no credentials',
      ({ anyone }) => anyone.post('/oauth2/token').type('form').send({ grant_type: 'client_credentials' }),
      401,
      'invalid_client',
    ],
    [
      'no grant',
      ({ live: caller }) => caller.post('/oauth2/token').type('form').send({}),
      400,
      'unsupported_grant_type',
    ],
    [
      'another grant',
      ({ live: caller }) => caller.post('/oauth2/token').type('form').send({ grant_type: 'password' }),
      400,
      'unsupported_grant_type',
    ],
    ['broken JSON', ({ live: caller }) => caller.post('/oauth2/token').type('json').send('{'), 400, 'invalid_request'],
  ])('is refused in the form of RFC 6749: %s', async (_what, ask, status, error) => {
    const answer = await ask(openSimulator());
    expect({ status: answer.status, body: answer.body }).toEqual({
      status,
      body: { error, error_description: expect.stringMatching(/./) },
    });
  });
});

describe('a project', () => {
  test('is refused to the test key, whose faxes v3 shows all the same', async () => {
    const world = openSimulator();
    const project = projectIn(world);
    await world.send({}, { as: 'test' }).expect(200);
    expectRefused(await world.test.get(`${project.base}/faxes`), 'does not exist in v3: use the live one');
    await world.clock.advance(minute);
    expect((await project.get('/faxes')).body.faxes).toMatchObject([{ status: 'COMPLETED' }]);
  });

  test.each([
    ['/v3/projects/other/faxes'],
    ['/v3/projects/00000000-0000-4000-8000-000000000000/faxes/01HDF5S9P29WC29J578J8EKC1C'],
  ])('of another id gets 401 and the right id in a hint: %s', async (path) => {
    const world = openSimulator();
    expectRefused(await world.live.get(path), `The project of this key is ${projectIn(world).id}`);
  });

  test.each([
    ['no credentials', undefined],
    ['a wrong secret', `Basic ${Buffer.from(`${live.key}:wrong`).toString('base64')}`],
    ['a wrong key', `Basic ${Buffer.from(`wrong:${live.secret}`).toString('base64')}`],
    ['the test pair', `Basic ${Buffer.from(`${testKeys.key}:${testKeys.secret}`).toString('base64')}`],
    ['the key id as a token', `Bearer ${live.key}`],
    ['another scheme', `Digest username="${live.key}"`],
  ])('is refused to %s, also with the keys as parameters', async (_what, authorization = '') => {
    const { anyone, ...world } = openSimulator();
    const { base } = projectIn(world);
    const answer = await anyone
      .get(`${base}/faxes?api_key=${live.key}&api_secret=${live.secret}`)
      .set('Authorization', authorization);
    expectRefused(answer, '');
  });

  test('has an id that follows from the seed, or that the settings say', async () => {
    const world = openSimulator();
    const { id } = projectIn(world);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(projectIn(openSimulator()).id).toBe(id);
    await world.anyone.patch('/_faxsim/settings').send({ project_id: 'my-project' }).expect(200);
    expect((await world.live.get('/v3/projects/my-project/faxes').expect(200)).body.totalItems).toBe(0);
    expectRefused(await world.live.get(`/v3/projects/${id}/faxes`), 'The project of this key is my-project');
  });
});
