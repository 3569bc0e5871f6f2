import { expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import type { WorldHandle } from '../../src/control/client/connect.ts';
import { accessibilityProblems, builtMain, describeInBrowser, problemsInBothThemes } from '../support/browser.ts';
import { start } from '../support/program.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const strip = (page: Page) => page.getByRole('region', { name: 'Changed in this world' });
const condition = (page: Page, text: string | RegExp) => strip(page).locator('li', { hasText: text });
const end = (page: Page, name: string) => strip(page).getByRole('button', { name });
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

async function call({ baseUrl, credentials }: Pick<WorldHandle, 'baseUrl'> & { credentials: Keys }, path: string) {
  const { key, secret } = credentials.live;
  return fetch(`${baseUrl}${path}`, { headers: { Authorization: `Basic ${btoa(`${key}:${secret}`)}` } });
}
interface Keys {
  readonly live: { readonly key: string; readonly secret: string };
}

describeInBrowser('what is not normal', ({ newWorld, open, openUrl, allowProblems }) => {
  test('stands below the header of every screen with its count, and is switched off there', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'real' });
    const page = await open(world, 'faxes');
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    expect(await strip(page).count()).toBe(0);

    await world.scenarios.on('outage');
    await condition(page, /^outage· 0 hits/).waitFor();
    await call(world, '/v2.1/account/status');
    await condition(page, /^outage· 1 hit/).waitFor();
    await page.getByRole('link', { name: 'Scenarios 1 on' }).waitFor();
    await page.goto(page.url().replace('/faxes', '/evidence'));
    await end(page, 'Switch off: outage').click();
    await strip(page).waitFor({ state: 'detached' });
    expect(await world.scenarios.list()).toEqual([]);

    await world.scenarios.on('webhook-never(event=fax_completed,fax=323034821,times=1)');
    const long = condition(page, 'webhook-never').getByRole('link');
    await long.waitFor();
    expect(await long.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await world.scenarios.off('webhook-never');

    await world.settings.change({ rate_limit: '1/1h' });
    await world.clock.move({ speed: 60 });
    await condition(page, 'rate limit 1/1h').waitFor();
    for (let calls = 0; calls < 3; calls++) await call(world, '/v2.1/account/status');
    await condition(page, '2 refused').waitFor();
    await end(page, 'Real time: clock ×60').click();
    await condition(page, 'clock').waitFor({ state: 'detached' });
    await end(page, 'Lift: rate limit').click();
    await strip(page).waitFor({ state: 'detached' });
    expect([(await world.clock.show()).speed, (await world.settings.show()).rate_limit]).toEqual([1, null]);
  });

  test('takes its room from the end of the content, and all of it ends by one button', async () => {
    const world = await newWorld({ fixture: 'demo', clock: 'manual', settings: { fax_retry_delay: '2m' } });
    const page = await open(world, 'faxes');
    const row = page.locator('.row').first();
    const before = await row.boundingBox();
    await world.settings.change({ inflight_webhooks: true, balance_cents: 5 });
    await world.scenarios.on('outage');
    await condition(page, 'outage').waitFor();
    await condition(page, 'inflight_webhooks').waitFor();
    expect(await row.boundingBox()).toEqual(before);
    expect(await problemsInBothThemes(page)).toEqual([]);

    await end(page, 'Back to normal').click();
    await page.getByText('Switched off outage; set back inflight_webhooks; the clock runs in real time').waitFor();
    await strip(page).waitFor({ state: 'detached' });
    expect(await world.scenarios.list()).toEqual([]);
    expect(await world.settings.show()).toMatchObject({
      inflight_webhooks: false,
      balance_cents: 5,
      fax_retry_delay: '2m',
    });
    expect((await world.clock.show()).speed).toBe(1);
  });

  test('ends at once, also a typed text and a sent scenario, and comes back by Undo in the former order', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 60 });
    await world.settings.change({ webhook_token: 'kept-token', inflight_webhooks: true });
    await world.scenarios.on('outage');
    const source = 'name: sent-one\ndescription: a\nrules: [{ id: x, on: sendFax, do: { fail: unavailable } }]';
    await world.scenarios.switch({ source });
    const page = await open(world, 'faxes');
    await condition(page, 'outage').waitFor();
    await end(page, 'Back to normal').click();
    await page.getByText('Switched off sent-one and outage; set back ').waitFor();
    await strip(page).waitFor({ state: 'detached' });
    expect((await world.settings.show()).webhook_token).toBeNull();

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('All is as before; the hits of scenarios begin at 0').waitFor();
    expect(await world.settings.show()).toMatchObject({ webhook_token: 'kept-token', inflight_webhooks: true });
    expect((await world.scenarios.list()).map(({ scenario }) => scenario)).toEqual(['sent-one', 'outage']);
    expect((await world.clock.show()).speed).toBe(60);
  });

  test('is also each setting that differs from that of the start, with a way back', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'real', settings: { webhook_version: 'v1' } });
    const page = await open(world, 'faxes');
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    await world.settings.change({ inflight_webhooks: true, balance_cents: 5 });
    await condition(page, /^inflight_webhooks· on/).waitFor();
    expect(await strip(page).locator('li').count()).toBe(1);
    await page.getByRole('link', { name: 'inflight_webhooks' }).click();
    await page.waitForURL('**/settings/inflight_webhooks');
    await end(page, 'Set back: inflight_webhooks').click();
    await strip(page).waitFor({ state: 'detached' });
    expect((await world.settings.show()).inflight_webhooks).toBe(false);
  });

  test.each([1920, 1280, 900])(
    'names in one line those for which it has room, and the others after a press, in %d px',
    async (width) => {
      const world = await newWorld({ fixture: 'empty', clock: 'real' });
      for (let last = 10; last < 40; last++) await world.scenarios.on(`busy-line(number=+121255501${last})`);
      const page = await open(world, 'faxes', { width });
      const more = end(page, ' more');
      await more.waitFor();
      expect((await strip(page).boundingBox())!.height).toBeLessThan(40);
      const shown = await strip(page).locator('li.mark:visible').count();
      expect(await more.innerText()).toBe(`and ${30 - shown} more`);
      expect(shown).toBeGreaterThanOrEqual(1);
      await more.click();
      await condition(page, '5550110').getByRole('link').click({ trial: true });
      expect(await strip(page).locator('li.mark:visible').count()).toBe(30);
      expect(await problemsInBothThemes(page)).toEqual([]);
      await end(page, 'Show fewer').click();
      await more.waitFor();
      expect((await strip(page).boundingBox())!.height).toBeLessThan(40);
    },
  );

  test('is one line with six of all kinds, and shows more of them in a wider window', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 60 });
    await world.settings.change({ rate_limit: '5/1m', inflight_webhooks: true, webhook_token: 'a-token' });
    await world.scenarios.on('outage(lasts=9h)');
    await world.scenarios.on('busy-line(number=+12125550140,wait=5s)');
    const page = await open(world, 'faxes', { width: 1280 });
    const counted = () => strip(page).locator('li.mark:visible').count();
    await end(page, ' more').waitFor();
    const before = await counted();
    expect((await strip(page).boundingBox())!.height).toBeLessThan(40);
    await page.setViewportSize({ width: 2400, height: 900 });
    await end(page, ' more').waitFor({ state: 'detached' });
    expect([before < 6, await counted()]).toEqual([true, 6]);
  });

  test('says which scenario hides another one that can never fire, here and in the list', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'real' });
    await world.scenarios.on('no-answer');
    await world.scenarios.on('busy-line');
    const page = await open(world, 'scenarios/no-answer');
    await condition(page, /^no-answer· hidden(?! by)/).waitFor();
    const row = page.locator('.row', { hasText: 'no-answer' });
    await row.locator('.badge', { hasText: /^hidden$/ }).waitFor();
    await row.getByText('hidden by busy-line/busy').waitFor();
    await page.locator('.detail').getByText('never fires, since busy-line/busy goes before it').waitFor();
    await world.scenarios.off('busy-line');
    await row.locator('.badge', { hasText: /^on$/ }).waitFor();
  });

  test('is also a frozen clock alone, which one button lets run', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    const page = await open(world, 'faxes');
    await condition(page, /^clock frozen/).waitFor();
    await end(page, 'Back to normal').click();
    await strip(page).waitFor({ state: 'detached' });
    expect((await world.clock.show()).speed).toBe(1);
  });

  test('names first a request that waits for the clock, however many scenarios are on', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    for (let last = 10; last < 40; last++) await world.scenarios.on(`busy-line(number=+121255501${last})`);
    await world.scenarios.on('slow-p99');
    const page = await open(world, 'faxes');
    await condition(page, /^clock frozen/).waitFor();
    const answer = call(world, '/v2.1/account/status');
    await strip(page).locator('li').first().getByRole('link', { name: '1 request waits for the clock' }).click();
    await page.waitForURL(/\/clock$/);
    await world.clock.advance('1s');
    expect((await answer).status).toBe(200);
  });

  test('comes back by the message about a scenario that was switched off, here and on its page', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'real' });
    const on = 'busy-line(number=+12025550177)';
    const names = async () => (await world.scenarios.list()).map(({ scenario }) => scenario);
    await world.scenarios.on(on);
    const page = await open(world, 'overview');
    const undo = page.locator('.toast', { hasText: 'Scenario busy-line(number=+12025550177) was switched off' });
    await end(page, `Switch off: ${on}`).click();
    await undo.waitFor();
    expect(await names()).toEqual([]);
    await undo.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.toast', { hasText: 'was switched on again; hits begin at 0' }).waitFor();
    expect(await names()).toEqual([on]);

    await condition(page, 'busy-line').getByRole('link').click();
    await page.getByRole('button', { name: `Switch off ${on}`, exact: true }).click();
    await undo.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.active-scenario').waitFor();

    await world.scenarios.on('outage');
    await condition(page, 'outage').waitFor();
    await page.getByRole('button', { name: 'Switch all off' }).click();
    await page
      .locator('.toast', { hasText: '2 scenarios were switched off' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await condition(page, 'outage').waitFor();
    expect(await names()).toEqual(['outage', on]);
  });

  test.each([1440, 390])('is not covered by a message, in %d px', async (width) => {
    const world = await newWorld({ fixture: 'empty' });
    for (let last = 10; last < 40; last++) await world.scenarios.on(`busy-line(number=+121255501${last})`);
    const { id } = await world.faxes.create({ status: 'success', to: ['+12025550123'] });
    const page = await open(world, `faxes/${id}`, { width });
    await end(page, width === 390 ? 'Changed: ' : 'and ').click();
    await page.getByRole('button', { name: 'Make busy' }).click();
    const message = (await page.locator('.toast').boundingBox())!;
    expect(message.y + message.height).toBeLessThanOrEqual((await strip(page).boundingBox())!.y);
  });

  test('says in the header how far a clock that was moved stays ahead', async () => {
    const now = new Date().toISOString();
    const world = await newWorld({ fixture: 'empty', clock: 'real', start_time: now });
    await world.clock.move({ advance: '3d', speed: 0 });
    const page = await open(world, 'faxes');
    await page.locator('.speed', { hasText: 'frozen' }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const ahead = page.locator('a.speed', { hasText: /^\+3 d$/ });
    await ahead.waitFor();
    expect(await ahead.getAttribute('title')).toContain('a rewind or a reset takes it back');
    await page.locator('[aria-live=polite]', { hasText: 'No change in this world' }).waitFor({ state: 'attached' });
    await ahead.click();
    await page.waitForURL('**/clock');
    await page.getByRole('link', { name: 'reset of this world' }).waitFor();
  });

  test('is a chip beside the others, however long its texts are', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    await world.settings.change({ send_callback_url: `http://localhost:3999/${'long/'.repeat(30)}` });
    await world.scenarios.on('no-answer');
    await world.scenarios.on('busy-line');
    const page = await open(world, 'faxes', { width: 1280 });
    const chips = page.locator('.strip li:not(.out)');
    await chips.nth(2).waitFor();
    expect(await page.locator('.strip li', { hasText: 'hidden' }).first().innerText()).not.toContain('hidden by');
  });

  test('says when it ends, and is gone once it is over, no longer counted as on', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    const page = await open(world, 'overview');
    allowProblems(/503/);
    const outage = page.locator('.tries li', { hasText: 'An outage' });
    await outage.getByRole('button', { name: 'Begin it' }).click();
    await outage.getByText('It ends in 2 min.').waitFor();
    await world.clock.advance('40s');
    await condition(page, /^outage· 1 hit · ends in 1 min 20 s/).waitFor();
    await condition(page, /^outage/)
      .and(page.locator('.on'))
      .waitFor();
    await outage.getByText('It ends in 1 min 20 s.').waitFor();
    await page.getByRole('link', { name: 'Scenarios 1 on' }).click();
    const row = page.locator('.row', { hasText: 'ends in 1 min 20 s' });
    await page.locator('h1', { hasText: 'Scenarios 1 on' }).waitFor();
    await row.click();
    await page.locator('.detail .badge', { hasText: 'On' }).waitFor();
    await page.getByText('; ends at 2026-01-31 12:02:00').waitFor();

    await world.clock.advance('2m');
    await strip(page).getByRole('link', { name: 'outage' }).waitFor({ state: 'detached' });
    await page.locator('h1', { hasText: 'Scenarios 0 on' }).waitFor();
    expect(await page.getByRole('link', { name: /^Scenarios/ }).textContent()).toBe('Scenarios');
    await page.getByRole('region', { name: 'Over' }).locator('.row', { hasText: '1 hit · over' }).waitFor();
    expect(await page.getByRole('region', { name: 'On now' }).count()).toBe(0);
    await page.locator('.detail .badge', { hasText: 'Over' }).waitFor();
    await page.getByText('; ended at 2026-01-31 12:02:00').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await world.scenarios.on('outage');
    await page.getByRole('link', { name: 'Scenarios 1 on' }).waitFor();
  });

  test('is counted at the button for faults, above the webhooks', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'webhooks');
    await page.getByRole('button', { name: 'Faults…', exact: true }).click();
    await page.getByRole('switch', { name: 'webhook-receiver-down' }).click();
    await page.getByRole('switch', { name: 'webhook-receiver-down', checked: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Faults… · 1 on' }).waitFor();
    await condition(page, 'webhook-receiver-down').waitFor();
  });

  test.each([1440, 1024, 390])('has no fault that axe knows in either theme, and fits, in %d px', async (width) => {
    const world = await newWorld({ fixture: 'empty', clock: 60 });
    await world.settings.change({ rate_limit: '5/1m' });
    await world.scenarios.on('busy-line');
    await world.scenarios.on('outage(lasts=9h)');
    const page = await open(world, 'faxes', { width });
    if (width === 390) await page.getByRole('button', { name: '2 scenarios, ' }).click();
    await condition(page, 'clock ×60').waitFor();
    await condition(page, 'outage').waitFor({ state: 'attached' });
    expect(await problemsInBothThemes(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });

  test('a lost connection is said, holds all actions, and mends by itself, in either theme', async () => {
    allowProblems(/ERR_|Failed to load/);
    const args = ['--fixture', 'empty', '--strict-auth'];
    const first = await start(['--port', '0', ...args], {}, { main: builtMain });
    const { port, host } = new URL(first.baseUrl);
    const page = await openUrl(`${first.baseUrl}/_faxsim/ui/w/default/faxes`);
    await condition(page, 'strict authentication').waitFor();
    await page.locator('.speed', { hasText: 'real time' }).waitFor();
    await first.stop();
    const band = page.getByRole('region', { name: 'No connection' });
    await band.getByText(new RegExp(`faxsim on ${host} has not answered since \\d\\d:\\d\\d:\\d\\d UTC`)).waitFor();
    await band.getByText(`npx faxsim --port`).waitFor();
    await page.locator('p[aria-live]', { hasText: 'has not answered since' }).waitFor({ state: 'attached' });
    await page.locator('.speed', { hasText: 'of then' }).waitFor();
    for (const name of ['+1 h', 'Freeze', 'Send', 'Receive']) {
      expect(await page.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')).toBe('true');
    }
    const clock = page.locator('.clock strong');
    const shown = await clock.textContent();
    expect(await problemsInBothThemes(page)).toEqual([]);
    expect(await clock.textContent()).toBe(shown);

    const second = await start(['--port', port, ...args], {}, { main: builtMain });
    await band.waitFor({ state: 'detached' });
    const again = page.getByRole('region', { name: 'Another start' });
    await again.getByText(/faxsim was started again at \d\d:\d\d:\d\d UTC/).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    await again.getByRole('button', { name: 'Dismiss' }).click();
    await again.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '+1 h', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'nothing happened' }).waitFor();
    await second.stop();
  });

  test('a start that answers before the page has missed the one before is said, once, and not after a gap of one start', async () => {
    allowProblems(/ERR_|Failed to load/);
    const args = ['--fixture', 'empty'];
    const first = await start(['--port', '0', ...args], {}, { main: builtMain });
    const { port } = new URL(first.baseUrl);
    const page = await openUrl(`${first.baseUrl}/_faxsim/ui/w/default/faxes`);
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    const asked = new Promise<Route>((resolve) => {
      void page.route('**/events?*', (route) => resolve(route), { times: 1 });
    });
    await first.stop();
    const held = await asked;
    const second = await start(['--port', port, ...args], {}, { main: builtMain });
    await held.continue();
    const again = page.getByRole('region', { name: 'Another start' });
    await again.getByRole('button', { name: 'Dismiss' }).click();
    await fetch(`${second.baseUrl}/_faxsim/reset`, { method: 'POST' });
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();
    expect(await again.count()).toBe(0);
    await second.stop();
  });
});

