import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { Result } from 'axe-core';
import type { Browser, BrowserContext, ConsoleMessage, Page, WebError } from 'playwright-core';
import { connect } from '../../src/control/client/connect.ts';
import type { OwnWorld, WorldHandle, WorldOrder } from '../../src/control/client/connect.ts';
import {
  executablePath,
  giveChromiumBack,
  newPage,
  putSparePageBack,
  takeChromium,
  takeSparePage,
} from '../once/chromium.ts';
import { consoleSimulator } from '../once/console-simulator.ts';
export { builtMain } from '../once/console-simulator.ts';

export interface Look {
  /** In CSS px. */
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** Whether the window is that of a phone, with fingers for a pointer. */
  readonly isTouched?: boolean;
  /** Pixels of the screen to a CSS px: 2 as at 200 %. */
  readonly scale?: number;
  /** The zone of the machine, such as Asia/Kolkata. */
  readonly zone?: string;
  /** Headers that each request has, as if a proxy added them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A simulator and a browser, for the tests of a file. */
export interface Consoles {
  /** The base URL of the simulator. */
  readonly baseUrl: () => string;
  /** The directory in which the simulator runs. */
  readonly directory: () => string;
  /** A world of the test's own: demo data from seed 7, and a manual clock at noon. */
  readonly newWorld: (order?: WorldOrder) => Promise<OwnWorld>;
  /** Opens a place of a world's console, such as `faxes?status=failure`, in a page that is as new. */
  readonly open: (world: WorldHandle, place: string, look?: Look) => Promise<Page>;
  /** Lets errors that match stand on the pages' consoles in this test. */
  readonly allowProblems: (pattern: RegExp) => void;
  /** Opens any URL, in a profile that no other test has. */
  readonly openUrl: (url: string, look?: Look) => Promise<Page>;
}

/** No media but those of the machine, whatever a test has chosen for its page. */
const usualMedia = { media: null, reducedMotion: null, forcedColors: null, contrast: null } as const;

/** The one of this file of tests, for each of which Jest loads this module: a start takes seconds. */
let ofFile: Consoles | undefined;

/**
 * Declares tests of the console in Chromium, which are skipped where there is none. A test fails after any error on the page's
 * console: of a script, of a request, or against the Content-Security-Policy.
 */
export function describeInBrowser(name: string, declare: (consoles: Consoles) => void): void {
  const isHere = existsSync(executablePath);
  // Jest does not say why.
  if (!isHere)
    process.stderr.write(`The console is not tried: ${executablePath} is missing; CHROMIUM names another.\n`);
  const shared = (ofFile ??= consoles());
  (isHere ? describe : describe.skip)(name, () => declare(shared));
}

function consoles(): Consoles {
  let browser: Browser;
  let simulator: Awaited<ReturnType<typeof consoleSimulator>>;
  let told = '';
  const profiles: BrowserContext[] = [];
  const spares: Page[] = [];
  const worlds: OwnWorld[] = [];
  const problems: string[] = [];
  let allowed: RegExp | undefined;

  const onMessage = (message: ConsoleMessage): void => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  };
  const onError = (error: WebError): void => void problems.push(String(error.error().stack));
  const blankUrl = (): string => `${simulator.baseUrl}/_faxsim/ui/icon.svg`;

  async function putBack(page: Page): Promise<void> {
    await putSparePageBack(page, blankUrl());
    page.context().off('console', onMessage).off('weberror', onError);
  }

  beforeAll(async () => {
    [simulator, browser] = await Promise.all([consoleSimulator(), takeChromium()]);
    told = simulator.output.stderr;
  });
  afterEach(async () => {
    for (const page of spares.splice(0)) await putBack(page);
    await Promise.all(profiles.splice(0).map((profile) => profile.close()));
    await Promise.all(worlds.splice(0).map((world) => world.close()));
    const pattern = allowed;
    allowed = undefined;
    // Without this, the tests after a crash would say only that nothing answers.
    expect([simulator.process.exitCode, simulator.process.signalCode]).toEqual([null, null]);
    expect(simulator.output.stderr).toBe(told);
    expect(problems.splice(0).filter((text) => pattern?.test(text) !== true)).toEqual([]);
  });
  afterAll(giveChromiumBack);

