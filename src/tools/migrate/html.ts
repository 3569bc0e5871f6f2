import { escapeHtml, htmlPage } from '../html-page.ts';
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

/** The report as one page that needs no other file. */
export function htmlReport(report: MigrationReport): string {
  const { calls, fields, webhooks, traps, gaps, mistakes, tasks, left_out: leftOut } = report;
  const parts = [
    ...section('Calls', calls.map(callCard)),
    ...section('Webhooks', webhooks === null ? [] : [webhookCard(webhooks)]),
    ...listSection('Parameters', parameterTexts(calls)),
    ...listSection(fieldsTitle, fieldTexts(fields)),
    ...section('Traps, the most harmful first', traps.map(trapCard)),
    ...section(
      'Without a counterpart in v3',
      gaps.map(({ what, because, instead }) => card(what, 'bad', 'gone', [because, `${instead}.`])),
    ),
    ...listSection(
      'Mistakes in requests of v3',
      mistakes.map(({ what, because, message }) => `${what}, ${because}. ${message}`),
    ),
    ...section(
      'For your board',
      tasks.length === 0 ? [] : [list(boardTexts(tasks).map((text) => `<input type="checkbox"> ${escapeHtml(text)}`))],
    ),
    ...listSection('Left out', leftOut),
  ];
  const summary = summaryOf(report);
  return htmlPage({ title: `faxsim migrate: ${summary}`, heading: 'faxsim migrate', summary, main: parts.join('\n') });
}

const section = (title: string, parts: readonly string[]): string[] =>
  parts.length === 0 ? [] : [`<h2>${title}</h2>`, ...parts];

const list = (items: readonly string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

const listSection = (title: string, texts: readonly string[]): string[] =>
  section(title, texts.length === 0 ? [] : [list(texts.map(escapeHtml))]);

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
