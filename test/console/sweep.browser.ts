import { expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';
import { reportOf, trialResult } from '../support/sweep-report.ts';

const file = (report: unknown) => ({
  name: 'report.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(report)),
});

const report = reportOf([
  trialResult({ fault: 'lost-answer', verdict: 'wrong', because: ['2 faxes to +12025550101 in place of 1: 1, 2'] }),
  trialResult({ fault: 'busy', verdict: 'unaffected', because: [] }),
]);

const overflowOfMatrix = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.matrix'))`;

describeInBrowser('a report of a sweep', ({ newWorld, open }) => {
  test('is read from a file, and shows each finding with its sentence, command and scenario', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'sweep');
    await page.getByLabel('Report').setInputFiles(file(report));
    const finding = page.locator('.sweep-run');
    await finding.getByText('2 faxes to +12025550101 in place of 1: 1, 2.').waitFor();
    await finding.getByText('npx faxsim exec -- npm test').waitFor();
    expect(await finding.count()).toBe(1);
    await page.locator('.counts', { hasText: '1 wrong' }).waitFor();

    await page.locator('.matrix tr', { hasText: 'busy' }).getByRole('link', { name: 'unaffected' }).click();
    await page.waitForURL('**/sweep/*-busy');
    await page.reload();
    await finding.locator('h4', { hasText: 'busy' }).waitFor();
    await page.getByRole('link', { name: 'All findings' }).click();

    await finding.getByRole('link', { name: 'Open the scenario' }).click();
    const text = page.getByRole('textbox', { name: 'Text of the scenario' });
    await text.waitFor();
    expect(await text.inputValue()).toMatch(/^name: sweep-001-send-fax-lost-answer\n/);
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    await page.locator('.active-scenario', { hasText: 'sweep-001-send-fax-lost-answer' }).waitFor();
    expect((await world.scenarios.list()).map(({ scenario }) => scenario)).toEqual(['sweep-001-send-fax-lost-answer']);
  });

  test('gives way to another one, and any other file is refused', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'sweep');
    await page.getByLabel('Report').setInputFiles(file({ format: 'another' }));
    await page.getByText('report.json must be a report of faxsim sweep').waitFor();
    await page.getByLabel('Report').setInputFiles(file(reportOf([])));
    await page.getByText('The program copes with every fault.').waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
    await page.getByRole('button', { name: 'Open another' }).click();
    await page.getByText('npx faxsim sweep -- npm test').waitFor();
    await page.reload();
    await page.getByText('npx faxsim sweep -- npm test').waitFor();
  });

  test('has all columns of eleven points in a window of 1280 px', async () => {
    const runs = Array.from({ length: 11 }, (_, index) =>
      trialResult({ fault: 'busy', verdict: 'not reached', because: [], to: `+120255501${10 + index}` }),
    );
    const page = await open(await newWorld({ fixture: 'empty' }), 'sweep', { width: 1280 });
    await page.getByLabel('Report').setInputFiles(file(reportOf(runs)));
    await page.locator('.matrix').getByRole('link', { name: 'not reached' }).last().waitFor();
    expect(await page.evaluate<number>(overflowOfMatrix)).toBeLessThanOrEqual(0);
  });

  test.each([
    ['light', 1440],
    ['dark', 360],
  ] as const)('has no fault that axe knows, and fits, in the %s theme in %d px', async (theme, width) => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'sweep', { theme, width });
    await page.getByLabel('Report').setInputFiles(file(report));
    await page.locator('.sweep-run').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
});