  async function goTo(page: Page, url: string): Promise<Page> {
    page.context().on('console', onMessage).on('weberror', onError);
    await page.goto(url);
    return page;
  }

  const openUrl: Consoles['openUrl'] = async (
    url,
    { width = 1440, height = 900, theme = 'light', isTouched = false, scale = 1, zone = 'UTC', headers = {} } = {},
  ) => {
    const page = await newPage(browser, {
      viewport: { width, height },
      colorScheme: theme,
      hasTouch: isTouched,
      isMobile: isTouched,
      deviceScaleFactor: scale,
      timezoneId: zone,
      extraHTTPHeaders: { ...headers },
    });
    profiles.push(page.context());
    return goTo(page, url);
  };

  const open: Consoles['open'] = async (world, place, look = {}) => {
    const url = `${simulator.baseUrl}/_faxsim/ui/w/${world.id}/${place}`;
    const { width = 1440, height = 900, theme = 'light', ...others } = look;
    if (Object.keys(others).length > 0) return openUrl(url, look);
    const page = await takeSparePage(browser);
    spares.push(page);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ ...usualMedia, colorScheme: theme });
    return goTo(page, url);
  };

  return {
    open,
    openUrl,
    allowProblems: (pattern) => {
      allowed = pattern;
    },
    baseUrl: () => simulator.baseUrl,
    directory: () => simulator.directory,
    newWorld: async (order) => {
      const own = { fixture: 'demo', seed: 7, clock: 'manual', start_time: '2026-01-31T12:00:00Z' } as const;
      const world = await connect({ baseUrl: simulator.baseUrl }).world({ ...own, ...order });
      worlds.push(world);
      return world;
    },
  };
}

/** The page is drawn again in the next frame, for another screen or width. */
export const twoFrames = 'for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);';

/**
 * Waits for an expression of the page. Playwright's `waitForFunction` evaluates its expression within the page from its second look
 * on, which the Content-Security-Policy of the console forbids: only slow machines look twice.
 */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  while ((await page.evaluate(expression)) !== true) await page.evaluate('new Promise(requestAnimationFrame)');
}

/** Goes to a place as the Back button does, without a load of the page, and waits until all that it reads is there. */
export async function show(page: Page, place: string): Promise<void> {
  const url = JSON.stringify(page.url().replace(/(\/w\/[^/]+\/).*/, `$1${place}`));
  const goes = `history.pushState({}, '', ${url}); dispatchEvent(new PopStateEvent('popstate'));`;
  await page.evaluate(`(async () => { ${goes} ${twoFrames} })()`);
  await page.locator('main h1, main h2').first().waitFor({ state: 'attached' });
  await page.locator('.state[role=status], .row.loading').first().waitFor({ state: 'detached' });
}

/** Half as long as the other file of the package: each page that is looked at gets it through a pipe. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that look at colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/**
 * The faults that axe finds in a page, or in the part of a CSS selector, by WCAG 2.2 AA and its own good practices: one line
 * for each element.
 */
export const accessibilityProblems = (page: Page, part = 'html'): Promise<readonly string[]> => problemsBy(page, part);

/** The same in both themes. The dark theme changes colours and nothing else, so the other rules look once. */
export async function problemsInBothThemes(page: Page, part = 'html'): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }); // no colour on its way to another
  const problems = await problemsBy(page, part);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const inDark = await problemsBy(page, part, rulesOfColours);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  return [...problems, ...inDark.map((problem) => `in the dark theme, ${problem}`)];
}

async function problemsBy(page: Page, part: string, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axeSource);
  // All that passes would be a hundred times as long.
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) });
  const run = `axe.run(${JSON.stringify(part)}, ${options}).then(({ violations }) => ({ violations }))`;
  const { violations } = await page.evaluate<{ violations: readonly Result[] }>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
