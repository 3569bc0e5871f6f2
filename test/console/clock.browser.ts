import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startReceiver } from '../support/webhook-receiver.ts';
import { describeInBrowser, problemsInBothThemes } from '../support/browser.ts';

const part = (page: Page, title: string) =>
  page.locator('.part', { has: page.getByRole('heading', { name: title, exact: true }) });
const big = (page: Page, text: string) => page.locator('.clock-big', { hasText: text });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describeInBrowser('on the clock screen', ({ newWorld, open }) => {
  test('a demonstrator goes from step to step, and sees what happens', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const fax = await world.faxes.create({ status: 'queued', to: ['+12025550123'] });
    const page = await open(world, 'faxes');
    await page.getByTitle('Open the clock').click();
    await page.waitForURL('**/clock');
    const due = part(page, 'Due next');
    await due
      .locator('a', { hasText: `Fax ${fax.id}` })
      .first()
      .waitFor();
    const [step] = await world.clock.agenda();
    await due.getByRole('button').first().click();
    await big(page, step!.at.slice(11, 19)).waitFor();

    await page.getByRole('button', { name: 'Until idle' }).click();
    const happened = part(page, 'What happened');
    await happened.locator('li.good', { hasText: `Fax ${fax.id} to +1 202 555 0123 succeeds` }).waitFor();
    await due.getByText('Nothing is due').waitFor();
    await page.reload();
    await happened.locator('a', { hasText: `of fax ${fax.id}: recorded only` }).click();
    await page.waitForURL('**/webhooks/1');
  });

  test('a move until nothing is due says how far it went, and that the retries of a refused webhook took so long', async () => {
    const receiver = await startReceiver(() => 500);
    const world = await newWorld({ fixture: 'empty', settings: { send_callback_url: receiver.url }, clock: 0 });
    await world.faxes.create({ status: 'queued', to: ['+12025550123'] });
    const page = await open(world, 'faxes');
    const untilIdle = button(page, 'Until idle');
    expect(await untilIdle.getAttribute('title')).toContain('A refused webhook is retried for up to 3 d 1 h');
    await untilIdle.click();
    await page.getByText('Moved 3 d 1 h: 1 webhook was retried until it was given up.').waitFor();
    await receiver.close();
  });

  test('each press of Step moves by one step, however quick they are, and one message says where the clock is', async () => {
    const world = await newWorld({ fixture: 'empty', settings: { inflight_webhooks: true }, pace: 'real' });
    await world.faxes.create({ status: 'queued', to: ['+12025550123'], pages: 5 });
    const page = await open(world, 'faxes');
    const step = button(page, 'Step');
    await page.locator('.next-due', { hasText: /^Next (now|in .*): Fax/ }).waitFor();
    const steps = await world.clock.agenda();
    const taken = async () => {
      const { events } = await world.faxes.history({ id: steps[0]!.fax_id! });
      return events.filter(({ kind }) => kind === 'step').map(({ summary }) => summary);
    };
    for (let presses = 0; presses < 4; presses++) await step.click();
    while ((await taken()).length < 5);
    await page.getByText(/^It is .*: \d events?\b/).waitFor();
    // A fax is answered and transmits its first page at the same time.
    expect(await taken()).toEqual([
      ...['is converted into 5 pages', 'dials', 'is answered', 'transmits page 1 of 5', 'transmits page 2 of 5'],
    ]);
    expect(await page.locator('.toast').count()).toBe(1);
  });

  test('a reset leaves no event of before it', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'clock');
    const happened = part(page, 'What happened');
    await happened.getByText('Nothing has happened').waitFor();
    await world.simulate.receive({});
    await world.clock.runUntilIdle();
    await happened.locator('li').first().waitFor();
    await world.reset();
    await happened.getByText(`World ${world.id} reset`).waitFor();
    expect(await happened.locator('li').count()).toBe(1);
  });

  test('a typed time says the day that it means, before and after the move', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual', start_time: '2026-01-31T12:00:08Z' });
    const page = await open(world, 'clock');
    await big(page, '12:00:08').waitFor();
    const time = page.getByLabel('Time to go to');
    const meant = page.locator('.meant-time');
    await time.fill('now');
    await meant.getByText('= where the clock is').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The clock is there: it is 2026-01-31 12:00:08').waitFor();
    await time.fill('12:30');
    await meant.getByText('= today, Jan 31, 12:30:00 UTC, in 29 min 52 s').waitFor();
    await time.fill('12:00');
    await meant.getByText('= tomorrow, Feb 1, 12:00:00 UTC, in 23 h 59 min').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('It is the next day, 2026-02-01 12:00:00').waitFor();
    await meant.getByText('=').waitFor({ state: 'detached' });
  });

  test('the speed and the time can be set', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'clock');
    await big(page, '12:00:00').waitFor();
    const time = page.getByLabel('Time to go to');
    expect(await time.inputValue()).toMatch(/^\d{4}-\d\d-\d\d 12:00:00$/);
    await time.fill('2026-02-01 08:30:15');
    await button(page, 'Go to').click();
    await big(page, '08:30:15').waitFor();
    await time.fill('this evening');
    await button(page, 'Go to').click();
    const fault = page.locator('.go-to [role=alert]');
    await fault
      .getByText('“this evening” is no time: write 15:30, in 5 min, Jan 31, 15:30, 2026-01-31 15:30:00')
      .waitFor();
    await time.fill('2026-01-30 08:00');
    expect(await fault.count()).toBe(0);
    await button(page, 'Go to').click();
    await fault.getByText('2026-01-30 08:00:00 UTC is past: rewind the world, or reset it').waitFor();
    expect(await page.locator('.toast').allInnerTexts()).toEqual([
      expect.stringContaining('It is the next day, 2026-02-01 08:30:15 UTC: nothing happened'),
    ]);
    await big(page, '08:30:15').waitFor();
    await button(page, '×3600').click();
    await page.locator('.clock-card .badge', { hasText: '×3600' }).waitFor();
    expect((await world.clock.show()).speed).toBe(3600);
    await button(page, 'Frozen').click();
    await page.locator('.clock-card .badge', { hasText: 'frozen' }).waitFor();
    await button(page, 'Real time').click();
    await page.locator('.clock-card .badge').waitFor({ state: 'detached' });
  });

  test('the buttons of a phone stay in their place while the clock moves', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.clock.move({ set: new Date().toISOString(), speed: 1 });
    const page = await open(world, 'clock', { width: 390, height: 844 });
    const hour = page.locator('main').getByRole('button', { name: '+1 h' });
    await page.getByText('The time of this machine').waitFor();
    const before = await hour.boundingBox();
    await hour.click();
    await page.getByText('The clock never goes back alone.').waitFor();
    expect(await hour.boundingBox()).toEqual(before);
  });

  test('a time that is typed during a move stays', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'clock');
    await big(page, '12:00:00').waitFor();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    await page.route('**/clock', async (route) => {
      if (route.request().method() === 'POST') await ended;
      await route.continue();
    });
    const time = page.getByLabel('Time to go to');
    await time.fill('12:30');
    await button(page, 'Go to').click();
    await time.fill('15:');
    end();
    await page.locator('.toast', { hasText: '12:30:00' }).waitFor();
    expect(await time.inputValue()).toBe('15:');
  });

  test('the traffic is switched on, changed, and off', async () => {
    const world = await newWorld();
    const page = await open(world, 'clock');
    const traffic = part(page, 'Traffic');
    await traffic.getByLabel('Faxes').fill('6');
    await button(page, 'Start traffic').click();
    await traffic.getByText('6 faxes an hour').waitFor();
    expect((await world.settings.show()).traffic).toBe('6/1h');
    const before = (await world.faxes.list({})).total;
    await page.locator('.clock').getByRole('button', { name: '+1 h' }).click();
    await big(page, '13:00:00').waitFor();
    expect((await world.faxes.list({})).total).toBeGreaterThan(before + 2);
    await traffic.getByLabel('Time').selectOption('a minute');
    await button(page, 'Change').click();
    await traffic.getByText('6 faxes a minute').waitFor();
    await button(page, 'Stop traffic').click();
    await traffic.locator('.badge', { hasText: 'Off' }).waitFor();
    expect((await world.settings.show()).traffic).toBeNull();
  });

  test('works with the keyboard alone', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes');
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();
    for (const key of ['g', 't']) await page.keyboard.press(key);
    await page.waitForURL('**/clock');
    await button(page, 'Start traffic').focus();
    await page.keyboard.press('Enter');
    await button(page, 'Stop traffic').waitFor();
  });

  test('has no fault that axe knows in either theme', async () => {
    const world = await newWorld({ settings: { traffic: '6/h' } });
    const page = await open(world, 'clock');
    await part(page, 'Due next').locator('li').first().waitFor();
    await page.locator('.clock').getByRole('button', { name: '+1 h' }).click();
    await part(page, 'What happened').locator('li').nth(5).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
  });

  test.each([
    [360, 640],
    [1200, 800],
    [1600, 900],
  ])('fits in a window of %d × %d px', async (width, height) => {
    const page = await open(await newWorld(), 'clock', { width, height });
    await part(page, 'Due next').locator('li').first().waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    if (width < 560) await page.getByRole('button', { name: 'More' }).click();
    expect(await page.getByRole('link', { name: 'Clock', exact: true }).isVisible()).toBe(true);
  });
});
