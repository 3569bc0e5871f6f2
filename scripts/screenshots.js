// Makes the pictures of docs/console.md: drives the built console in Chromium, and takes each picture after the page shows what
// the text says. Run `npm run build` first.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { startSimulator } from '../dist/index.cjs';

const folder = new URL('../docs/screenshots/', import.meta.url);
const port = 8329; // as in the text: it stands in some pictures
const simulator = await startSimulator({ port, clock: 'manual', startTime: new Date('2026-01-31T15:30:00Z') });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

/** Opens a place, waits until all that it must show is there, and takes the picture. */
async function picture(name, { place, width = 1280, height = 800, theme = 'light', shows }) {
  const profile = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  profile.setDefaultTimeout(120_000); // only to find what never happens
  const page = await profile.newPage();
  await page.goto(`${simulator.baseUrl}/_faxsim/ui/w/default/${place}`);
  await page.locator('.live', { hasText: 'Live' }).waitFor();
  await shows(page);
  await page.locator('.picture.loading').first().waitFor({ state: 'detached' });
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(fileURLToPath(new URL(`${name}.png`, folder)));
  await profile.close();
}

/** Sweeps a copy of an example. Returns the path of the report. */
async function sweptExample(copy) {
  await cp(new URL('../examples/node-archive/', import.meta.url), copy, { recursive: true });
  const program = fileURLToPath(new URL('../dist/main.cjs', import.meta.url));
  const words = ['sweep', '--fixture', 'empty', '--jobs', '2', '--', 'node', '--test'];
  await once(spawn(process.execPath, [program, ...words], { cwd: copy, stdio: 'ignore' }), 'exit');
  return join(copy, 'faxsim-sweep', 'report.json');
}

