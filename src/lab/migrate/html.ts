import { escapeHtml, htmlPage } from '../report/page-frame.ts';
import type { ReportMaking } from '../report/page-frame.ts';
import {
  boardTexts,
  callTitle,
  fieldsTitle,
  fieldTexts,
  neededTexts,
  parameterTexts,
  requestLine,
  sentTexts,
  summaryOf,
} from './text.ts';
import type { CallReport, MigrationReport } from './report.ts';

/** The report as one page that needs no other file: the harm and the tasks first, then the evidence for them. */
export function migrationPage(report: MigrationReport, making: ReportMaking): string {
  const { calls, fields, webhooks, traps, gaps, mistakes, tasks, left_out: leftOut } = report;
  const parts = [
    ...section('Traps, the most harmful first', traps.map(trapCard)),
    ...section(
      'Without a counterpart in v3',
      gaps.map(({ what, because, instead }) => card(what, 'bad', 'gone', [because, `${instead}.`])),
    ),
    ...listSection(
      'Mistakes in requests of v3',
      mistakes.map(({ what, because, message }) => `${what}, ${because}. ${message}`),
    ),
    ...section('For your board', tasks.length === 0 ? [] : [taskList(boardTexts(tasks), making)]),
    ...section('Calls', calls.map(callCard)),
    ...section('Webhooks', webhooks === null ? [] : [webhookCard(webhooks)]),
    ...listSection('Parameters', parameterTexts(calls)),
    ...listSection(fieldsTitle, fieldTexts(fields)),
    ...listSection('Left out', leftOut),
  ];
  const summary = summaryOf(report);
  return htmlPage({
    title: `faxsim migrate: ${summary}`,
    heading: 'faxsim migrate',
    summary,
    making,
    main: parts.join('\n'),
    ...(tasks.length > 0 && { script: keepTicks }),
  });
}

/** A later report by the same command has the ticks of its tasks again. */
function taskList(texts: readonly string[], { command, directory }: ReportMaking): string {
  const items = texts.map((text) => `<li><label><input type="checkbox"> <span>${escapeHtml(text)}</span></label></li>`);
  return `<ul class="tasks" data-report="${escapeHtml(`${command} in ${directory}`)}">${items.join('')}</ul>`;
}

/** A page in a sandbox, such as that of an artifact viewer, may not use the storage: its ticks go when it closes. */
const keepTicks = `
const storage = (() => { try { return localStorage; } catch { return undefined; } })();
for (const box of document.querySelectorAll('.tasks input')) {
  const key = 'faxsim: ' + box.closest('ul').dataset.report + ': ' + box.parentElement.textContent.trim();
  box.checked = storage?.getItem(key) === 'done';
  box.addEventListener('change', () => box.checked ? storage?.setItem(key, 'done') : storage?.removeItem(key));
}
`;

const section = (title: string, parts: readonly string[]): string[] =>
  parts.length === 0 ? [] : [`<h2>${title}</h2>`, ...parts];

const list = (texts: readonly string[]): string =>
  `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;

const listSection = (title: string, texts: readonly string[]): string[] =>
  section(title, texts.length === 0 ? [] : [list(texts)]);

const tones = { same: 'good', renamed: 'busy', changed: 'busy', gone: 'bad' } as const;

const pill = (tone: string, text: string): string => `<span class="pill ${tone}">${text}</span>`;

function card(title: string, tone: string, mark: string, sentences: readonly string[], rest = ''): string {
  const text = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('');
  return `<article class="card"><h3>${pill(tone, mark)} ${escapeHtml(title)}</h3>${text}${rest}</article>`;
}

/** The old request on the left, the new one on the right. */
function callCard(call: CallReport): string {
  const { sent, needed, todo, change, to } = call;
  const old = [`${sent.method} ${sent.path}`, ...sentTexts(sent.params)].join('\n');
  const next = needed.map((request) => [requestLine(request), ...neededTexts(request)].join('\n')).join('\n\n');
  const requests = `<div class="pair"><pre>${escapeHtml(old)}</pre><pre>${escapeHtml(next || (to ?? 'no counterpart'))}</pre></div>`;
  return card(callTitle(call), tones[change], change, todo === '' || to === null ? [] : [`${todo}.`], requests);
}

const webhookCard = ({ count, taken, urls }: NonNullable<MigrationReport['webhooks']>): string =>
  card(`${count} webhooks, ${taken} taken`, 'busy', 'changed', [`To ${urls.join(', ')}.`]);

const trapCard = ({ title, because, certainty, harm, todo }: MigrationReport['traps'][number], at: number): string =>
  card(`${at + 1}. ${title}`, certainty === 'shown' ? 'bad' : 'waiting', certainty, [
    `${because}.`,
    `${harm}. ${todo}.`,
  ]);
