const { openWorld } = require('./faxsim-world');

test('a fax is sent', async () => {
  const { world, call } = await openWorld();
  const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
  const response = await call('/v2.1/faxes', { method: 'POST', body });
  expect(response.status).toBe(200);

  await world.clock.runUntilIdle();
  const { faxes } = await world.faxes.list();
  expect(faxes).toMatchObject([{ status: 'success' }]);
});
