import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { screenNames } from '../../console/routes.ts';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { accessibilityProblems, describeInBrowser, show, twoFrames } from '../support/browser.ts';
import { repeats } from '../support/soak.ts';

/**
 * The faults of a page's layout: what is wider than the window or than its own box, with its widest content,
 * and the buttons and links beyond an edge. Inside of a box that scrolls sideways all can be reached.
 */
const faultsOfLayout = `(async () => {
  ${twoFrames}
  const named = (one) => [one.tagName.toLowerCase(), ...one.classList].join('.') + ' "' + one.textContent.slice(0, 30) + '"';
  const isShown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1;
  const scrolls = (one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && !one.matches('html, main, .split-list, .split-detail');
  const isInScroller = (one) => { while ((one = one.parentElement) !== null) if (scrolls(one)) return true; return false; };
  const widest = (part) => named([...part.querySelectorAll('*')].filter((one) => isShown(one) && !isInScroller(one))
    .reduce((most, one) => one.getBoundingClientRect().right > most.getBoundingClientRect().right ? one : most, part));
  const parts = 'html, main, .top, .list-head, .detail, .split-list, .split-detail, .clock-screen, .settings-screen, .part, .table, .strip, h1';
  const wide = [...document.querySelectorAll(parts)]
    .filter((part) => isShown(part) && part.scrollWidth > part.clientWidth + 1)
    .map((part) => named(part) + ' has ' + part.scrollWidth + ' px in ' + part.clientWidth + ': ' + widest(part));
  const outside = [...document.querySelectorAll('main button, main a, header button, nav a')]
    .filter((one) => isShown(one) && !isInScroller(one))
    .filter((one) => { const { left, right } = one.getBoundingClientRect(); return left < -1 || right > innerWidth + 1; })
    .map((one) => named(one) + ' is beyond the edge');
  const { scrollHeight } = document.documentElement;
  const high = scrollHeight > innerHeight ? ['the window itself scrolls, by ' + (scrollHeight - innerHeight)] : [];
  return [...wide, ...outside, ...high];
})()`;

/**
 * The faults of the parts that each screen has: names that break inside of a word or have a second line, targets one over the
 * other, content that sticks out of its frame, and a clock without the zone of all times.
 */
const faultsOfParts = `(() => {
  const named = (one) => [one.tagName.toLowerCase(), ...one.classList].join('.') + ' "' + one.textContent.slice(0, 30) + '"';
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 2;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const linesOf = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    const tops = [...range.getClientRects()].map(({ top }) => top);
    return Math.max(...tops) - Math.min(...tops) > 6 ? 2 : 1;
  };
  const textsOf = (one) => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    return texts;
  };
  const broken = all('h1, h2, h3, h4, th, nav a, .button, .badge, .mark, .tag').flatMap((one) => textsOf(one)
    .flatMap((text) => [...text.data.matchAll(/(?<=^|\\s)\\w{1,20}(?=$|\\s)/g)]
      .filter((word) => linesOf(text, word.index, word.index + word[0].length) > 1)
      .map((word) => named(one) + ' breaks inside of ' + word[0])));
  const high = all('nav :is(a, .button) > span').filter((one) => one.getClientRects().length > 1 || textsOf(one)
    .some((text) => linesOf(text, 0, text.length) > 1)).map((one) => named(one) + ' has two lines');
  const out = all('.numbers > li, .numbers p, nav a, .clock, .sub-line, .badge, .mark')
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
    .map((one) => named(one) + ' sticks out by ' + (one.scrollWidth - one.clientWidth));
  const targets = all('header :is(a, button, select, .speed, .next-due), nav :is(a, button), .strip :is(a, button), main :is(.button, .chip, select)')
    .map((one) => [one, one.getBoundingClientRect()]);
  const over = targets.flatMap(([one, box], at) => targets.slice(at + 1)
    .filter(([other, { left, right, top, bottom }]) => !one.contains(other) && !one.closest('nav, .split-list, .split-detail, main')
      && Math.min(right, box.right) - Math.max(left, box.left) > 1.5 && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1.5)
    .map(([other]) => named(one) + ' lies over ' + named(other)));
  const lost = all('.clock .zone').length === 1 ? [] : ['the clock has no zone'];
  const nav = document.querySelector('nav').getBoundingClientRect();
  const rows = nav.width === innerWidth && innerWidth <= 560 && nav.height > 60 ? ['the screens have two rows'] : [];
  return [...broken, ...high, ...out, ...over, ...lost, ...rows];
})()`;

