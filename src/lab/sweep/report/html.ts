import { verdictNames, verdicts } from '../judge.ts';
import type { VerdictName } from '../judge.ts';
import { pointsIn, trialTitle } from '../plan.ts';
import { labelOf, pointName } from '../points.ts';
import type { Point } from '../points.ts';
import { requestText } from '../requests.ts';
import type { SweepResult } from '../sweep-result.ts';
import type { TrialResult } from '../trial-run.ts';
import { escapeHtml, htmlPage } from '../../report/page-frame.ts';
import type { ReportMaking } from '../../report/page-frame.ts';
import { pluralize } from '../../../model/shared/words.ts';
import { causesOf, isOpen } from './findings.ts';
import type { Cause, FaultFinding } from './findings.ts';
import { countText, leftOutTexts, leftOutTitle, seconds, shuffledText } from './text.ts';
import type { FindingFiles } from './text.ts';

/** The report as one page that needs no other file. Titles of cells name the reason of each verdict. */
export function sweepPage(result: SweepResult, findingFiles: FindingFiles, making: ReportMaking): string {
  const { results, undone, plan, ms } = result;
  const counts = verdictNames.map((name) => `<span class="pill ${classOf[name]}">${countText(results, name)}</span>`);
  const open = findingFiles.findings.filter(isOpen);
  const title = `faxsim sweep: ${pluralize(open.length, 'finding')}`;
  const summary = `${pluralize(results.length, 'run')} in ${seconds(ms)}, of ${pluralize(plan.possible, 'fault')} at all points`;
  return htmlPage({
    title,
    heading: 'faxsim sweep',
    summary,
    making,
    main: `<p class="counts">${counts.join(' ')}</p>
${matrix(result)}
<h2>Findings</h2>
${
  findingFiles.findings.length === 0
    ? '<p class="muted">The program copes with every fault.</p>'
    : causesOf(findingFiles.findings)
        .map((cause) => causeCards(cause, findingFiles))
        .join('\n')
}
${listOf('Not done', undone.map(trialTitle))}
${listOf(leftOutTitle, leftOutTexts(result.leftOut))}
${listOf('Left out', plan.differences)}
${listOf('Order', plan.isShuffled ? [shuffledText] : [])}`,
  });
}

const classOf: Readonly<Record<VerdictName, string>> = {
  wrong: 'bad',
  broken: 'bad',
  degraded: 'busy',
  unaffected: 'good',
  'not reached': 'waiting',
};

function matrix({ plan, recoveries, results }: SweepResult): string {
  const ofFirst = results.filter(({ trial }) => trial.first === undefined);
  const second = recoveries.flatMap(({ first, points }) => {
    const own = results.filter(({ trial }) => trial.first === first);
    if (own.length === 0) return [];
    const title = `While the program recovers from ${first.fault.id} at ${labelOf(first.point)}`;
    return [`<h2>${escapeHtml(title)}</h2>`, table(points, own)];
  });
  return [
    table(pointsIn(plan), ofFirst),
    `<dl class="legend">${verdictNames.map(legendOf).join('')}</dl>`,
    ...second,
  ].join('\n');
}

function table(all: readonly Point[], results: readonly TrialResult[]): string {
  const points = all.map((point) => [pointName(point), labelOf(point)] as const);
  const faults = [...new Map(results.map(({ trial: { fault } }) => [fault.id, fault.says]))];
  const at = new Map(results.map((one) => [`${one.trial.fault.id} ${pointName(one.trial.point)}`, one]));
  const rows = faults.map(([id, says]) => {
    const cells = points.map(([point]) => {
      const one = at.get(`${id} ${point}`);
      if (one === undefined) return '<td></td>';
      const title = escapeHtml([`${one.verdict}: ${point}: ${says}`, ...one.because].join('. '));
      return `<td><span class="cell ${classOf[one.verdict]}" title="${title}">${verdicts[one.verdict].sign}</span></td>`;
    });
    return `<tr><th scope="row" title="${escapeHtml(says)}">${escapeHtml(id)}</th>${cells.join('')}</tr>`;
  });
  const heads = points.map(
    ([point, label]) => `<th scope="col" title="${escapeHtml(point)}"><span>${escapeHtml(label)}</span></th>`,
  );
  return `<div class="card matrix"><table><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

const legendOf = (name: VerdictName): string =>
  `<dt><span class="cell ${classOf[name]}">${verdicts[name].sign}</span> ${name}</dt><dd>${verdicts[name].meaning}</dd>`;

/** The finding with the smallest scenario, and the others of its cause behind it. */
function causeCards({ title, findings: [first, ...others] }: Cause, files: FindingFiles): string {
  const card = findingCard(first, files);
  if (others.length === 0) return card;
  const cards = others.map((finding) => findingCard(finding, files)).join('\n');
  return `${card}<details><summary>One cause, ${pluralize(others.length + 1, 'finding')}: ${escapeHtml(title)}</summary>${cards}</details>`;
}

function findingCard(finding: FaultFinding, { again, scenarioFile }: FindingFiles): string {
  const { verdict, worldFile, ending } = finding.result;
  const output = ending.output.trim();
  return `<article class="card">
<h3><span class="pill ${classOf[verdict]}">${verdict}</span> ${escapeHtml(finding.title)}</h3>
<p>${finding.result.because.map(escapeHtml).join('<br>')}</p>
${finding.accepted === undefined ? '' : `<p class="muted">Accepted: ${escapeHtml(finding.accepted)}</p>`}
<dl>${finding.result.requests.map((request) => `<dt>By</dt><dd>${escapeHtml(requestText(request))}</dd>`).join('')}${finding.result.departure === undefined ? '' : `<dt>Differs</dt><dd>${escapeHtml(finding.result.departure)}</dd>`}<dt>Again</dt><dd><code>${escapeHtml(again(finding))}</code></dd>
<dt>Scenario</dt><dd><code>${escapeHtml(scenarioFile(finding))}</code></dd>
${worldFile === undefined ? '' : `<dt>Bundle</dt><dd><code>${escapeHtml(worldFile)}</code></dd>`}</dl>
${output === '' ? '' : `<details><summary>Output of the program</summary><pre>${escapeHtml(output)}</pre></details>`}
</article>`;
}

function listOf(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h2>${title}</h2><ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}
