import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from './faxsim-world.mjs';

test('a fax is sent', async () => {
  const { world, call } = await openWorld();
  const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
  const response = await call('/v2.1/faxes', { method: 'POST', body });
  assert.equal(response.status, 200);
  const { data } = await response.json();

  await world.clock.runUntilIdle();
  const fax = await world.faxes.show({ id: data.id });
  assert.equal(fax.status, 'success');
});
