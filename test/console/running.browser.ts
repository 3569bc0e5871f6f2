import { expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';

describeInBrowser('long work', ({ newWorld, open, allowProblems }) => {
  test.each(['light', 'dark'] as const)(
    'of another world is seen on each screen until it ends, or is stopped, in the %s theme',
    async (theme) => {
      allowProblems(/409|422/);
      const busy = await newWorld({ name: 'orders', fixture: 'empty', settings: { traffic: '120/1h' } });
      const world = await newWorld({ fixture: 'empty' });
      const page = await open(world, 'settings', { theme });
      await page.locator('.live', { hasText: 'Live' }).waitFor();
      const move = busy.clock.advance('365d');
      const running = page.getByRole('region', { name: 'Under way' });
      await running.getByText('Move of the clock of orders').waitFor();
      await running.getByText(/^\d+ (h|d).* of 365 d \(\d+ %\), 2026-\d\d-\d\d/).waitFor();
      await page.getByRole('status').getByText('Move of the clock of orders: under way').waitFor();
      for (const width of [1280, 900, 360]) {
        await page.setViewportSize({ width, height: 800 });
        expect({ width, problems: await accessibilityProblems(page) }).toEqual({ width, problems: [] });
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
      await page.goto(page.url().replace('settings', 'evidence'));
      await running.getByRole('button', { name: 'Stop: Move of the clock of orders' }).click();
      await running.waitFor({ state: 'detached' });
      expect(await move).toMatchObject({ stopped: true });
    },
  );

  test('of this world’s own clock stands beside the clock alone', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { traffic: '120/1h' } });
    const page = await open(world, 'webhooks');
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    const move = world.clock.advance('365d');
    await page.locator('.clock').getByRole('button', { name: 'Stop' }).click();
    expect(await move).toMatchObject({ stopped: true });
    expect(await page.getByRole('region', { name: 'Under way' }).count()).toBe(0);
  });
});