await mkdir(folder, { recursive: true });
try {
  const { faxes: failures } = await simulator.faxes.list({ status: 'failure', direction: 'sent' });
  const failed = failures.find(({ file, document_pages: pages }) => file === 'stored' && pages > 1);
  const { faxes: queued } = await simulator.faxes.list({ status: 'queued' });
  const next = queued.find(({ due, file }) => due !== null && file === 'stored');

  await picture('failed-fax', {
    place: `faxes/${failed.id}?status=failure`,
    shows: async (page) => {
      await page.locator('.problem', { hasText: failed.error.message }).waitFor();
      await page.locator(`img[alt="Page 1 of ${failed.document_pages}"]`).waitFor();
      await page.locator('.chip', { hasText: 'Status: Failure' }).waitFor();
    },
  });
  await picture('overview', {
    place: 'overview',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Receive one' }).waitFor();
      await page.getByRole('link', { name: 'A line that is always busy' }).waitFor();
      await page.locator('.numbers li').first().waitFor();
    },
  });
  await picture('table', {
    place: 'faxes',
    shows: (page) => page.locator('.table-row .badge', { hasText: 'Success' }).first().waitFor(),
  });
  await picture('next-steps', {
    place: `faxes/${next.id}`,
    theme: 'dark',
    shows: async (page) => {
      await page.locator('.timeline .next').first().waitFor();
      await page.locator('.detail-status', { hasText: 'Queued' }).waitFor();
      await page.locator('img[alt^="Page 1 of"]').waitFor();
    },
  });
  await picture('narrow', {
    place: 'faxes',
    ...{ width: 360, height: 720 },
    shows: (page) => page.locator('.row .badge', { hasText: 'Success' }).first().waitFor(),
  });

  const { key, secret } = simulator.credentials.live;
  const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  await simulator.scenarios.switch({ on: 'busy-line(number=+12025550101)' });
  await simulator.scenarios.switch({ on: 'outage(lasts=5m)' });
  for (let count = 0; count < 3; count++) await fetch(`${simulator.baseUrl}/v2.1/faxes`, { headers });
  await picture('scenario', {
    place: 'scenarios/outage(lasts%3D5m)',
    shows: async (page) => {
      const active = page.locator('.active-scenario', { hasText: 'outage(lasts=5m)' });
      await active.locator('.hits', { hasText: '3 hits' }).waitFor();
      await active.locator('.badge', { hasText: 'passed' }).waitFor();
      await page.locator('.code', { hasText: 'fail: unavailable' }).waitFor();
    },
  });
  await picture('editor', {
    place: 'scenarios/unavailable-then-ok?view=edit',
    theme: 'dark',
    shows: async (page) => {
      const text = page.getByRole('textbox', { name: 'Text of the scenario' });
      await text.fill((await text.inputValue()).replace('    times:', '    tiems:'));
      await page.locator('.editor li.bad', { hasText: 'the nearest is times' }).waitFor();
      await page.locator('.detail-status', { hasText: 'fault' }).waitFor();
    },
  });
  await simulator.scenarios.switch({ off: 'outage' });
  await simulator.scenarios.switch({ off: 'busy-line' });
  await picture('clock', {
    place: 'clock',
    shows: async (page) => {
      await page.locator('.moments li', { hasText: 'Fax' }).first().waitFor();
      await page.locator('.clock .button', { hasText: '+1 h' }).click();
      await page.locator('.clock-big', { hasText: '16:30:00' }).waitFor();
      await page.locator('.happened li.good', { hasText: 'succeeds' }).first().waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.locator('.toast').waitFor({ state: 'detached' });
      await page.getByRole('slider').press('ArrowLeft');
      await page.getByText('Lost would be 1 request after 15:30:00').waitFor();
    },
  });
  await picture('explorer', {
    place: 'explorer/listFaxes?listFaxes.status=failure&listFaxes.per_page=1',
    theme: 'dark',
    shows: async (page) => {
      await page.locator('.field-proof').first().waitFor();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('"success"').last().waitFor();
    },
  });
  const copy = await mkdtemp(join(tmpdir(), 'faxsim-example-'));
  const report = await sweptExample(copy);
  await picture('sweep', {
    place: 'sweep',
    shows: async (page) => {
      await page.getByLabel('Report').setInputFiles(report);
      await page.locator('.sweep-matrix', { hasText: 'lost-answer' }).first().waitFor();
      await page.getByText('in place of 1').first().waitFor();
    },
  });
  await rm(copy, { recursive: true });

  await simulator.snapshots.save({ name: 'before-the-outage' });
  const worlds = { start_time: '2026-01-31T09:00:00Z', clock: 'manual' };
  await simulator.world({ ...worlds, id: 'clinic-tests', name: 'Clinic tests', fixture: 'demo' });
  await simulator.world({ ...worlds, id: 'ci-42', fixture: 'empty' });
  const test = await simulator.world({ ...worlds, name: 'checkout spec › resends a fax once', fixture: 'empty' });
  await simulator.world({ ...worlds, name: 'checkout spec › sends a fax', fixture: 'empty' });
  const message = 'Expected exactly 1 request (operation=resendFax), and there were 2';
  await test.worlds.fail({ message });
  await picture('worlds', {
    place: 'worlds',
    shows: async (page) => {
      await page.locator('.row', { hasText: message }).locator('.badge.bad').waitFor();
      await page.locator('.row', { hasText: 'Clinic tests' }).filter({ hasText: '250 faxes' }).waitFor();
      await page.locator('.row', { hasText: 'ci-42' }).filter({ hasText: '0 faxes' }).waitFor();
      await page.locator('.detail h2', { hasText: 'default' }).waitFor();
      await page.locator('.detail .rows li', { hasText: 'before-the-outage' }).waitFor();
      await page.locator('.facts code', { hasText: key }).waitFor();
    },
  });
  await picture('connect', {
    place: 'connect',
    shows: async (page) => {
      const snippet = await page.locator('.snippet pre').textContent();
      await promisify(execFile)('sh', ['-c', `${snippet} --silent --fail`]);
      await page.locator('.last-request', { hasText: /GET .v2.1.faxes curl/ }).waitFor();
      await page.locator('.last-request .badge', { hasText: '200' }).waitFor();
    },
  });
  await picture('evidence', {
    place: 'evidence/sendFax',
    theme: 'dark',
    shows: async (page) => {
      const call = page.locator('.evidence-table tr', { has: page.getByText('call', { exact: true }) });
      await call.locator('.badge', { hasText: 'documented' }).first().waitFor();
      await call.locator('.badge', { hasText: 'recorded' }).first().waitFor();
      await page.locator('.row .mark', { hasText: 'assumed' }).first().waitFor();
    },
  });
} finally {
  await browser.close();
  await simulator.close();
}
