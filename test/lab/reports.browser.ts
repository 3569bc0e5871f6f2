import { expect, test } from '@jest/globals';
import { readWorld } from '../../src/lab/migrate/evidence.ts';
import { reportOf } from '../../src/lab/migrate/report.ts';
import { migrationReport } from '../../src/lab/migrate/sections.ts';
import { parityJson } from '../../src/lab/parity/report/json.ts';
import { parityReport } from '../../src/lab/parity/report/sections.ts';
import { pageOf } from '../../src/lab/report/html.ts';
import { recordReport } from '../../src/lab/record/drift-report.ts';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';
import { making } from '../support/report-making.ts';
import { shownOf, sweepPage, sweepResult, trialOf, trialResult } from '../support/sweep-report.ts';
import { sideThatSends } from './parity/sides.ts';

const long = 'a_name_without_a_break_'.repeat(12);

const swept = (): string => {
  const verdicts = ['wrong', 'broken', 'degraded', 'unaffected', 'not reached'] as const;
  const results = verdicts.map((verdict, at) =>
    trialResult({
      ...{ fault: ['lost-answer', 'hang', 'garbage', 'late-error', 'lost-answer'][at]!, verdict },
      ...{ to: `+1202555010${at}`, because: [`2 faxes to ${long}`], output: `Error: ${long}` },
    }),
  );
  const result = sweepResult(results, [trialOf({ fault: 'hang', to: '+12025550123' })]);
  return sweepPage(result, shownOf(result), making);
};

const compared = (): string => {
  const letter = { to: '+12025550101', text: 'Invoice 17' };
  const finding = { kind: 'lost' as const, sentence: `the document ${long} is lost`, old: [], new: [] };
  const sides = { old: sideThatSends([letter, { ...letter, to: '+12025550102' }]), new: sideThatSends([letter]) };
  const report = { ...{ findings: [finding], remarks: [], noise: [long], runs: { old: 2, new: 1 } }, ...sides };
  const command = `npx faxsim parity --old 'npm run ${long}' --new 'npm run test:new'`;
  const data = parityJson({ ...report, ms: 1200, faults: undefined }, { again: command, sweepAgain: () => command });
  return pageOf(parityReport(data), { ...making, command });
};

const recorded = (): string => {
  const one = { version: 'v2.1', operation: 'getFax', field: `data.${long}`, seen: '"here"' } as const;
  const evidence = { mark: 'recorded', source: 'v2.1 traffic of 2021' } as const;
  return pageOf(
    recordReport({
      ...{ to: 'https://fax.example.com', requests: 3, compared: 2, learnt: [one], refused: [`POST /${long}: no`] },
      drifts: [{ ...one, expected: 'null', evidence }],
      skipped: [{ version: 'v2.1', operation: 'sendFax', reason: 'it costs money' }],
    }),
    making,
  );
};

/** The page about a program that calls each version of the world. */
async function migrated(world: OwnWorld): Promise<string> {
  const { key, secret } = world.credentials.live;
  const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const body = new URLSearchParams({
    to: '2025550123',
    string_data: 'a page',
    'tag[order]': long,
    cancel_timeout: '5',
  });
  await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
  for (const path of ['/v2.1/account/status', '/v2.1/phone_numbers', '/v2.1/nothing', '/v1/faxList'])
    await fetch(`${world.baseUrl}${path}`, { headers });
  await world.simulate.receive({ pages: 1 });
  await world.clock.advance('1h');
  return pageOf(migrationReport(reportOf([await readWorld(world)])), making);
}

describeInBrowser('the HTML report', ({ newWorld, openUrl }) => {
  test.each([
    ['sweep', swept],
    ['parity', compared],
    ['migrate', migrated],
    ['record', recorded],
  ])('of %s fits in each window, and has no fault that axe knows in either theme', async (_, made) => {
    const settings = { receive_callback_url: 'http://127.0.0.1:9/fax', webhook_token: 'secret' };
    const content = await made(await newWorld({ fixture: 'empty', settings }));
    const page = await openUrl('about:blank');
    await page.setContent(content);
    const found: string[] = [];
    for (const [width, colorScheme] of [
      [320, 'dark'],
      [640, 'light'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const wide = await page.evaluate<readonly string[]>(`[...document.querySelectorAll('html, main, .card, dd, li')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && (getComputedStyle(part).overflowX !== 'auto' || part.querySelector('.sides') !== null))
        .map((part) => part.tagName + ' ' + part.textContent.slice(0, 40) + ': ' + part.scrollWidth + ' px in ' + part.clientWidth)`);
      const faults = [...wide, ...(width === 640 ? [] : await accessibilityProblems(page))];
      found.push(...faults.map((fault) => `at ${width}: ${fault}`));
    }
    expect(found).toEqual([]);
  });

  test('of a sweep opens the reason of a sign that is tapped on a phone, and prints all reasons', async () => {
    const page = await openUrl('about:blank', { width: 320, height: 640, isTouched: true });
    await page.setContent(swept());
    const reason = page.locator('.runs li', { hasText: 'degraded: ' });
    expect(await reason.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'd', exact: true }).tap();
    await reason.waitFor();
    expect(await reason.evaluate((one) => one.matches(':target'))).toBe(true);
    await page.setContent(swept());
    await page.emulateMedia({ media: 'print' });
    await reason.waitFor();
  });

  test('of a sweep prints each finding on one page, and the head of the matrix on each of its pages', async () => {
    const page = await openUrl('about:blank', { width: 800, height: 640 });
    await page.setContent(swept());
    await page.emulateMedia({ media: 'print' });
    const styles = await page.evaluate<string[]>(`['.card:not(.matrix)', '.matrix thead', '.matrix']
      .map((part) => getComputedStyle(document.querySelector(part))).map((style) => style.breakInside + ' ' + style.overflowX)`);
    expect(styles).toEqual(['avoid visible', 'avoid visible', 'auto visible']);
    // In a grid, this rule at the last name would hold for the whole card, and so keep all cards on one sheet.
    const afterNames = await page.evaluate(
      `[...document.querySelectorAll('.card dt')].map((name) => getComputedStyle(name).breakAfter)`,
    );
    expect(afterNames).not.toContain('avoid');
  });

  test('prints the findings that are folded behind another, and not the output of the program', async () => {
    const page = await openUrl('about:blank', { width: 800, height: 640 });
    const others = { title: '1 more finding of this cause', items: [{ title: 'hang at sendFax' }] };
    const items = [{ title: 'busy at sendFax', output: 'Error: no fax', others }];
    await page.setContent(
      pageOf({ name: 'faxsim sweep', marks: [], summary: '', sections: [{ title: 'Findings', items }] }, making),
    );
    const folded = page.getByText('hang at sendFax');
    expect(await folded.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await folded.waitFor();
    expect(await page.getByText('Output of the program').isVisible()).toBe(false);
  });

  test('prints a matrix of many columns within the width of a sheet', async () => {
    const page = await openUrl('about:blank', { width: 680, height: 640 });
    const cells = Array.from({ length: 40 }, () => ({ tone: 'bad', sign: 'W', word: 'wrong' }) as const);
    const table = {
      heads: cells.map((_, at) => ({ text: `getFax id=${at}` })),
      rows: [{ head: { text: 'wrong-password' }, cells }],
    };
    await page.setContent(
      pageOf({ name: 'faxsim sweep', marks: [], summary: '', sections: [{ title: 'Faults', table }] }, making),
    );
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(680);
  });
});