describeInBrowser('a long log', ({ newWorld, open }) => {
  test('has the number of the world, leads to older requests, and is cleared after a question', async () => {
    const world = await newWorld({ fixture: 'empty' });
    for (let batch = 0; batch < 21; batch++) {
      await Promise.all(Array.from({ length: 50 }, () => fetch(`${world.baseUrl}/v2.1/public/countries`)));
    }
    const page = await open(world, 'requests');
    await page.locator('h1', { hasText: /^Requests 1,000 newest of 1,050$/ }).waitFor();
    await call(world, '/v2.1/account/status');
    await page.locator('h1', { hasText: /^Requests 1,000 newest of 1,051$/ }).waitFor();
    await page.getByRole('button', { name: '51 older', exact: true }).click();
    await page.locator('h1', { hasText: /^Requests 1,051$/ }).waitFor();
    await page.keyboard.press('j');
    await page.locator('.row a:focus').waitFor();
    await page.keyboard.press('End');
    await page.waitForURL('**/requests/1');

    await page.getByRole('button', { name: 'Clear…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clear the requests' });
    await dialog.getByText('This removes 1,051 requests').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await world.requests.count()).toMatchObject({ count: 1051 });
    await page.getByRole('button', { name: 'Clear…' }).click();
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    expect(await world.requests.count()).toMatchObject({ count: 0 });
  });
});

