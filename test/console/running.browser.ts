import { expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser, problemsInBothThemes } from '../support/browser.ts';

describeInBrowser('long work', ({ newWorld, open, allowProblems }) => {
  test('of another world is seen on each screen until it ends, or is stopped, in either theme', async () => {
    allowProblems(/409|422/);
    const busy = await newWorld({ name: 'orders', fixture: 'empty', settings: { traffic: '120/1h' } });
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'settings');
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    const move = busy.clock.advance('365d');
    const running = page.getByRole('region', { name: 'Under way' });
    await running.getByText('Move of the clock of orders').waitFor();
    await running.getByText(/^\d+ (h|d).* of 365 d \(\d+ %\), 2026-\d\d-\d\d .*, [\d,]+ events$/).waitFor();
    await page.getByRole('status').getByText('Move of the clock of orders: under way').waitFor();
    for (const width of [1280, 900, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect({ width, problems: await problemsInBothThemes(page) }).toEqual({ width, problems: [] });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
    await page.goto(page.url().replace('settings', 'evidence'));
    await running.getByRole('button', { name: 'Stop: Move of the clock of orders' }).click();
    await running.waitFor({ state: 'detached' });
    expect(await move).toMatchObject({ stopped: true });
  });

  test('that a dialog began is seen in it: an import, with how far it is', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const document = JSON.stringify(await (await fetch(`${world.baseUrl}/_faxsim/export`)).json());
    const page = await open(world, `worlds/${world.id}`);
    const work = { id: 1, kind: 'import', world: world.id, unit: 'records', done: 12_000, total: 50_000 };
    await page.route('**/_faxsim/work', (route) =>
      route.fulfill({
        json: { success: true, message: '', data: [{ ...work, world_time: null, events: null, age_ms: 4000 }] },
      }),
    );
    await page.reload(); // the page looks for work when it is live
    const held = new Promise<() => void>((resolve) => {
      void page.route('**/_faxsim/import', (route) => resolve(() => void route.continue()));
    });
    await page.getByRole('button', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog');
    const file = { name: 'world.json', mimeType: 'application/json', buffer: Buffer.from(document) };
    await dialog.locator('[type=file]').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    const goOn = await held;
    await dialog.getByText('12,000 of 50,000 records (24 %)').waitFor();
    expect(await accessibilityProblems(page, 'dialog')).toEqual([]);
    goOn();
    await dialog.waitFor({ state: 'detached' });
  });

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
