import { pluralize } from '../../../model/shared/words.ts';
import { escapeHtml, htmlPage } from '../../html-page.ts';
import type { ReportMaking } from '../../html-page.ts';
import type { RecordedRequest } from '../../achievements/run-record.ts';
import { seconds } from '../../sweep/report/text.ts';
import type { FaultComparison, WorseFault } from '../faults.ts';
import type { Finding } from '../finding.ts';
import { achievedRows, callText, hasFindings, notComparedText } from './summary.ts';
import type { ParityReport } from './summary.ts';

/** The making of a comparison, with the commands of its programs. */
export interface ParityMaking extends ReportMaking {
  readonly old: string;
  readonly new: string;
}

/** The report as one page that needs no other file. */
export function parityPage(report: ParityReport, making: ParityMaking): string {
  const { findings, remarks, noise, ms, faults, runs } = report;
  const summary = `${pluralize(runs.old, 'run')} of the old program, ${runs.new} of the new one, in ${seconds(ms)}`;
  const parts = [
    verdictLine(report),
    programs(making),
    table(report),
    '<h2>Findings</h2>',
    ...(findings.length === 0
      ? ['<p class="muted">The new program achieves what the old one does.</p>']
      : findings.map(findingCard)),
    ...(remarks.length === 0 ? [] : ['<h2>To look at</h2>', ...remarks.map(findingCard)]),
    ...(faults === undefined ? [] : ['<h2>Faults with which the new program copes worse</h2>', ...faultCards(faults)]),
    ...(noise.length === 0 ? [] : ['<h2>Left out</h2>', list(noise)]),
  ];
  return htmlPage({
    title: `faxsim parity: ${pluralize(findings.length, 'finding')}`,
    heading: 'faxsim parity',
    summary,
    making,
    main: parts.join('\n'),
  });
}

/** The mark is a word and a sign, so that it does not depend on its colour. */
function verdictLine(report: ParityReport): string {
  const worse = report.faults?.worse.length ?? 0;
  const counts = [
    ...(report.findings.length === 0 ? [] : [pluralize(report.findings.length, 'finding')]),
    ...(worse === 0 ? [] : [`worse with ${pluralize(worse, 'fault')}`]),
  ];
  const [tone, mark] = hasFindings(report) ? ['bad', `✗ ${counts.join(', ')}`] : ['good', '✓ no finding'];
  return `<p><span class="pill ${tone}">${mark}</span></p>`;
}

const programs = ({ old, new: now }: ParityMaking): string =>
  `<dl><dt>Old</dt><dd><code>${escapeHtml(old)}</code></dd><dt>New</dt><dd><code>${escapeHtml(now)}</code></dd></dl>`;

function table(report: ParityReport): string {
  const rows = achievedRows(report).map(([name, value, other]) => {
    const mark = value === other ? '' : '<span class="pill busy">differs</span>';
    const cells = [value, other].map((text) => `<td>${escapeHtml(text)}</td>`).join('');
    return `<tr><th scope="row">${escapeHtml(name)}</th>${cells}<td>${mark}</td></tr>`;
  });
  const head = '<thead><tr><td></td><th scope="col">old</th><th scope="col">new</th><td></td></tr></thead>';
  return `<div class="card matrix"><table class="sides">${head}<tbody>${rows.join('')}</tbody></table></div>`;
}

const findingCard = ({ kind, sentence, old, new: now, follows = [] }: Finding): string => `<article class="card">
<h3><span class="pill bad">${escapeHtml(kind)}</span> ${escapeHtml(sentence)}</h3>
${follows.length === 0 ? '' : `<p>It follows:</p>${list(follows.map((one) => `${one.kind}: ${one.sentence}`))}`}
<dl>${callEntries('Old', old)}${callEntries('New', now)}</dl>
</article>`;

const callEntries = (side: string, calls: readonly RecordedRequest[]): string =>
  (calls.length === 0 ? ['no request'] : calls.map(callText))
    .map((text) => `<dt>${side}</dt><dd><code>${escapeHtml(text)}</code></dd>`)
    .join('');

const faultCards = ({ worse, notCompared }: FaultComparison): string[] => [
  ...(worse.length === 0 ? ['<p class="muted">None.</p>'] : worse.map(faultCard)),
  ...(notCompared === 0 ? [] : [`<p class="muted">${notComparedText(notCompared)}</p>`]),
];

const faultCard = ({ name, fault, says, point, verdict, because, old }: WorseFault): string => `<article class="card">
<h3><span class="pill bad">${verdict}</span> ${escapeHtml(`${fault} at ${point}: ${says}`)}</h3>
<p>${because.map(escapeHtml).join('<br>')}</p>
<p class="muted">The old program: ${old ?? 'makes no such request'}</p>
<p class="muted">Again: <code>npx faxsim sweep --only ${name}</code>, with the new program</p>
</article>`;

const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