describeInBrowser('a move of the clock that takes long', ({ newWorld, open }) => {
  test('shows its progress in every tab, and is stopped from any of them', async () => {
    let release: ((status: number) => void) | undefined;
    const held = new Promise<number>((resolve) => (release = resolve));
    const receiver = await startReceiver(() => held);
    const world = await newWorld({ settings: { traffic: '3600/1h', send_callback_url: receiver.url } });
    const [page, other] = [await open(world, 'faxes'), await open(world, 'clock')];
    for (const tab of [page, other]) await tab.locator('.live', { hasText: 'Live' }).waitFor();
    await page.getByRole('button', { name: '+1 day', exact: true }).click();
    await page.locator('.clock .move-progress', { hasText: /events? of about 500,000$/ }).waitFor();
    for (const tab of [page, other]) {
      await tab.locator('.clock .move-progress', { hasText: /of 1 d, [\d,]+ events?/ }).waitFor();
      expect(await tab.locator('.clock').getByRole('button', { name: '+1 h' }).count()).toBe(0);
    }
    expect(await accessibilityProblems(other)).toEqual([]);
    await other.locator('.clock').getByRole('button', { name: 'Stop' }).click();
    release?.(200);
    await page.getByText(/Stopped: it is \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S+: [\d,]+ events/).waitFor();
    for (const tab of [page, other]) {
      await tab.locator('.clock').getByRole('button', { name: '+1 h', exact: true }).waitFor();
    }
    expect((await world.clock.show()).moving).toBeNull();
    await receiver.close();
  });
});
