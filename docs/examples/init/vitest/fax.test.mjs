import { expect, test } from 'vitest';
import { openWorld } from './faxsim-world.mjs';

test('a fax is sent', async () => {
  const { world, call } = await openWorld();
  const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
  const response = await call('/v2.1/faxes', { method: 'POST', body });
  expect(response.status).toBe(200);
  const { data } = await response.json();

  await world.clock.runUntilIdle();
  expect(await world.faxes.show({ id: data.id })).toMatchObject({ status: 'success' });
});
