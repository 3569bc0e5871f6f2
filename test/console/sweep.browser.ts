import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser, untilTrue } from '../support/browser.ts';
import { making } from '../support/report-making.ts';
import { reportOf, trialOf, trialResult } from '../support/sweep-report.ts';

const file = (report: unknown) => ({
  name: 'report.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(report)),
});

const report = reportOf([
  trialResult({ fault: 'lost-answer', verdict: 'wrong', because: ['2 faxes to +12025550101 in place of 1 (1, 2)'] }),
  trialResult({ fault: 'busy', verdict: 'unaffected', because: [] }),
]);

/** A second fault, while the program recovers from a lost answer. */
const ofRecovery = (() => {
  const first = trialResult({ fault: 'lost-answer', verdict: 'unaffected', because: [] });
  const because = ['2 faxes to +12025550101 in place of 1 (1, 2)'];
  const second = trialResult({ fault: 'unavailable', to: '+12025550102', verdict: 'wrong', because });
  const name = `${first.trial.name}-then-002-send-fax-unavailable`;
  return reportOf([first, { ...second, trial: { ...second.trial, name, first: first.trial } }]);
})();

const overflowOfMatrix = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.matrix'))`;

const heightBeyondMatrix = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.matrix'))`;

const numberOf = (index: number) => `+120255501${10 + index}`;

const harm = { verdict: 'wrong', because: ['2 faxes to +12025550101 in place of 1 (1, 2)'] } as const;
const oneCause = [
  trialResult({ fault: 'lost-answer', ...harm, output: 'ok 1\nError: no answer came\n' }),
  trialResult({ fault: 'cut-off', ...harm }),
  trialResult({ fault: 'busy', verdict: 'unaffected', because: [] }),
];