/** Texts of code that no reader is to see. */
const rawTexts = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement.closest('pre, code, textarea, script, .machine') || !node.parentElement.checkVisibility()) continue;
    if (/\`|\\[object |\\bundefined\\b|\\bNaN\\b/.test(node.nodeValue)) found.push('raw text: ' + node.nodeValue.slice(0, 80));
  }
  return found;
})()`;

const faultsIn = async (page: Page): Promise<readonly string[]> => [
  ...(await page.evaluate<readonly string[]>(faultsOfLayout)),
  ...(await page.evaluate<readonly string[]>(faultsOfParts)),
  ...(await page.evaluate<readonly string[]>(rawTexts)),
];

/** Each screen with its list alone, and with a record, an item or a form. */
const placesOf = (fax: number): readonly string[] => [
  ...screenNames,
  ...['faxes?view=overview', `faxes/${fax}`, `faxes/${fax}?view=page`, 'webhooks/1', 'requests/1', 'requests/2'],
  ...['activity?order=oldest', 'scenarios/busy-line', 'scenarios?view=edit', 'migration?view=parity', 'worlds/default'],
  ...['connect/ruby-2', 'explorer/sendFax', 'explorer/sendFax?version=v3', 'evidence/sendFax', 'guides/webhooks'],
];

interface Window {
  readonly width: number;
  readonly height?: number;
  /** The theme in which axe looks, which are both in `npm run soak`; undefined: it does not look. */
  readonly looked?: 'light' | 'dark';
}

const phone: readonly Window[] = [{ width: 320 }, { width: 390, looked: 'dark' }];
const wide: readonly Window[] = [{ width: 1280 }, { width: 1440, looked: 'light' }, { width: 1920 }];
/** Windows of 1280, 1440 and 1920 px at 200 %. */
const zoomed: readonly Window[] = [
  { width: 640, height: 400 },
  { width: 720, height: 450 },
  { width: 960, height: 540 },
];

describeInBrowser('every screen', ({ newWorld, open }) => {
  /** A world with all that screens show: a failed signed webhook, refused requests, long texts, a rule that is on. */
  async function busyWorld(): Promise<{ world: OwnWorld; fax: number }> {
    const settings = { receive_callback_url: 'http://127.0.0.1:9/fax', webhook_token: 'secret' };
    const world = await newWorld({ settings });
    for (let more = 0; more < 2; more++) await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1s');
    const { key, secret } = world.credentials.live;
    const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const send = (fields: Record<string, string>) =>
      fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body: new URLSearchParams(fields) });
    await send({ to: '1' });
    await fetch(`${world.baseUrl}/v2.1/${'a-path-without-end-'.repeat(8)}?q=${'x'.repeat(200)}`, { headers });
    const tags = { 'tag[order]': 'a-very-long-number-of-an-order-'.repeat(4) };
    await send({ to: '+12025550123', content_url: 'https://example.com/a.pdf', ...tags });
    await world.scenarios.on('busy-line(number=+12025550177)');
    const { faxes } = await world.faxes.list({ status: 'failure', limit: 1 });
    return { world, fax: faxes[0]!.id };
  }

  test.each([
    ['on a phone', phone, { isTouched: true, scale: 2 }],
    ['in a wide window', wide, {}],
    ['at 200 %', zoomed, { scale: 2 }],
  ] as const)('fits %s, cuts nothing, shows no code, and has no fault that axe knows', async (_, windows, look) => {
    const { world, fax } = await busyWorld();
    const page = await open(world, 'settings', { width: 1280, height: 800, zone: 'Asia/Kolkata', ...look });
    await page.locator('.clock .zone').click(); // the longest name of a zone
    const found: string[] = [];
    for (const place of placesOf(fax)) {
      await show(page, place);
      for (const { width, height = 800, looked } of windows) {
        await page.setViewportSize({ width, height });
        const faults = [...(await faultsIn(page))];
        const themes = (['light', 'dark'] as const).filter((theme) => theme === looked || repeats(1, 2) === 2);
        for (const theme of looked === undefined ? [] : themes) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' }); // no colour on its way to another
          faults.push(...(await accessibilityProblems(page)));
        }
        found.push(...faults.map((fault) => `${place} at ${width}: ${fault}`));
      }
    }
    expect(found).toEqual([]);
  });

  test('has a header in which nothing lies over anything else, in a window of each width', async () => {
    const world = await newWorld();
    await world.clock.advance('1d');
    await world.clock.move({ speed: 'real' });
    const page = await open(world, 'settings', { zone: 'Asia/Kolkata' });
    const found: string[] = [];
    for (const zone of ['UTC', 'GMT+5:30']) {
      for (let width = 320; width <= 1440; width += 20) {
        await page.setViewportSize({ width, height: 800 });
        const faults = [
          ...(await page.evaluate<readonly string[]>(faultsOfLayout)),
          ...(await page.evaluate<readonly string[]>(faultsOfParts)),
        ];
        found.push(...faults.map((fault) => `${zone} at ${width}: ${fault}`));
      }
      await page.locator('.clock .zone').click();
    }
    expect(found).toEqual([]);
  });

  test('is looked at closely: content that is too wide, beyond an edge, or code is found', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'clock', { width: 320 });
    await page.getByRole('heading', { name: 'Rewind' }).waitFor();
    expect(await faultsIn(page)).toEqual([]);
    await page.evaluate(`{
      const button = Object.assign(document.createElement('button'), { textContent: 'Lost' });
      button.style.cssText = 'position: relative; left: 400px';
      const line = Object.assign(document.createElement('p'), { textContent: 'Of undefined' });
      line.style.width = '500px';
      document.querySelector('.clock-card').append(button, line);
      document.querySelector('h1').style.cssText = 'width: 20px; overflow-wrap: anywhere';
      document.querySelector('.zone').remove();
      document.querySelector('.live').style.marginLeft = '-60px';
      document.querySelector('nav a span').style.cssText = 'white-space: pre';
      document.querySelector('nav a span').textContent = 'Over\\nview';
    }`);
    const found = (await faultsIn(page)).join('\n');
    const ofParts = [/^h1 .*breaks inside of Clock/m, /no zone$/m, /two lines$/m, /^select .*lies over button.*Live/m];
    for (const fault of [
      /^main/m,
      /^div.clock-screen.*: p "Of/m,
      /^button "Lost" is beyond/m,
      /^raw text: Of/m,
      ...ofParts,
    ])
      expect(found).toMatch(fault);
  });
});
