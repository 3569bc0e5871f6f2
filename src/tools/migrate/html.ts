import { escapeHtml, htmlPage } from '../html-page.ts';
import { callTitle, neededTexts, partText, requestLine, sentTexts, summaryOf } from './text.ts';
import type { Page } from './pages.ts';
import type { CallReport, MigrationReport, Part } from './report.ts';

/** The report as one page that needs no other file. */
export function htmlReport(report: MigrationReport): string {
  const { calls, answers, webhooks, traps, gaps, tasks, left_out: leftOut } = report;
  const parts = [
    ...section('Calls', calls.map(callCard)),
    ...section('Around the records of answers', answers.length === 0 ? [] : [partList(answers)]),
    ...section('Webhooks', webhooks === null ? [] : [webhookCard(webhooks)]),
    ...section('Traps, the most harmful first', traps.map(trapCard)),
    ...section(
      'Without a counterpart in v3',
      gaps.map(({ what, because, instead, page }) =>
        card(what, 'bad', 'gone', [because, `${instead}.`], pageLink(page)),
      ),
    ),
    ...section(
      'For your board',
      tasks.length === 0
        ? []
        : [
            list(
              tasks.map(
                ({ title, todo, page }) =>
                  `<input type="checkbox"> <strong>${escapeHtml(title)}</strong>: ${escapeHtml(todo)}. ${pageLink(page)}`,
              ),
            ),
          ],
    ),
    ...section('Left out', leftOut.length === 0 ? [] : [list(leftOut.map(escapeHtml))]),
  ];
  const summary = summaryOf(report);
  return htmlPage({ title: `faxsim migrate: ${summary}`, heading: 'faxsim migrate', summary, main: parts.join('\n') });
}

const section = (title: string, parts: readonly string[]): string[] =>
  parts.length === 0 ? [] : [`<h2>${title}</h2>`, ...parts];

const list = (items: readonly string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

const tones = { same: 'good', renamed: 'busy', changed: 'busy', gone: 'bad' } as const;

const pill = (tone: string, text: string): string => `<span class="pill ${tone}">${text}</span>`;

function card(title: string, tone: string, mark: string, sentences: readonly string[], rest: string): string {
  const text = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('');
  return `<article class="card"><h3>${pill(tone, mark)} ${escapeHtml(title)}</h3>${text}${rest}</article>`;
}

const pageLink = ({ title, url }: Page): string => `<a href="${escapeHtml(url)}">${escapeHtml(title)}</a>`;

/** The old request on the left, the new one on the right. */
function callCard(call: CallReport): string {
  const { sent, needed, todo, change, page, parameters, used } = call;
  const old = [`${sent.method} ${sent.path}`, ...sentTexts(sent.params)].join('\n');
  const next = needed.map((request) => [requestLine(request), ...neededTexts(request)].join('\n')).join('\n\n');
  const requests = `<div class="pair"><pre>${escapeHtml(old)}</pre><pre>${escapeHtml(next || (call.to ?? 'no counterpart'))}</pre></div>`;
  const rest = `${requests}${partTable('Parameters', parameters)}${partTable('Used from its answers', used)}${pageLink(page)}`;
  return card(callTitle(call), tones[change], change, todo === '' ? [] : [`${todo}.`], rest);
}

const partList = (parts: readonly Part[]): string =>
  list(parts.map((part) => `${pill(tones[part.change], part.change)} ${escapeHtml(partText(part))}`));

const partTable = (title: string, parts: readonly Part[]): string =>
  parts.length === 0 ? '' : `<h4>${title}</h4>${partList(parts)}`;

function webhookCard({ count, taken, urls, fields, used }: NonNullable<MigrationReport['webhooks']>): string {
  const rest = `${partTable('Fields', fields)}${partTable('Used from them', used)}`;
  return card(`${count} webhooks, ${taken} taken`, 'busy', 'changed', [`To ${urls.join(', ')}.`], rest);
}

const trapCard = ({ title, because, certainty, harm, todo, page }: MigrationReport['traps'][number]): string =>
  card(
    title,
    certainty === 'shown' ? 'bad' : 'waiting',
    certainty,
    [`${because}.`, `${harm}.`, `${todo}.`],
    pageLink(page),
  );