describeInBrowser('the report in the directory of the simulator', ({ newWorld, open, directory }) => {
  const path = () => join(directory(), 'faxsim-sweep/report.json');
  const write = async (content: unknown) => {
    await mkdir(join(directory(), 'faxsim-sweep'), { recursive: true });
    await writeFile(path(), JSON.stringify(content));
  };
  const openSweep = async () => open(await newWorld({ fixture: 'empty' }), 'sweep');
  afterAll(() => rm(path(), { force: true }));

  test('leads to a later run of a part of the sweep, and back', async () => {
    const again = join(directory(), 'faxsim-sweep/again');
    const at = (hour: number) => ({ ...making, at: `2026-01-05T0${hour}:00:00.000Z` });
    await write({ ...reportOf(oneCause), made: at(1) });
    await mkdir(again, { recursive: true });
    await writeFile(join(again, 'report.json'), JSON.stringify({ ...reportOf(oneCause.slice(2)), made: at(2) }));
    const page = await openSweep();
    await page.locator('.report-summary', { hasText: '3 runs' }).waitFor();
    await page.getByRole('link', { name: 'Show the latest sweep' }).press('Enter');
    await page.locator('.report-summary', { hasText: '1 run' }).waitFor();
    await page.getByRole('link', { name: '1 unaffected' }).click();
    await page.getByRole('link', { name: 'busy at sendFax' }).waitFor();
    await page.reload();
    await page.locator('.report-summary', { hasText: '1 run' }).waitFor();
    await page.getByRole('link', { name: 'Show the whole sweep' }).press('Enter');
    await page.locator('.report-summary', { hasText: '3 runs' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await write({ ...reportOf(oneCause), made: at(3) });
    await page.getByRole('link', { name: 'Show the latest sweep' }).waitFor({ state: 'detached' });
    await rm(again, { recursive: true });
  });

  test('fills while the sweep runs', async () => {
    await rm(path(), { force: true });
    const page = await openSweep();
    await page.getByText('An example').waitFor();
    const trials = oneCause.map(({ trial }) => trial);
    await write(reportOf(oneCause.slice(0, 1), { waiting: trials.slice(1) }));
    await page.locator('.report-summary', { hasText: '1 of 3 runs, about 2.0 s left' }).waitFor();
    expect(await page.locator('.sweep-matrix tbody tr').count()).toBe(3);
    expect(await page.locator('.sweep-matrix [title^="not done: sendFax(to=+12025550101)#1: "]').count()).toBe(2);
    await write(reportOf(oneCause));
    await page.locator('.report-summary', { hasText: '3 runs in 0.1 s' }).waitFor();
    expect(await page.locator('.sweep-matrix [title^="not done"]').count()).toBe(0);

    await page.getByRole('button', { name: 'Open another' }).click();
    await page.getByText('npx faxsim sweep --fixture empty -- npm test').waitFor();
    await page.getByRole('button', { name: 'Show the latest sweep' }).click();
    await page.locator('.report-summary', { hasText: '3 runs in 0.1 s' }).waitFor();
  });

  test('leads to the scenario of a finding, also after a reload', async () => {
    await write(reportOf(oneCause));
    const page = await openSweep();
    await page.getByRole('link', { name: 'Open the scenario' }).click();
    await page.waitForURL('**/scenarios**');
    await page.reload();
    const text = page.getByRole('textbox', { name: 'Text of the scenario' });
    await text.waitFor();
    expect(await text.inputValue()).toMatch(/^name: sweep-001-send-fax-cut-off\n/);
  });

  test('leads from the scenario of one finding to that of another', async () => {
    await write(reportOf(oneCause));
    const page = await openSweep();
    await page.getByRole('link', { name: 'Open the scenario' }).click();
    const text = page.getByRole('textbox', { name: 'Text of the scenario' });
    await text.waitFor();
    expect(await text.inputValue()).toContain('cut-off');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do' }).fill(page.url().replace('cut-off', 'lost-answer'));
    await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().click();
    await page.waitForURL('**lost-answer**');
    await untilTrue(page, `document.querySelector('textarea').value.includes('lost-answer')`);
  });
});

describeInBrowser('a report of a sweep', ({ newWorld, open }) => {
  const openReport = async (content: unknown) => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'sweep');
    await page.getByLabel('Report').setInputFiles(file(content));
    return page;
  };

  test('shows findings with one cause as one, with its smallest scenario, departure and line of output', async () => {
    const page = await openReport(
      reportOf([{ ...oneCause[0]!, departure: 'request 2 is sendFax in place of getFax' }, ...oneCause.slice(1)]),
    );
    await page.getByRole('heading', { name: 'Findings', exact: true }).waitFor();
    await page.getByText('One cause, 2 faults, 2 findings.').waitFor();
    expect(await page.locator('.report-item').count()).toBe(1);
    await page.getByText('1 more finding of this cause').click();
    await page.getByRole('link', { name: 'wrong lost-answer at sendFax' }).click();
    const run = page.locator('.report-item', { hasText: 'lost-answer' });
    await run.getByText('request 2 is sendFax in place of getFax').waitFor();
    await run.locator('dd code', { hasText: /^Error: no answer came$/ }).waitFor();
  });

  test('brings the chosen run and verdict into sight on a phone, above a matrix that scrolls with the page', async () => {
    const phone = { width: 390, height: 640, isTouched: true };
    const page = await open(await newWorld({ fixture: 'empty' }), 'sweep', phone);
    const runs = Array.from({ length: 24 }, (_, index) => trialResult({ ...harm, fault: 'busy', to: numberOf(index) }));
    await page.getByLabel('Report').setInputFiles(file(reportOf(runs)));
    const found = page.getByRole('group', { name: 'Findings and runs' });
    const matrix = page.locator('.sweep-matrix');
    await matrix.waitFor();
    expect((await found.boundingBox())!.y).toBeLessThan((await matrix.boundingBox())!.y);
    expect(await page.evaluate<number>(heightBeyondMatrix)).toBe(0);
    await matrix.getByRole('link').first().tap();
    await page.waitForURL('**/sweep/*-busy');
    const run = page.locator('.report-item:focus');
    await run.waitFor();
    expect((await run.boundingBox())!.y).toBeLessThan(640 / 2);
    await page.getByRole('link', { name: '24 wrong' }).tap();
    await page.getByRole('heading', { name: '24 runs' }).waitFor();
    expect((await page.getByRole('heading', { name: '24 runs' }).boundingBox())!.y).toBeLessThan(640 / 2);
  });

  test('prints its findings with their commands, and those of a cause, above the matrix', async () => {
    const page = await openReport(reportOf(oneCause));
    const [finding, matrix] = [page.locator('.report-item'), page.locator('.sweep-matrix')];
    await finding.waitFor();
    await page.emulateMedia({ media: 'print' });
    const top = async (part: typeof finding) => (await part.boundingBox())!.y;
    expect(await top(finding)).toBeLessThan(await top(matrix));
    expect(await finding.innerText()).toMatch(/2 faxes to \+12025550101 in place of 1[^]*npx faxsim exec/);
    const other = page.locator('.cause-others').getByRole('link', { name: 'lost-answer at sendFax' });
    expect((await other.boundingBox())!.height).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'screen' });
    await matrix.getByRole('link', { name: 'wrong' }).first().click();
    await page.getByRole('heading', { name: 'Run', exact: true }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await finding.innerText()).toContain('npx faxsim exec');
    expect(await top(finding)).toBeLessThan(await top(matrix));
  });

  test('filters by a verdict, and names a run where the pointer rests', async () => {
    const page = await openReport(reportOf(oneCause));
    await page.getByRole('link', { name: '1 unaffected' }).click();
    await page.waitForURL('**/sweep?verdict=unaffected');
    await page.getByRole('heading', { name: '1 run', exact: true }).waitFor();
    expect(await page.locator('.sweep-matrix .pale').count()).toBe(2);
    const cell = page.locator('.sweep-matrix').getByRole('link', { name: 'unaffected' });
    expect(await cell.getAttribute('title')).toBe('unaffected: sendFax(to=+12025550101)#1: the line is busy');
    await page.locator('.sweep-matrix').getByRole('columnheader', { name: 'sendFax to=+12025550101' }).waitFor();
    await page.getByRole('link', { name: '1 unaffected' }).click();
    await page.getByRole('heading', { name: 'Findings', exact: true }).waitFor();
  });

  test('goes through its findings by j and k', async () => {
    const page = await openReport(reportOf(oneCause));
    await page.getByRole('heading', { name: 'Findings', exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.waitForURL('**/sweep/sweep-001-send-fax-cut-off');
    await page.keyboard.press('j');
    await page.waitForURL('**/sweep/sweep-001-send-fax-lost-answer');
    await page.keyboard.press('k');
    await page.waitForURL('**/sweep/sweep-001-send-fax-cut-off');
    await page.keyboard.press('Escape');
    await page.waitForURL('**/sweep');
    await page.locator('[data-run=sweep-001-send-fax-cut-off] a:focus').waitFor();
  });

  test('says that a finding of its address is of another run, or none at all, and shows those that there are', async () => {
    const page = await openReport(reportOf(oneCause, { waiting: [trialOf({ fault: 'hang' })] }));
    await page.locator('.report-item').waitFor();
    const wrong = page.getByRole('alert');
    for (const [id, words] of [
      ['sweep-099-send-fax-busy', 'This finding is of another run: sweep-099-send-fax-busy'],
      ['nothing', 'There is no finding nothing.'],
      ['sweep-001-send-fax-hang', 'This run is not done: sweep-001-send-fax-hang'],
    ] as const) {
      await page.goto(page.url().replace(/\/sweep.*/, `/sweep/${id}`));
      await wrong.getByText(words).waitFor();
      expect(await page.locator('.report-item h4').textContent()).toContain('2 faxes to +12025550101 in place of 1');
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await wrong.getByRole('link', { name: 'All findings' }).click();
    await page.waitForURL('**/sweep');
    expect(await wrong.count()).toBe(0);
  });

  test('says that a link is to an earlier sweep, until the reader chooses another run', async () => {
    const page = await openReport({ ...reportOf(oneCause), made: making });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.report-item').first().getByRole('button', { name: 'Link' }).click();
    const url = await page.evaluate<string>('navigator.clipboard.readText()');
    const notice = page.getByRole('alert');
    await page.goto(url);
    await page.locator('.report-item[aria-current]').waitFor();
    expect(await notice.count()).toBe(0);
    await page.goto(url.replace('2026-01-05', '2026-01-04'));
    await notice.getByText('The link leads to another report, made 2026-01-04 09:30:15 UTC.').waitFor();
    await notice.getByText('This one was made 2026-01-05 09:30:15 UTC').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('j');
    await page.waitForURL((address) => !address.search.includes('made'));
    expect(await notice.count()).toBe(0);
  });

  test('gives the run of its address the focus, also by Back and Forward', async () => {
    const page = await openReport(reportOf(oneCause));
    await page.locator('.report-item').waitFor();
    const url = `${page.url()}/sweep-001-send-fax-lost-answer`;
    await page.goto(url);
    const named = (text: string) => page.locator('.report-item[aria-current]:focus', { hasText: text });
    await named('lost-answer at sendFax').waitFor();
    await page.locator('.sweep-matrix').getByRole('link', { name: 'unaffected' }).click();
    await named('busy at sendFax').waitFor();
    await page.goBack();
    await named('lost-answer at sendFax').waitFor();
    await page.goForward();
    await named('busy at sendFax').waitFor();
  });

  test('prints a finding that is longer than a sheet from the first sheet on, and how the report was made', async () => {
    const page = await openReport({ ...reportOf(oneCause), made: making });
    await page.locator('.report-item').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByText(making.command, { exact: true }).waitFor();
    const breaks = await page.evaluate<string[]>(`['.report-item', '.report-item > header']
      .map((part) => getComputedStyle(document.querySelector(part))).map((style) => style.breakInside + ' ' + style.breakAfter)`);
    expect(breaks).toEqual(['auto auto', 'auto avoid']);
  });

  test('says what is mended since an earlier one', async () => {
    const page = await openReport(
      reportOf(oneCause, {
        since: {
          mended: ['sweep-001-send-fax-busy'],
          fresh: [],
          remaining: ['sweep-001-send-fax-cut-off'],
          untried: [],
        },
      }),
    );
    await page.getByText('1 mended, 0 new, 1 still there, 0 not tried').waitFor();
    await page.locator('.facts', { hasText: 'Mended' }).getByRole('link', { name: 'unaffected busy' }).click();
    await page.waitForURL('**/sweep/sweep-001-send-fax-busy');
  });

  test('is read from a file, and shows each finding with its sentence, command and scenario', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'sweep');
    await page.getByLabel('Report').setInputFiles(file(report));
    const finding = page.locator('.report-item');
    await finding.getByText('2 faxes to +12025550101 in place of 1 (1, 2).').waitFor();
    await finding.getByText('npx faxsim exec -- npm test').waitFor();
    expect(await finding.count()).toBe(1);
    await page.locator('.counts', { hasText: '1 wrong' }).waitFor();

    await page.locator('.matrix tr', { hasText: 'busy' }).getByRole('link', { name: 'unaffected' }).click();
    await page.waitForURL('**/sweep/*-busy');
    await page.reload();
    await finding.locator('h4', { hasText: 'busy at sendFax to=+12025550101' }).waitFor();
    await page.getByRole('link', { name: 'All findings' }).click();

    await finding.getByRole('link', { name: 'Open the scenario' }).click();
    const text = page.getByRole('textbox', { name: 'Text of the scenario' });
    await text.waitFor();
    expect(await text.inputValue()).toMatch(/^name: sweep-001-send-fax-lost-answer\n/);
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    await page.locator('.active-scenario', { hasText: 'sweep-001-send-fax-lost-answer' }).waitFor();
    expect((await world.scenarios.list()).map(({ scenario }) => scenario)).toEqual(['sweep-001-send-fax-lost-answer']);
  });

  test('keeps a finding with long names within its column, with its button, at 320 px', async () => {
    const long = 'a_name_without_a_break_'.repeat(5);
    const one = trialResult({
      fault: 'busy',
      verdict: 'wrong',
      because: [`2 faxes to ${long}`],
      output: `Error: ${long}`,
    });
    const page = await open(await newWorld({ fixture: 'empty' }), 'sweep', { width: 320 });
    await page.getByLabel('Report').setInputFiles(file(reportOf([one])));
    await page.locator('.report-item').waitFor();
    const beyond = await page.evaluate(`(() => {
      const card = document.querySelector('.report-item');
      const edge = card.getBoundingClientRect().right - parseFloat(getComputedStyle(card).paddingRight);
      return [...card.querySelectorAll('*')]
        .filter((part) => part.closest('svg, details') === null && part.getBoundingClientRect().right > edge + 0.5)
        .map((part) => part.outerHTML.slice(0, 80));
    })()`);
    expect(beyond).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  test('gives way to another one, and any other file is refused', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'sweep');
    await page.getByLabel('Report').setInputFiles(file({ format: 'another' }));
    await page.locator('main [role=alert]', { hasText: 'report.json must be a report of faxsim sweep' }).waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
    await page.getByLabel('Report').setInputFiles(file(reportOf([])));
    await page.getByText('No fault was tried.').waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
    await page.getByRole('button', { name: 'Open another' }).click();
    await page.getByText('npx faxsim sweep --fixture empty -- npm test').waitFor();
    await page.reload();
    await page.getByText('npx faxsim sweep --fixture empty -- npm test').waitFor();
  });

  test('has all columns of eleven points in a window of 1280 px', async () => {
    const runs = Array.from({ length: 11 }, (_, index) =>
      trialResult({ fault: 'busy', verdict: 'not reached', because: [], to: numberOf(index) }),
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
    await page.getByText('An example').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Report').setInputFiles(file(report));
    await page.locator('.report-item').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
});

describeInBrowser('the report of a sweep with second faults', ({ newWorld, open }) => {
  test('has a matrix for each recovery, and names both faults of a run', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'sweep');
    await page.setInputFiles('input[type=file]', file(ofRecovery));
    const recovery = page.getByRole('heading', {
      name: 'While the program recovers from lost-answer at sendFax to=+12025550101',
    });
    await recovery.waitFor();
    expect(await page.locator('.sweep-matrix').count()).toBe(2);
    expect(await page.locator('.report-item').textContent()).toContain(
      'lost-answer at sendFax to=+12025550101, then unavailable at sendFax to=+12025550102',
    );
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
