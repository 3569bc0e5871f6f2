import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { assertFax, openWorld } from './faxsim-world.mjs';

describe('a fax', () => {
  it('is sent', async () => {
    const { world, call } = await openWorld();
    const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
    const response = await call('/v2.1/faxes', { method: 'POST', body });
    assert.equal(response.status, 200);
    const { data } = await response.json();

    await world.clock.runUntilIdle();
    await assertFax(world, data.id, { status: 'success' });
  });
});
