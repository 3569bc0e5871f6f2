import { expect, test } from '@jest/globals';
import { parityPage } from '../../../src/lab/parity/report/html.ts';
import { making } from '../../support/report-making.ts';
import { sideThatSends } from './sides.ts';

const letter = { to: '+12025550101', text: 'Invoice 17' };
const programs = { ...making, old: 'npm run test:old', new: 'npm run "test:new"' };

const reportOf = (findings: readonly { kind: 'lost'; sentence: string; old: []; new: [] }[]) => ({
  ...{ findings, remarks: [], noise: [], runs: { old: 2, new: 1 }, ms: 1200, faults: undefined },
  old: sideThatSends([letter, { ...letter, to: '+12025550102' }]),
  new: sideThatSends(findings.length > 0 ? [letter] : [letter, { ...letter, to: '+12025550102' }]),
});

test('the page names both programs and the making, and has a verdict', () => {
  const page = parityPage(reportOf([]), programs);
  expect(page).toContain('<dt>Old</dt><dd><code>npm run test:old</code></dd>');
  expect(page).toContain('<dt>New</dt><dd><code>npm run &quot;test:new&quot;</code></dd>');
  expect(page).toContain('2026-01-05 09:30 UTC</time>, faxsim 1.2.3');
  expect(page).toContain('<span class="pill good">✓ no finding</span>');
  expect(page).not.toContain('differs');
});

test('the page of a program that loses a fax counts the findings, and marks the rows that differ', () => {
  const page = parityPage(reportOf([{ kind: 'lost', sentence: 'A fax is lost', old: [], new: [] }]), programs);
  expect(page).toContain('<span class="pill bad">✗ 1 finding</span>');
  expect(page).toContain(
    '<th scope="row">faxes</th><td>2</td><td>1</td><td><span class="pill busy">differs</span></td>',
  );
  expect(page).toContain('<th scope="row">files deleted</th><td>0</td><td>0</td><td></td>');
});
