import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { Result } from 'axe-core';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { connect } from '../../src/control/client/connect.ts';
import type { OwnWorld, WorldHandle, WorldOrder } from '../../src/control/client/connect.ts';
import { consoleSimulator } from '../once/console-simulator.ts';
export { builtMain } from '../once/console-simulator.ts';

/** A browser without a window of its own takes 40 % less time than the whole one, for the same pages. */
const executables = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const executablePath = process.env['CHROMIUM'] ?? executables.find((path) => existsSync(path)) ?? executables[1];

/** No service of the browser's maker is called, and no sandbox is needed for pages of our own. */
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

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
  /** Opens a place of a world's console, such as `faxes?status=failure`, in a browser profile of its own. */
  readonly open: (world: WorldHandle, place: string, look?: Look) => Promise<Page>;
  /** Lets errors that match stand on the pages' consoles in this test. */
  readonly allowProblems: (pattern: RegExp) => void;
  /** Opens any URL. */
  readonly openUrl: (url: string, look?: Look) => Promise<Page>;
}

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
  let launch: Promise<Browser> | undefined;
  let browser: Browser;
  let simulator: Awaited<ReturnType<typeof consoleSimulator>>;
  let told = '';
  const profiles: BrowserContext[] = [];
  const worlds: OwnWorld[] = [];
  const problems: string[] = [];
  let allowed: RegExp | undefined;

  beforeAll(async () => {
    launch = chromium.launch({ executablePath, args: flags });
    [simulator, browser] = await Promise.all([consoleSimulator(), launch]);
    told = simulator.output.stderr;
  });
  afterEach(async () => {
    await Promise.all(profiles.splice(0).map((profile) => profile.close()));
    await Promise.all(worlds.splice(0).map((world) => world.close()));
    const pattern = allowed;
    allowed = undefined;
    // Without this, the tests after a crash would say only that nothing answers.
    expect([simulator.process.exitCode, simulator.process.signalCode]).toEqual([null, null]);
    expect(simulator.output.stderr).toBe(told);
    expect(problems.splice(0).filter((text) => pattern?.test(text) !== true)).toEqual([]);
  });
  // Where the simulator does not start, an open browser would keep Jest from its end.
  afterAll(async () => (await launch)?.close());

  const openUrl: Consoles['openUrl'] = async (
    url,
    { width = 1440, height = 900, theme = 'light', isTouched = false, scale = 1, zone = 'UTC', headers = {} } = {},
  ) => {
    const profile = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      hasTouch: isTouched,
      isMobile: isTouched,
      deviceScaleFactor: scale,
      timezoneId: zone,
      extraHTTPHeaders: { ...headers },
    });
    profiles.push(profile);
    profile.setDefaultTimeout(20_000); // only to find what never happens
    profile.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    profile.on('weberror', (error) => problems.push(String(error.error().stack)));
    const page = await profile.newPage();
    await page.goto(url);
    return page;
  };

  return {
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
    open: (world, place, look) => openUrl(`${simulator.baseUrl}/_faxsim/ui/w/${world.id}/${place}`, look),
  };
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
