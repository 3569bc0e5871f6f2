import { createServer } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { openSimulator } from '../support/simulator.ts';

/** The simulator as another machine sees it. */
function fromElsewhere(controlToken?: string, address = '172.17.0.1') {
  const { app } = openSimulator(controlToken === undefined ? {} : { access: { controlToken } }).simulator;
  return request.agent(
    createServer((req, res) => {
      Object.defineProperty(req.socket, 'remoteAddress', { value: address, configurable: true });
      app(req, res);
    }),
  );
}

describe('from another machine', () => {
  test('only health and the authority to trust are public', async () => {
    const caller = fromElsewhere();
    const { body } = await caller.get('/_faxsim/world').expect(403);
    expect(body).toEqual({
      success: false,
      message:
        'The control API is open to this machine alone, unless faxsim has a --control-token (FAXSIM_CONTROL_TOKEN)',
    });
    await caller.post('/_faxsim/reset').expect(403);
    await caller.get('/w/default/_faxsim/world').expect(403);
    await caller.get('/_faxsim/nothing').expect(403);
    await caller.get('/_faxsim/livez').expect(200);
    await caller.get('/_faxsim/readyz').expect(200);
  });

  test('a token opens it, and no other', async () => {
    const caller = fromElsewhere('open-sesame');
    await caller.get('/_faxsim/world').auth('open-sesame', { type: 'bearer' }).expect(200);
    const { body } = await caller
      .get('/_faxsim/world')
      .auth('open-sesam', { type: 'bearer' })
      .expect(401)
      .expect('WWW-Authenticate', 'Bearer realm="faxsim"');
    expect(body.message).toMatch(/^The token that came with the call is not that of --control-token/);
    expect(body.message).not.toContain('sesam');
    const { body: missing } = await caller.get('/_faxsim/world').expect(401);
    expect(missing.message).toMatch(/takes calls with "Authorization: Bearer" and the token of --control-token/);
    await caller.get('/_faxsim/world').auth('open-sesame', 'x').expect(401);
  });

  test('the API of the service is open as ever', async () => {
    await fromElsewhere().get('/v2.1/faxes').expect(401);
  });
});

test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s is this machine', async (address) => {
  await fromElsewhere(undefined, address).get('/_faxsim/world').expect(200);
});

test.each(['10.0.0.1', '::ffff:192.168.1.2', 'fe80::1', '128.0.0.1', '1.127.0.0'])('%s is another', async (address) => {
  await fromElsewhere(undefined, address).get('/_faxsim/world').expect(403);
});

describe('a call that a proxy on this machine has passed on', () => {
  const headers = [
    ['Forwarded', 'for=192.0.2.7'],
    ['X-Forwarded-For', '192.0.2.7'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Forwarded-Host', 'fax.example'],
    ['X-Real-IP', '192.0.2.7'],
    ['X-Original-Forwarded-For', '192.0.2.7'],
    ['X-Cluster-Client-IP', '192.0.2.7'],
    ['True-Client-IP', '192.0.2.7'],
    ['CF-Connecting-IP', '192.0.2.7'],
    ['Fastly-Client-IP', '192.0.2.7'],
    ['Via', '1.1 proxy'],
  ] as const;

  test.each(headers)('is refused without a token, and the answer names its header: %s: %s', async (name, value) => {
    const { body } = await openSimulator().anyone.post('/_faxsim/reset').set(name, value).expect(403);
    expect(body.message).toBe(
      'The control API is open to this machine alone, unless faxsim has a --control-token (FAXSIM_CONTROL_TOKEN); ' +
        `a call with the header ${name.toLowerCase()} counts as one from another machine`,
    );
  });

  test.each(headers)('is answered with the token: %s: %s', async (name, value) => {
    const { anyone } = openSimulator({ access: { controlToken: 'open-sesame' } });
    const { body } = await anyone.get('/_faxsim/world').set(name, value).expect(401);
    expect(body.message).toContain(`a call with the header ${name.toLowerCase()} counts as one from another machine`);
    await anyone.get('/_faxsim/world').set(name, value).auth('open-sesame', { type: 'bearer' }).expect(200);
  });

  test('may ask whether the simulator is alive, and call the API of the service', async () => {
    const { anyone, live } = openSimulator();
    await anyone.get('/_faxsim/livez').set('Via', '1.1 proxy').expect(200);
    await live.get('/v2.1/faxes').set('Via', '1.1 proxy').expect(200);
  });
});

describe('a browser', () => {
  const { anyone } = openSimulator();
  const own = { Host: 'localhost:8329', Origin: 'http://localhost:8329', 'Sec-Fetch-Site': 'same-origin' };

  test.each([
    [own],
    [{ Host: '[::1]:8329' }],
    [{ Host: '127.0.0.1' }],
    [{ Host: 'faxsim:8329' }],
    [{ Host: 'fax.localhost' }],
    [{ Host: 'localhost.' }],
    [{ Host: 'Fax.Localhost.:8329' }],
    [{ Host: 'api.phaxio.com.' }],
    [{ Host: 'host.docker.internal:8329' }],
    [{ 'Sec-Fetch-Site': 'none' }],
  ])('is answered with %j', async (headers) => {
    await anyone.get('/_faxsim/world').set(headers).expect(200);
  });

  test.each([
    [
      { ...own, Origin: 'https://evil.example' },
      'A page that calls the simulator must be of its own origin, got https://evil.example',
    ],
    [{ ...own, Origin: 'http://localhost:3000' }, 'must be of its own origin'],
    [{ ...own, Origin: 'null' }, 'must be of its own origin'],
    [{ ...own, Origin: undefined, 'Sec-Fetch-Site': 'cross-site' }, 'must be of its own origin'],
    [{ Host: 'evil.example:8329' }, 'The host must be localhost, an address or a local name, got evil.example:8329'],
    [{ Host: '127.0.0.1.evil.example' }, 'The host must be'],
    [{ Host: 'evil.example', Origin: 'http://evil.example' }, 'The host must be'],
  ])('is refused with %j', async (headers, message) => {
    const given = Object.entries(headers).filter(([, value]) => value !== undefined);
    const { body } = await anyone
      .post('/_faxsim/reset')
      .set({ 'X-Faxsim-Client': 'console', ...Object.fromEntries(given) })
      .expect(403);
    expect(body.message).toContain(message);
  });

  test('may come by any name when it has the token', async () => {
    const tokened = openSimulator({ access: { controlToken: 'x' } }).anyone;
    await tokened.get('/_faxsim/world').set('Host', 'fax.example.com').auth('x', { type: 'bearer' }).expect(200);
    await tokened.get('/_faxsim/world').expect(200);
  });
});
