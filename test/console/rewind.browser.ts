import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { connect } from '../../src/control/client/connect.ts';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { accessibilityProblems, builtMain, describeInBrowser } from '../support/browser.ts';
import { start } from '../support/program.ts';

const part = (page: Page) => page.locator('.part', { has: page.getByRole('heading', { name: 'Rewind', exact: true }) });
const slider = (page: Page) => part(page).getByRole('slider');
const button = (page: Page, name: string) => part(page).getByRole('button', { name, exact: true });

/** Sends a fax with the live keys of a world. */
async function send({ baseUrl, credentials: { live } }: OwnWorld): Promise<void> {
  const headers = { Authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  const body = new FormData();
  body.set('to', '+12025550123');
  body.set('file', new Blob(['a page']), 'a.txt');
  expect((await fetch(`${baseUrl}/v2.1/faxes`, { method: 'POST', headers, body })).status).toBe(200);
}

describeInBrowser('a world is rewound', ({ newWorld, open }) => {
  /** A world that has sent three faxes, an hour after each other. */
  async function usedWorld(): Promise<OwnWorld> {
    const world = await newWorld({ fixture: 'empty' });
    for (let count = 0; count < 3; count++) {
      await send(world);
      await world.clock.advance('1h');
    }
    return world;
  }

  test('with the slider of the clock, by the keyboard alone', async () => {
    const world = await usedWorld();
    const page = await open(world, 'clock');
    await part(page).getByText('Now', { exact: true }).waitFor();
    expect(await button(page, 'Rewind…').isDisabled()).toBe(true);
    await slider(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await part(page).getByRole('link', { name: '13:00:00 POST /v2.1/faxes' }).waitFor();
    await part(page).getByText('2 requests after 13:00:00, with 2 control calls, 2 faxes and 2 webhooks').waitFor();
    expect(await slider(page).getAttribute('aria-valuetext')).toBe('Before request 2: 13:00:00 POST /v2.1/faxes');

    await button(page, 'Rewind…').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Rewind to before request 2' });
    await dialog.locator('.problem', { hasText: 'This removes 2 requests after 13:00:00' }).waitFor();
    expect(await accessibilityProblems(page, 'dialog')).toEqual([]);
    await dialog.getByRole('button', { name: 'Take a snapshot first' }).click();
    await dialog.getByText('The snapshot before-rewind-to-2 is taken').waitFor();
    expect(await world.snapshots.list()).toMatchObject([{ name: 'before-rewind-to-2', faxes: 3 }]);
    await dialog.getByRole('button', { name: 'Rewind', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'The world is as it was before request 2' }).waitFor();
    await page.locator('.clock-big', { hasText: '13:00:00' }).waitFor();
    await part(page).getByText('Now', { exact: true }).waitFor();
    expect(await slider(page).getAttribute('max')).toBe('2');
    expect((await world.faxes.list()).total).toBe(1);

    await send(world);
    await page.locator('input[type=range][max="3"]').waitFor();
  });

  test('from a request, whose screen then shows the journal without it', async () => {
    const world = await usedWorld();
    const page = await open(world, 'requests/3');
    await page.getByRole('button', { name: 'Rewind…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await world.faxes.list()).total).toBe(3);
    await page.getByRole('button', { name: 'Rewind…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rewind' }).click();
    await page.waitForURL('**/requests');
    await page.locator('h1', { hasText: 'Requests 2' }).waitFor();
    expect(await page.locator('.row').count()).toBe(2);
    expect((await world.faxes.list()).total).toBe(2);
  });

  test('unless it has no requests', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'clock');
    await part(page).getByText('No request yet').waitFor();
    expect(await slider(page).count()).toBe(0);
  });

  test.each([
    ['light', 1440],
    ['dark', 360],
  ] as const)('on a page without a fault that axe knows, in the %s theme in %d px', async (theme, width) => {
    const page = await open(await usedWorld(), 'clock', { theme, width });
    await slider(page).focus();
    await page.keyboard.press('Home');
    await part(page).getByRole('link', { name: '12:00:00 POST /v2.1/faxes' }).waitFor();
    expect(await button(page, 'Earlier').isDisabled()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
});

describeInBrowser('a world that has forgotten its oldest requests', ({ openUrl, allowProblems }) => {
  test('says which can no longer be reached', async () => {
    const program = await start(['--port', '0', '--fixture', 'empty', '--journal', '1mb'], {}, { main: builtMain });
    try {
      // The whole bodies of these refused uploads, which only a rewind or a replay needs, are dropped before their requests.
      const { key, secret } = defaultCredentials.live;
      const body = new FormData();
      body.set('file', new Blob(['%PDF-', 'x'.repeat(150_000)]), 'broken.pdf');
      const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}` };
      for (let count = 0; count < 12; count++) {
        await fetch(`${program.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
      }
      const { oldest, dropped } = await connect({ baseUrl: program.baseUrl }).history.steps();
      const page = await openUrl(`${program.baseUrl}/_faxsim/ui/w/default/clock`);
      await part(page).getByText(`Requests 1 to ${dropped} can no longer be reached`).waitFor();
      expect(await slider(page).getAttribute('min')).toBe(String(oldest));
      await page.goto(`${program.baseUrl}/_faxsim/ui/w/default/requests`);
      await page.locator('.row').last().click();
      await page.getByRole('button', { name: 'Rewind…' }).click();
      await page.getByRole('dialog').getByText('can no longer be reached, since the history was full').waitFor();
      allowProblems(/404/);
    } finally {
      await program.stop();
    }
  });
});
