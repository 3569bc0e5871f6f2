import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A browser without a window of its own takes 40 % less time than the whole one, for the same pages. */
const executables = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

export const executablePath = process.env['CHROMIUM'] ?? executables.find((path) => existsSync(path)) ?? executables[1];

/** No service of the browser's maker is called, and no sandbox is needed for pages of our own. */
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // Pages are short: compilers that optimize cost a seventh of the browser's time, and never earn it.
  '--js-flags=--no-maglev,--no-turbofan',
];

/** How long the browser waits for a next test file. While it runs, the process of the tests does not end. */
const idleMs = 500;

let launched: Promise<Browser> | undefined;
let idle: NodeJS.Timeout | undefined;
let spare: Page | undefined;

/** The browser for all test files of a process. Each file gives it back. */
export async function takeChromium(): Promise<Browser> {
  clearTimeout(idle);
  const known = await launched?.catch(() => undefined);
  if (known?.isConnected() === true) return known;
  spare = undefined;
  launched = chromium.launch({ executablePath, args: flags });
  return launched;
}

export function giveChromiumBack(): void {
  idle = setTimeout(() => {
    const closing = launched;
    launched = undefined;
    // Where it did not start, its tests have failed.
    void closing?.then(
      (browser) => browser.close(),
      () => undefined,
    );
  }, idleMs);
}

export async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const profile = await browser.newContext(options);
  profile.setDefaultTimeout(60_000); // only to find what never happens; a busy machine has made 20 s of 2
  return profile.newPage();
}

/**
 * An empty page that one test after another has. Its process has compiled the scripts of the console before, so that it opens
 * with half of the work.
 */
export async function takeSparePage(browser: Browser): Promise<Page> {
  const page = spare ?? (await newPage(browser, { timezoneId: 'UTC' }));
  spare = undefined;
  return page;
}

const pageEvents = [
  ...['console', 'dialog', 'download', 'pageerror', 'popup'],
  ...['request', 'requestfailed', 'requestfinished', 'response', 'websocket'],
];

/** Keeps a page for `takeSparePage`, or closes it with its profile where another one is kept. `blankUrl` has no scripts. */
export async function putSparePageBack(page: Page, blankUrl: string): Promise<void> {
  const profile = page.context();
  const isKept = spare === undefined && !page.isClosed() && profile.pages().length === 1;
  if (isKept && (await empty(page, blankUrl).catch(() => false))) spare = page;
  else await profile.close();
}

/** Takes all from a page that a test may have left there. Resolves to false if the clock is not that of the browser any more. */
async function empty(page: Page, blankUrl: string): Promise<boolean> {
  const profile = page.context();
  for (const type of pageEvents) page.removeAllListeners(type);
  await Promise.all([page.unrouteAll(), profile.unrouteAll(), profile.clearPermissions(), profile.clearCookies()]);
  await page.goto(blankUrl); // of the same origin, whose scripts have ended then, and write nothing more
  await page.evaluate('localStorage.clear(); sessionStorage.clear();');
  await page.mouse.move(-1, -1);
  return page.evaluate<boolean>(`Function.prototype.toString.call(Date).includes('native code')`);
}
