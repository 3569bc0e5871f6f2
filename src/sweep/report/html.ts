import { verdictNames } from '../judge.ts';
import type { VerdictName } from '../judge.ts';
import { nameOf } from '../point.ts';
import type { SweepResult } from '../sweep.ts';
import { pluralize } from '../../shared/words.ts';
import type { Find } from './find.ts';
import { style } from './html-style.ts';
import { seconds, signs } from './text.ts';
import type { FindFiles } from './text.ts';

/** The report as one page that needs no other file. Titles of cells name the reason of each verdict. */
export function htmlReport(result: SweepResult, findFiles: FindFiles): string {
  const { results, undone, plan, ms } = result;
  const counts = verdictNames.map((name) => {
    const count = results.filter(({ verdict }) => verdict === name).length;
    return `<span class="pill ${classOf[name]}">${count} ${name}</span>`;
  });
  const open = findFiles.finds.filter(({ accepted }) => accepted === undefined);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>faxsim sweep: ${pluralize(open.length, 'find')}</title>
<style>${style}</style>
</head>
<body>
<header><h1>faxsim sweep</h1><p>${pluralize(results.length, 'run')} in ${seconds(ms)}, of ${pluralize(plan.possible, 'fault')} at all points</p></header>
<main>
<p class="counts">${counts.join(' ')}</p>
${matrix(result)}
<h2>Finds</h2>
${findFiles.finds.length === 0 ? '<p class="muted">The program copes with every fault.</p>' : findFiles.finds.map((find) => findCard(find, findFiles)).join('\n')}
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
  broken: 'mixed',
  degraded: 'busy',
  unaffected: 'good',
  'not reached': 'waiting',
};

function matrix({ results }: SweepResult): string {
  const points = [...new Set(results.map(({ trial }) => nameOf(trial.point)))];
  const faults = [...new Map(results.map(({ trial: { fault } }) => [fault.id, fault.says]))];
  const at = new Map(results.map((one) => [`${one.trial.fault.id} ${nameOf(one.trial.point)}`, one]));
  const rows = faults.map(([id, says]) => {
    const cells = points.map((point) => {
      const one = at.get(`${id} ${point}`);
      if (one === undefined) return '<td></td>';
      const title = escapeHtml([`${one.verdict}: ${point}: ${says}`, ...one.because].join('. '));
      return `<td><span class="cell ${classOf[one.verdict]}" title="${title}">${signs[one.verdict]}</span></td>`;
    });
    return `<tr><th scope="row" title="${escapeHtml(says)}">${escapeHtml(id)}</th>${cells.join('')}</tr>`;
  });
  const heads = points.map((point, index) => `<th scope="col" title="${escapeHtml(point)}">${index + 1}</th>`);
  const legend = points.map((point) => `<li><code>${escapeHtml(point)}</code></li>`);
  return `<div class="card matrix"><table><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>
<ol class="points">${legend.join('')}</ol>`;
}

function findCard(find: Find, { again, scenarioFile }: FindFiles): string {
  const { verdict, worldFile, ending } = find.result;
  const output = ending.output.trim();
  return `<article class="card">
<h3><span class="pill ${classOf[verdict]}">${verdict}</span> ${escapeHtml(find.title)}</h3>
<p>${find.result.because.map(escapeHtml).join('<br>')}</p>
${find.accepted === undefined ? '' : `<p class="muted">Accepted: ${escapeHtml(find.accepted)}</p>`}
<dl><dt>Again</dt><dd><code>${escapeHtml(again(find))}</code></dd>
<dt>Scenario</dt><dd><code>${escapeHtml(scenarioFile(find))}</code></dd>
${worldFile === undefined ? '' : `<dt>Bundle</dt><dd><code>${escapeHtml(worldFile)}</code></dd>`}</dl>
${output === '' ? '' : `<details><summary>Output of the program</summary><pre>${escapeHtml(output)}</pre></details>`}
</article>`;
}

function listOf(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h2>${title}</h2><ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
