import { describe, expect, test } from '@jest/globals';
import { openSimulator } from '../support/simulator.ts';

const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'fax.example:8443' };

/** The base URL of its world that a request through a proxy on this machine reads. */
async function baseUrlBy(trustedProxies: readonly string[]): Promise<unknown> {
  const { anyone } = openSimulator({ access: { trustedProxies, controlToken: 'open' } });
  const { body } = await anyone.get('/w/default/_faxsim/world').set(forwarded).auth('open', { type: 'bearer' });
  return body.data.base_url;
}

describe('the base URL of a world', () => {
  test.each([[['127.0.0.1', '::1']], [['loopback']], [['127.0.0.0/8', '::/1']]])(
    'is that of the client behind the trusted proxies %j',
    async (proxies) => {
      expect(await baseUrlBy(proxies)).toBe('https://fax.example:8443');
    },
  );

  test.each([[[]], [['10.0.0.0/8']]])('is not for other proxies to say, with %j trusted', async (proxies) => {
    expect(await baseUrlBy(proxies)).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});

test('a page that a trusted proxy serves may call the control API', async () => {
  const { anyone } = openSimulator({ access: { trustedProxies: ['loopback'], controlToken: 'open' } });
  const call = (origin: string) =>
    anyone
      .post('/_faxsim/reset')
      .set({ ...forwarded, Origin: origin, 'X-Faxsim-Client': 'console' })
      .auth('open', {
        type: 'bearer',
      });
  await call('https://fax.example:8443').expect(200);
  await call('https://evil.example').expect(403);
});

test('a host that no URL can have is refused, also where a trusted proxy names it', async () => {
  const { anyone } = openSimulator({ access: { trustedProxies: ['loopback'] } });
  const { body } = await anyone.get('/v2.1/public/countries').set('X-Forwarded-Host', 'a b').expect(400);
  expect(body.message).toBe(
    'The header X-Forwarded-Host must be a name or an address, and maybe a port, such as localhost:8329, got "a b"',
  );
  const { anyone: direct } = openSimulator();
  await direct.get('/v2.1/public/countries').set('X-Forwarded-Host', 'a b').expect(200);
});
