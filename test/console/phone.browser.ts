import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { describeInBrowser, problemsInBothThemes } from '../support/browser.ts';
import { portOf } from '../support/port.ts';

const phone = { width: 390, height: 780, isTouched: true };
const smallPhone = { width: 320, height: 640, isTouched: true };

/** Waits until a field has a value that begins so. */
async function shows(field: Locator, begin: string): Promise<void> {
  while (!(await field.inputValue()).startsWith(begin)) await new Promise(setImmediate);
}

describeInBrowser('on a phone', ({ newWorld, open }) => {
  test('a tap on the time to go to selects it, and a typed time takes its place', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'clock', phone);
    const field = page.getByLabel('Time to go to');
    await shows(field, '2026-01-31 12:00');
    await field.tap();
    await page.keyboard.type('20:00');
    expect(await field.inputValue()).toBe('20:00');
    await page.keyboard.press('Enter');
    await page.locator('.clock-big', { hasText: '20:00:00' }).waitFor();
  });

  test('the time to go to follows the clock', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'clock', phone);
    const field = page.getByLabel('Time to go to');
    await shows(field, '2026-01-31 12:00');
    await page.getByRole('group', { name: 'Move the clock' }).last().getByRole('button', { name: '+1 h' }).tap();
    await shows(field, '2026-01-31 13:00');
  });

  test('the latest events and the steps that are due stand right below the moves of the clock, and wrap', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ status: 'queued', to: ['+12025550123'] });
    const page = await open(world, 'clock', smallPhone);
    await page.locator('.moments li').first().waitFor();
    const titles = await page.locator('.clock-screen .part h3').allInnerTexts();
    expect(titles.slice(0, 4)).toEqual(['Move', 'Speed', 'What happened', 'Due next']);
    const cut = await page
      .locator('.moments a')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth));
    expect(cut).toEqual([]);
  });

  test('a time that is refused has its reason in sight', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'clock', { ...smallPhone, height: 500 });
    const field = page.getByLabel('Time to go to');
    await shows(field, '2026-01-31');
    await page.evaluate(`(() => {
      const main = document.querySelector('main');
      const field = document.querySelector('[name=to]').getBoundingClientRect();
      main.scrollBy(0, field.bottom - main.getBoundingClientRect().bottom + 4);
    })()`);
    await field.fill('someday');
    await page.keyboard.press('Enter');
    await page.locator('.go-to [role=alert]').waitFor();
    const hidden = `document.querySelector('.go-to [role=alert]').getBoundingClientRect().bottom
      - document.querySelector('main').getBoundingClientRect().bottom`;
    while ((await page.evaluate<number>(hidden)) > 1) await new Promise(setImmediate);
  });

  test('a step says what happened, as wide as the window, and moves nothing on the page', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ status: 'queued', to: ['+12025550123'] });
    const page = await open(world, 'clock', phone);
    const speed = page.getByRole('heading', { name: 'Speed' });
    await page.locator('.moments li').first().waitFor();
    const before = await speed.boundingBox();
    await page.locator('.clock-side').getByRole('button', { name: 'Step' }).tap();
    const message = page.locator('.toast', { hasText: `: fax ${id}, ` });
    await message.waitFor();
    while ((await page.evaluate<number>('document.getAnimations().length')) > 0) await new Promise(setImmediate);
    expect(await speed.boundingBox()).toEqual(before);
    const place = (await message.boundingBox())!;
    expect(place.width).toBeGreaterThan(360);
    expect(place.height).toBeLessThan(100);
    await world.settings.change({ inflight_webhooks: true });
    await page.getByRole('region', { name: 'Changed in this world' }).waitFor();
    expect(await message.boundingBox()).toEqual(place);
  });

  const stepped = async (look: typeof phone) => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({ status: 'queued', to: ['+12025550123'] });
    const page = await open(world, 'clock', look);
    await page.locator('.moments li').first().waitFor();
    const step = page.locator('.clock-side').getByRole('button', { name: 'Step' });
    await step.tap();
    const message = page.locator('.toast', { hasText: 'It is' });
    await message.waitFor();
    const edgesOf = async (part: typeof step) => {
      const { y, height } = (await part.boundingBox())!;
      return { top: y, bottom: y + height };
    };
    return { page, step, edgesOf, message: await edgesOf(message) };
  };

  test('a message covers neither Step nor the title, and the last part scrolls from under it', async () => {
    const { page, step, edgesOf, message } = await stepped(phone);
    for (const part of [step, page.getByRole('heading', { name: 'Clock' }), page.locator('.clock-big')])
      expect((await edgesOf(part)).bottom).toBeLessThanOrEqual(message.top);
    const last = page.locator('.clock-screen > :last-child');
    await last.evaluate((part) => part.scrollIntoView({ block: 'end' }));
    expect((await edgesOf(last)).bottom).toBeLessThanOrEqual(message.top);
  });

  test('a message in a short window covers neither Step nor what happened', async () => {
    const { page, step, edgesOf, message } = await stepped(smallPhone);
    for (const part of [step, page.getByRole('heading', { name: 'What happened' })])
      expect((await edgesOf(part)).top).toBeGreaterThan(message.bottom);
  });

  test('a move to an attempt that is refused says so, and has not failed itself', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    await world.scenarios.switch({
      source: 'name: lost\ndescription: Loses webhooks.\nrules: [{ id: one, on: webhook, do: { drop: true } }]',
    });
    await world.faxes.create({ status: 'queued', to: ['+12025550123'], callback_url: 'http://127.0.0.1:9/hook' });
    const page = await open(world, 'clock', phone);
    await page.locator('.moments li').first().waitFor();
    await page.getByRole('button', { name: 'Until idle' }).first().tap();
    const message = page.locator('.toast.good', {
      hasText: /failed: webhook \d+ of fax \d+, fax_completed: dropped by/,
    });
    await message.waitFor();
  });

  test.each([
    ['+18 min', 18 * 60_000 + 20_000],
    ['+3 d', 78 * 3_600_000 + 60_000],
  ])('the header has the distance of a clock that was moved, by its largest unit: %s', async (text, aheadMs) => {
    const start = new Date(Date.now() + aheadMs).toISOString();
    const world = await newWorld({ fixture: 'empty', clock: 'real', start_time: start });
    for (const look of [phone, smallPhone, { width: 720, height: 450, isTouched: true }]) {
      const page = await open(world, 'faxes', look);
      const chip = page.locator('.clock-now .speed', { hasText: text });
      await chip.waitFor();
      expect(await chip.innerText()).toBe(text);
      const { x, width } = (await chip.boundingBox())!;
      const moves = page.getByRole('group', { name: 'Move the clock' }).first();
      expect(x + width).toBeLessThanOrEqual((await moves.boundingBox())!.x);
      const over = await moves.evaluate((row) => row.scrollWidth - row.clientWidth);
      expect([over, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([0, look.width]);
    }
  });

  test('a field has type of 16 px, so that Safari does not zoom in on it', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes', phone);
    await page.getByRole('button', { name: 'Send' }).tap();
    await page.getByRole('dialog', { name: 'Send a fax' }).waitFor();
    const sizes = await page.evaluate<string[]>(`
      [...document.querySelectorAll('dialog :is(input:not([type=checkbox], [type=radio], [type=file]), select, textarea)')]
        .map((one) => getComputedStyle(one).fontSize)`);
    expect(sizes.length).toBeGreaterThan(4);
    expect(new Set(sizes)).toEqual(new Set(['16px']));
  });

  test('Back returns to the place in the record that a link was followed from', async () => {
    const settings = { receive_callback_url: 'http://127.0.0.1:9/fax' };
    const world = await newWorld({ fixture: 'empty', settings });
    const { fax } = await world.simulate.receive({ pages: 2 });
    await world.webhooks.wait({ id: 1 });
    const page = await open(world, `faxes/${fax!.id}`, phone);
    const links = page.locator('.split-detail a[href$="/webhooks/1"]');
    await links.last().waitFor();
    await links.last().scrollIntoViewIfNeeded();
    const topOf = async (): Promise<number> =>
      page.evaluate(`Math.max(...[...document.querySelectorAll('main, .split-detail')].map((one) => one.scrollTop))`);
    const before = await topOf();
    expect(before).toBeGreaterThan(100);
    await links.last().tap();
    await page.getByRole('heading', { name: 'Response to attempt 1' }).waitFor();
    await page.goBack();
    await links.last().waitFor();
    while (Math.abs((await topOf()) - before) > 2) await new Promise(setImmediate);
  });

  test('the changes of a world are one line that opens', async () => {
    const world = await newWorld({ fixture: 'empty' });
    for (const on of ['webhook-late', 'busy-line(number=+12125550140,wait=5s)', 'outage(lasts=9h)'])
      await world.scenarios.switch({ on });
    await world.clock.move({ speed: 60 });
    const page = await open(world, 'overview', smallPhone);
    const strip = page.getByRole('region', { name: 'Changed in this world' });
    const sum = strip.getByRole('button', { name: 'Changed: clock ×60, 3 scenarios' });
    await sum.waitFor();
    expect((await strip.boundingBox())!.height).toBeLessThan(48);
    expect(await strip.getByRole('link', { name: 'outage(lasts=9h)' }).isVisible()).toBe(false);
    await sum.tap();
    const outage = strip.getByRole('link', { name: 'outage(lasts=9h)' });
    await outage.waitFor();
    expect(await outage.evaluate((link) => link.getClientRects().length)).toBe(1);
    expect(await problemsInBothThemes(page)).toEqual([]);
    await sum.tap();
    await outage.waitFor({ state: 'hidden' });
  });

  test.each([360, 320])('a signature in the band of a webhook stays within it at %i px', async (width) => {
    const body = JSON.stringify({ error: `Invalid signature, computed ${'1c0ffee0'.repeat(5)}` });
    const receiver = createServer((_request, response) => void response.writeHead(401).end(body)).listen(0);
    const settings = {
      receive_callback_url: `http://127.0.0.1:${await portOf(receiver)}/fax`,
      webhook_token: 'token-of-this-test',
    };
    const world = await newWorld({ fixture: 'empty', settings });
    await world.simulate.receive({ from: '+12025550123' });
    await world.webhooks.wait({ id: 1 });
    receiver.close();
    const page = await open(world, 'webhooks/1', { ...smallPhone, width });
    await page.getByRole('button', { name: 'Verify a signature' }).or(page.getByText('See the steps')).waitFor();
    const over = await page
      .locator('.problem')
      .first()
      .evaluate((band) => band.scrollWidth - band.clientWidth);
    expect(over).toBe(0);
  });

  test.each([390, 320])(
    'the button of each change can be reached at %i px, and a secret is only said to be set',
    async (width) => {
      const world = await newWorld({ fixture: 'empty', clock: 'real' });
      const token = 'faced0fa70ce4000000000000000000000000000';
      await world.settings.change({ webhook_token: token });
      const page = await open(world, 'faxes', { ...phone, width });
      const strip = page.getByRole('region', { name: 'Changed in this world' });
      const setBack = strip.getByRole('button', { name: 'Set back: webhook_token' });
      await setBack.waitFor();
      const fits = async (): Promise<void> => {
        const { x, width: own } = (await setBack.boundingBox())!;
        expect(x + own).toBeLessThanOrEqual(width);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      };
      await fits();
      expect((await strip.boundingBox())!.height).toBeLessThan(56);
      expect(await strip.locator('li').innerText()).toMatch(/^webhook_token\s+set\s+Set back$/);
      await world.scenarios.on('webhook-never(event=fax_completed,fax=323034821,times=1)');
      await world.settings.change({ send_callback_url: 'https://example.com/a/rather/long/path/of/callbacks' });
      const sum = strip.getByRole('button', { name: 'Changed: webhook-never · fax_completed, 2 settings' });
      await sum.tap();
      await fits();
      await setBack.tap();
      await setBack.waitFor({ state: 'detached' });
      expect((await world.settings.show()).webhook_token).not.toBe(token);
    },
  );

  test.each([390, 320])('the only scenario has its name at %i px, and its number in one line', async (width) => {
    const world = await newWorld({ fixture: 'empty' });
    await world.scenarios.on('busy-line(number=+12025550177,wait=5s)');
    const page = await open(world, 'overview', { ...phone, width });
    const strip = page.getByRole('region', { name: 'Changed in this world' });
    const sum = strip.getByRole('button', { name: 'Changed: clock frozen, busy-line · +1 202 555 0177' });
    await sum.waitFor();
    expect(await sum.evaluate((button) => button.scrollHeight - button.clientHeight)).toBe(0);
    expect((await strip.boundingBox())!.height).toBeLessThan(48);
    await sum.tap();
    await strip.getByRole('link', { name: 'busy-line' }).tap();
    await page.waitForURL('**/scenarios/*');
    await strip.getByRole('button', { name: 'Changed: ', expanded: false }).waitFor();
  });

  test('one change and a frozen clock end by one button', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.settings.change({ inflight_webhooks: true });
    const page = await open(world, 'faxes', phone);
    const strip = page.getByRole('region', { name: 'Changed in this world' });
    await strip.getByText('Changed: clock frozen, inflight_webhooks').waitFor();
    await strip.getByRole('button', { name: 'Back to normal' }).tap();
    await strip.waitFor({ state: 'detached' });
    expect((await world.clock.show()).speed).toBe(1);
  });

  test.each([
    ['at 200 %', 720, 450],
    ['on its side', 844, 390],
    ['on the side of a small phone', 667, 375],
    ['on the side of the smallest phone', 568, 320],
  ])('a low window shows that the clock is frozen, and its date: %s', async (_, width, height) => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes', { width, height, isTouched: true });
    const clock = page.getByRole('region', { name: 'Clock of this world' });
    await clock.getByText('frozen').waitFor();
    expect(await clock.getByText('2026-01-31').isVisible()).toBe(true);
    const last = (await page.locator('.top-end').boundingBox())!;
    expect(last.x + last.width).toBeLessThanOrEqual(width);
    const boxes = await page.locator('.clock :is(time, .zone, .speed, .button), .top-end .button').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .map(({ left, right }) => [left, right]),
    );
    const gaps = boxes.slice(1).map(([left = 0], at) => left - (boxes[at]?.[1] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(-1);
  });

  test('Back closes a dialog or the menu of the filters, and leaves the page behind it', async () => {
    const page = await open(await newWorld(), 'overview', phone);
    await page.getByRole('navigation').getByRole('link', { name: 'Faxes' }).tap();
    await page.getByRole('button', { name: 'Send' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Send a fax' });
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL('**/faxes');
    await page.locator('.filter-menu summary').tap();
    const menu = page.locator('.filter-menu .menu');
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: 'hidden' });
    await page.waitForURL('**/faxes');
    await page.goBack();
    await page.waitForURL('**/overview');
  });

  test('closes the other screens by a tap beside them, which opens nothing, and before a search', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ status: 'success', to: ['+12025550123'] });
    const page = await open(world, `faxes/${id}`, { width: 390, height: 844, isTouched: true });
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await page.locator('.detail-head .back').waitFor();
    await screens.getByRole('button', { name: 'More' }).tap();
    const { x, y, width, height } = (await page.locator('.detail-head .back').boundingBox())!;
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await screens.getByRole('button', { name: 'More' }).tap();
    expect(page.url()).toContain(`/faxes/${id}`);
    await screens.getByRole('button', { name: 'Find' }).tap();
    await page.keyboard.press('Escape');
    await screens.getByRole('button', { name: 'More' }).waitFor();
  });

  test('lying on its side leads to all screens', async () => {
    const page = await open(await newWorld(), 'faxes', { width: 720, height: 390, isTouched: true });
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('button', { name: 'More' }).tap();
    const { right } = await screens
      .getByRole('link', { name: 'Settings' })
      .evaluate((link) => link.getBoundingClientRect());
    expect(right).toBeLessThanOrEqual(720);
    await screens.getByRole('link', { name: 'Settings' }).tap();
    await page.waitForURL('**/settings');
    await screens.getByRole('button', { name: 'More' }).waitFor();
  });
});
