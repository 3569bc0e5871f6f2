import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';

const report = {
  format: 'faxsim parity',
  version: 1,
  runs: { old: 2, new: 2 },
  took_ms: 2100,
  achieved: { old: { faxes: '2', paid: '0.14 USD' }, new: { faxes: '1', paid: '0.07 USD' } },
  left_out: ['1 word of the document to +12025550101'],
  findings: [
    {
      kind: 'lost',
      meaning: 'a document does not reach a number',
      sentence: 'the document “Invoice 17” does not go to +12025550102',
      old: ['POST /v2.1/faxes to=["+12025550101","+12025550102"] → 200 (request 1)'],
      new: [],
    },
  ],
  faults: {
    runs: { old: 4, new: 5 },
    worse: [
      {
        ...{ name: 'send-fax-lost-answer', fault: 'lost-answer', says: 'no answer', point: 'sendFax' },
        ...{ verdict: 'wrong', because: ['2 faxes'], old: null },
      },
    ],
  },
};

describeInBrowser('the comparison of two programs', ({ newWorld, open, directory }) => {
  const folder = () => join(directory(), 'faxsim-parity');
  afterEach(() => rm(folder(), { recursive: true, force: true }));
  const openParity = async () => open(await newWorld({ fixture: 'empty' }), 'migration?view=parity');

  test('is that of the directory of the simulator, as soon as it is there', async () => {
    const page = await openParity();
    await page.getByText('npx faxsim parity --old').waitFor();
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), 'report.json'), JSON.stringify(report));
    await page.getByText('the document “Invoice 17” does not go to +12025550102').waitFor();
    await page.getByText('no request', { exact: true }).waitFor();
    await page.getByRole('row', { name: 'paid 0.14 USD 0.07 USD differs' }).waitFor();
    await page.getByRole('heading', { name: 'wrong lost-answer at sendFax' }).waitFor();
    await page.getByText('makes no such request').waitFor();
    await page.getByText('npx faxsim sweep --only send-fax-lost-answer').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('row', { name: /^paid/ }).getByRole('link', { name: 'differs' }).click();
    await page.locator('.report-item[aria-current]:focus', { hasText: 'Invoice 17' }).waitFor();
  });

  test('has an address for each finding, to which Back and Forward, j and k lead too', async () => {
    const lost = (text: string) => ({ ...report.findings[0]!, sentence: `the document “${text}” is lost` });
    const findings = Array.from({ length: 9 }, (_, index) => lost(`Invoice ${index}`));
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), 'report.json'), JSON.stringify({ ...report, findings }));
    const page = await openParity();
    const named = (text: string) => page.locator('.report-item[aria-current]:focus', { hasText: text });
    const folded = page.locator('.report-item', { hasText: 'Invoice 8' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('6 more of this kind').click();
    await folded.getByRole('button', { name: 'Link' }).click();
    const url = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(url).toMatch(/\/migration\/lost-[a-z\d]+\?view=parity$/);

    await page.goto(url);
    await named('Invoice 8').waitFor();
    expect((await folded.boundingBox())!.y).toBeLessThan(800);
    await page.keyboard.press('j');
    await named('lost-answer at sendFax').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await named('Invoice 0').waitFor();
    expect(await page.locator('.report-item[aria-current]').count()).toBe(1);
    await page.goBack();
    await page.goBack();
    await named('lost-answer at sendFax').waitFor();
    await page.goForward();
    await page.goForward();
    await named('Invoice 0').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.goto(url.replace(/lost-[a-z\d]+/, 'lost-0'));
    await page.getByRole('alert').getByText('This finding is of another run: lost-0').waitFor();
    await page.goto(url.replace(/lost-[a-z\d]+/, 'nothing'));
    await page.getByRole('alert').getByText('There is no finding nothing.').waitFor();
    await page.getByRole('link', { name: 'All findings' }).click();
    await page.waitForURL('**/migration?view=parity');
  });

  test('is that of a file, also after a reload, and no other file is taken', async () => {
    const page = await openParity();
    const drop = (content: object) =>
      page.getByLabel('Report').setInputFiles({
        name: 'report.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(content)),
      });
    await drop({ format: 'faxsim sweep', version: 2 });
    await page.getByText('report.json must be a report of faxsim parity').waitFor();
    await drop({ ...report, findings: [], faults: null });
    await page.getByText('No finding explains the numbers that differ: faxes and paid.').waitFor();
    await page.reload();
    await page.getByText('1 word of the document to +12025550101').waitFor();
    await page.getByRole('button', { name: 'Open another' }).click();
    await page.getByLabel('Report').waitFor();
  });
});
