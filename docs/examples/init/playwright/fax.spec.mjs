import { expect, test } from './faxsim-world.mjs';

test('a fax is sent', async ({ faxsim: { world, call } }) => {
  const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
  const response = await call('/v2.1/faxes', { method: 'POST', body });
  expect(response.status).toBe(200);
  const { data } = await response.json();

  await world.clock.runUntilIdle();
  await expect(world).toHaveFax(data.id, { status: 'success' });
});
