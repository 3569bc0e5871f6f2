import { expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';

describeInBrowser('the settings screen', ({ newWorld, open, allowProblems }) => {
  test('changes each setting in its place, and names its default', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'faxes');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('callback url');
    await page.getByRole('option').filter({ hasText: 'send_callback_url' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/send_callback_url');
    const field = page.getByRole('textbox', { name: 'send_callback_url', exact: true });
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('http://127.0.0.1:9/fax');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Set send_callback_url to its default' }).waitFor();
    await page.getByRole('textbox', { name: 'webhook_token' }).fill('secret');
    await page.getByRole('switch', { name: 'inflight_webhooks' }).check();
    await page.getByRole('button', { name: 'Set webhook_token to its default' }).waitFor();
    await page.getByRole('combobox', { name: 'webhook_version' }).selectOption('v2');
    await page.getByRole('status').filter({ hasText: 'webhook_version is v2' }).first().waitFor();
    expect(await world.settings.show()).toMatchObject({
      send_callback_url: 'http://127.0.0.1:9/fax',
      inflight_webhooks: true,
      webhook_token: 'secret',
      webhook_version: 'v2',
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set send_callback_url to its default' }).click();
    await page.getByRole('button', { name: 'Set send_callback_url to its default' }).waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('');
    expect((await world.settings.show()).send_callback_url).toBe(null);
  });

  test('has the options of the start beside the others where the window has room, else below', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'settings', { width: 1440 });
    const account = page.getByRole('heading', { name: 'Webhooks', level: 2 });
    const start = page.getByRole('heading', { name: 'At the start of the simulator' });
    const places = async () => [(await account.boundingBox())!, (await start.boundingBox())!] as const;
    await start.waitFor();
    const [one, other] = await places();
    expect([other.y, other.x > one.x + 300]).toEqual([one.y, true]);
    await page.setViewportSize({ width: 1000, height: 900 });
    const [above, below] = await places();
    expect([below.x, below.y > above.y + 300]).toEqual([above.x, true]);
  });

  test('hides the credentials of a URL, keeps them where nothing changes, and refuses them in another URL', async () => {
    allowProblems(/422/);
    const url = 'https://ada:hushhush@example.com/hook';
    const world = await newWorld({ fixture: 'empty', settings: { send_callback_url: url } });
    const page = await open(world, 'settings/send_callback_url');
    const field = page.getByRole('textbox', { name: 'send_callback_url', exact: true });
    await field.waitFor();
    expect(await field.inputValue()).toBe('https://•••@example.com/hook');
    expect(await page.content()).not.toContain('hushhush');
    await field.fill('https://•••@example.com/other');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'send_callback_url must have its credentials' }).waitFor();
    await field.fill('https://•••@example.com/hook');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save send_callback_url' }).waitFor({ state: 'detached' });
    const account = await world.records.show({ collection: 'account', key: 'account', with_credentials: true });
    expect(account['send_callback_url']).toBe(url);
  });

  test('says at a setting why its value is refused, and finds settings by their meaning', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'settings?q=retry');
    allowProblems(/422/);
    const field = page.getByRole('textbox', { name: 'fax_retry_delay' });
    await field.fill('soon');
    await page.getByRole('button', { name: 'Save fax_retry_delay' }).click();
    await page.getByRole('alert').filter({ hasText: 'fax_retry_delay must be' }).waitFor();
    expect(await page.locator('.settings code').allTextContents()).not.toContain('send_callback_url');
    await page.locator('#search').fill('seed');
    await page.locator('.settings li', { hasText: '--seed' }).getByText('The seed of all random draws').waitFor();
    expect(await page.locator('main h2').allTextContents()).toEqual(['At the start of the simulator']);
  });
});
