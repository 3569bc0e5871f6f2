import { verdictNames, verdicts } from '../judge.ts';
import type { VerdictName } from '../judge.ts';
import { pointsIn } from '../plan.ts';
import { labelOf, nameOf } from '../points.ts';
import { requestText } from '../requests.ts';
import type { SweepResult } from '../sweep.ts';
import { pluralize, printableLines } from '../../../model/shared/words.ts';
import { causesOf, isOpen } from './findings.ts';
import type { Cause, Finding } from './findings.ts';
import { countText, seconds } from './text.ts';
import type { FindingFiles } from './text.ts';

/** The report as one page that needs no other file. Titles of cells name the reason of each verdict. */
export function htmlReport(result: SweepResult, findingFiles: FindingFiles): string {
  const { results, undone, plan, ms } = result;
  const counts = verdictNames.map((name) => `<span class="pill ${classOf[name]}">${countText(results, name)}</span>`);
  const open = findingFiles.findings.filter(isOpen);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>faxsim sweep: ${pluralize(open.length, 'finding')}</title>
<style>${style}</style>
</head>
<body>
<header><h1>faxsim sweep</h1><p>${pluralize(results.length, 'run')} in ${seconds(ms)}, of ${pluralize(plan.possible, 'fault')} at all points</p></header>
<main>
<p class="counts">${counts.join(' ')}</p>
${matrix(result)}
<h2>Findings</h2>
${
  findingFiles.findings.length === 0
    ? '<p class="muted">The program copes with every fault.</p>'
    : causesOf(findingFiles.findings)
        .map((cause) => causeCards(cause, findingFiles))
        .join('\n')
}
${listOf(
  'Not done',
  undone.map(({ point, fault }) => `${nameOf(point)}: ${fault.says}`),
)}
${listOf('Left out', plan.differences)}
</main>
</body>
</html>
`;
}

const classOf: Readonly<Record<VerdictName, string>> = {
  wrong: 'bad',
  broken: 'bad',
  degraded: 'busy',
  unaffected: 'good',
  'not reached': 'waiting',
};

function matrix({ plan, results }: SweepResult): string {
  const points = pointsIn(plan).map((point) => [nameOf(point), labelOf(point)] as const);
  const faults = [...new Map(results.map(({ trial: { fault } }) => [fault.id, fault.says]))];
  const at = new Map(results.map((one) => [`${one.trial.fault.id} ${nameOf(one.trial.point)}`, one]));
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
  return `<div class="card matrix"><table><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>
<dl class="legend">${verdictNames.map(legendOf).join('')}</dl>`;
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

function findingCard(finding: Finding, { again, scenarioFile }: FindingFiles): string {
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

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string =>
  printableLines(text).replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** The look of the console, in as few rules as the report needs. */
const style = `
:root { --bg: #f6f7f9; --surface: #fff; --line: #e3e6eb; --text: #171a21; --muted: #59626f; --good: #11734b; --good-bg: #e3f5ec;
--bad: #b42318; --bad-bg: #fdebe9; --busy: #1d5fc4; --busy-bg: #e6f0fd; --waiting: #5c6470; --waiting-bg: #eceef1;
color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --bg: #0e1015; --surface: #15181f; --line: #2a2f3a; --text: #e9ebef;
--muted: #a3abb8; --good: #5fd39c; --good-bg: #12301f; --bad: #ff9389; --bad-bg: #3a1815; --busy: #8bbcff; --busy-bg: #142a4a;
--waiting: #b0b8c4; --waiting-bg: #262b35; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 14px/1.5 system-ui, sans-serif; }
header, main { max-width: 72rem; margin: 0 auto; padding: 16px 24px; }
header { display: flex; gap: 16px; align-items: baseline; flex-wrap: wrap; }
h1 { font-size: 20px; margin: 0; } h2 { font-size: 16px; margin: 28px 0 8px; } h3 { font-size: 14px; margin: 0 0 8px; }
header p, .muted { color: var(--muted); margin: 0; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 7px; padding: 14px 16px; margin: 0 0 12px; }
.matrix { overflow-x: auto; } table { border-collapse: collapse; }
th { font-weight: 500; text-align: left; padding: 2px 10px 2px 0; white-space: nowrap; } thead th { vertical-align: bottom; padding: 2px; } thead span { writing-mode: vertical-rl; transform: rotate(180deg); }
td { padding: 2px; text-align: center; }
.cell { display: inline-block; width: 24px; border-radius: 5px; font-weight: 600; }
.pill { display: inline-block; padding: 1px 8px; border-radius: 999px; font-weight: 600; font-size: 12px; }
.good { color: var(--good); background: var(--good-bg); } .bad { color: var(--bad); background: var(--bad-bg); }
.busy { color: var(--busy); background: var(--busy-bg); }
.waiting { color: var(--waiting); background: var(--waiting-bg); }
code, pre { font: 12.5px/1.5 ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: 2px 8px; margin: 8px 0; } dt { color: var(--muted); } dd { margin: 0; }
dl.legend { grid-template-columns: 9rem 1fr; }
pre { background: var(--bg); padding: 10px; border-radius: 5px; overflow-x: auto; white-space: pre-wrap; } summary { cursor: pointer; color: var(--muted); }
`;
