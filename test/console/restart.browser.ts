import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, builtMain, describeInBrowser } from '../support/browser.ts';
import { start } from '../support/program.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Another start' });
const live = (page: Page) => page.locator('.live', { hasText: 'Live' }).waitFor();
const args = ['--fixture', 'empty'];

describeInBrowser('after another start of the simulator', ({ openUrl, allowProblems }) => {
  test('the page of a world that the start ended says so, and creates the world again', async () => {
    allowProblems(/ERR_|Failed to load/);
    const first = await start(['--port', '0', ...args], {}, { main: builtMain });
    const { port } = new URL(first.baseUrl);
    await fetch(`${first.baseUrl}/_faxsim/worlds/team-b`, { method: 'PUT' });
    const page = await openUrl(`${first.baseUrl}/_faxsim/ui/w/team-b/faxes`);
    await live(page);
    await first.stop();
    const second = await start(['--port', port, ...args], {}, { main: builtMain });
    await page.getByRole('heading', { name: 'There is no world team-b' }).waitFor();
    await page
      .getByText(/^faxsim was started again at .* UTC\. No world outlives a start, so this one is gone/)
      .waitFor();
    await banner(page).getByText('What was there before is gone: no data directory keeps it.').waitFor();
    await page.locator('.world-switch option', { hasText: 'team-b (gone)' }).waitFor({ state: 'attached' });
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.goto(`${first.baseUrl}/_faxsim/ui/w/default/worlds/team-b`);
    await page
      .getByText(/ended with a start of faxsim before the one at .* UTC, or the address has a mistake/)
      .waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Create team-b' }).click();
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();
    await live(page);

    await fetch(`${second.baseUrl}/_faxsim/worlds/team-b`, { method: 'DELETE' });
    await page.getByText('It was closed, or had no request for too long.').waitFor();
    await second.stop();
  });

  test('the page says that a data directory has kept the default world', async () => {
    allowProblems(/ERR_|Failed to load/);
    const directory = await mkdtemp(join(tmpdir(), 'faxsim-data-'));
    const first = await start(['--port', '0', '--data', directory, ...args], {}, { main: builtMain });
    const { port } = new URL(first.baseUrl);
    const page = await openUrl(`${first.baseUrl}/_faxsim/ui/w/default/faxes`);
    await live(page);
    await first.stop();
    const second = await start(['--port', port, '--data', directory, ...args], {}, { main: builtMain });
    await banner(page)
      .getByText(
        `The default world is that of the data directory ${directory}; its requests and all other worlds of before are gone.`,
      )
      .waitFor();
    await second.stop();
    await rm(directory, { recursive: true });
  });

  test('a record of the start before is gone, and leads to its list', async () => {
    allowProblems(/ERR_|Failed to load/);
    const first = await start(['--port', '0', ...args], {}, { main: builtMain });
    const { port } = new URL(first.baseUrl);
    await fetch(`${first.baseUrl}/_faxsim/receive`, { method: 'POST' });
    const faxes: unknown = await (await fetch(`${first.baseUrl}/_faxsim/faxes`)).json();
    const { id } = (faxes as { data: { faxes: readonly { id: number }[] } }).data.faxes[0]!;
    const page = await openUrl(`${first.baseUrl}/_faxsim/ui/w/default/faxes/${id}`);
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await first.stop();
    const second = await start(['--port', port, ...args], {}, { main: builtMain });
    await page.getByText(`Fax ${id} is gone.`).waitFor();
    await page
      .getByRole('alert')
      .getByText(/^faxsim was started again at \d\d:\d\d:\d\d UTC\.$/)
      .waitFor();
    await page.getByRole('link', { name: 'All faxes' }).click();
    await page.waitForURL('**/w/default/faxes');
    await second.stop();
  });

  test('a screen whose script could not be loaded is there', async () => {
    allowProblems(/ERR_|Failed to load/);
    const first = await start(['--port', '0', ...args], {}, { main: builtMain });
    const { port } = new URL(first.baseUrl);
    const page = await openUrl(`${first.baseUrl}/_faxsim/ui/w/default/overview`);
    await live(page);
    await first.stop();
    for (const key of ['g', 'n']) await page.keyboard.press(key);
    await page.getByText('The script of the settings cannot be loaded').waitFor();
    const second = await start(['--port', port, ...args], {}, { main: builtMain });
    await page.locator('.settings-screen').waitFor();
    await second.stop();
  });
});

describeInBrowser('after a reset of the world', ({ newWorld, open, allowProblems }) => {
  test.each(['faxes', 'webhooks', 'requests'] as const)(
    'a record of %s is gone, and leads to its list',
    async (screen) => {
      allowProblems(/404/);
      const world = await newWorld({ fixture: 'empty' });
      const { fax } = await world.simulate.receive({});
      await fetch(`${world.baseUrl}/v2.1/public/countries`);
      await world.clock.runUntilIdle();
      const id = screen === 'faxes' ? fax!.id : 1;
      const page = await open(world, `${screen}/${id}`);
      await page.locator('.detail .part').first().waitFor();
      await page.locator('.live', { hasText: 'Live' }).waitFor();
      await world.reset();
      const gone = page.getByRole('alert');
      await gone.getByText(/^(Fax|Webhook|Request) \d+ is gone\.$/).waitFor();
      await gone.getByText(/^The world was reset, restored or rewound/).waitFor();
      await page.reload();
      await gone.getByText(/^This world has no (fax|webhook|request) \d+\.$/).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      const columns = page.locator('.first-steps .detail-columns > *');
      if (screen === 'requests') {
        await page.getByRole('heading', { name: 'Send the first request' }).waitFor();
        for (const column of await columns.all()) expect((await column.boundingBox())!.width).toBeGreaterThan(400);
      }
      await gone.getByRole('link', { name: `All ${screen}` }).click();
      await page.waitForURL(`**/${screen}`);
    },
  );
});
