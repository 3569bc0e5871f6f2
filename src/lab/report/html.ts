import { pluralize } from '../../model/shared/words.ts';
import { idsIn, isMatrix, isSign, labelOf } from './form.ts';
import type {
  ReportCell,
  ReportCode,
  ReportFact,
  ReportHead,
  ReportItem,
  ReportMaking,
  ReportMark,
  ReportSection,
  ReportSign,
  ReportTable,
  Reproduction,
  ToolReport,
  ReportTask,
} from './form.ts';
import { escapeHtml, makingLine, pageFrame, textHtml } from './page-frame.ts';

/** The report as one page that needs no other file. */
export function pageOf({ name, marks, summary, sections }: ToolReport, making: ReportMaking): string {
  const verdict = marks.map(verdictPill).join(' ');
  const counts = marks.map(({ word }) => word).join(', ');
  const ids = new Set(idsIn(sections));
  const parts = { ids, runs: runsIn(sections) };
  const hasTasks = sections.some(({ tasks = [] }) => tasks.length > 0);
  return pageFrame({
    title: `${name}: ${counts === '' ? summary : counts}`,
    header: `<h1>${escapeHtml(name)}</h1>${verdict === '' ? '' : `<p>${verdict}</p>`}<p>${textHtml(summary)}</p>${makingLine(making)}`,
    main: sections.map((section) => sectionHtml(section, making, parts)).join('\n'),
    script: hasTasks ? keepTicks : undefined,
  });
}

const signs = { good: '✓ ', bad: '✗ ', broken: '▲ ', busy: '◐ ', waiting: '○ ' } as const;

const pill = ({ tone, word }: ReportMark): string => `<span class="pill ${tone}">${escapeHtml(word)}</span>`;

/** A mark that leads to the item which explains it. */
const linkedPill = ({ tone, word }: ReportMark, item: string): string =>
  `<a class="pill ${tone}" href="#${escapeHtml(item)}">${escapeHtml(word)}</a>`;

const verdictPill = ({ tone, word }: ReportMark): string => pill({ tone, word: `${signs[tone]}${word}` });

/** The parts of a page between which links lead. */
interface PageParts {
  /** The ids of all items and tasks. */
  readonly ids: ReadonlySet<string>;
  /** The runs that have a sign in a table. */
  readonly runs: ReadonlySet<string>;
}

const runsIn = (sections: readonly ReportSection[]): ReadonlySet<string> =>
  new Set(
    sections
      .flatMap(({ table }) => table?.rows.flatMap(({ cells }) => cells) ?? [])
      .flatMap((cell) => (isSign(cell) ? (cell.run ?? []) : [])),
  );

function sectionHtml(section: ReportSection, making: ReportMaking, { ids, runs }: PageParts): string {
  const { title, lead, items = [], isRanked = false, facts = [], table, lines = [], tasks = [] } = section;
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    lead === undefined ? '' : `<p class="muted">${textHtml(lead)}</p>`,
    ...items.map((item, at) => card(item, runs, isRanked ? `${at + 1}. ` : '')),
    table === undefined ? '' : tableHtml(table, ids),
    factList(facts, commandHtml(section)),
    lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${textHtml(line)}</li>`).join('')}</ul>`,
    tasks.length === 0 ? '' : taskList(tasks, making),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** An item as a card, with the other items of its cause folded behind it. */
function card(item: ReportItem, runs: ReadonlySet<string>, number = ''): string {
  const { id, mark, title, paragraphs = [], facts = [], pair, output, others } = item;
  const own = `<article class="card${isTall(item) ? ' tall' : ''}"${idHtml(id)}>
<h3>${number}${mark === undefined ? '' : `${verdictPill(mark)} `}${textHtml(title)}${anchorTo(id)}${wayBack(id, runs)}</h3>
${paragraphs.map((text) => `<p>${textHtml(text)}</p>`).join('')}${factList(facts, commandHtml(item))}
${pair === undefined ? '' : `<div class="pair">${pair.map(codeBlock).join('')}</div>`}${output === undefined ? '' : folded('Output of the program', `<pre>${escapeHtml(output)}</pre>`, 'output')}
</article>`;
  return others === undefined
    ? own
    : `${own}${folded(others.title, others.items.map((one) => card(one, runs)).join('\n'))}`;
}

/** The lines of a card that stay on one sheet. A longer card may break, because it would leave a hole at the end of the sheet before. */
const wholeLinesMax = 15;

/** The letters of a line of a printed card, and of a request beside another. */
const lineLetters = { text: 95, code: 45 };

const linesIn = (text: string, letters: number): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0);

function isTall({ title, paragraphs = [], facts = [], pair, again = '' }: ReportItem): boolean {
  const texts = [title, ...paragraphs, ...facts.flatMap((fact) => fact.texts), again];
  const codes = (pair ?? []).map(({ requests }) => linesIn(requests.join('\n\n'), lineLetters.code));
  const lines = texts.reduce((sum, text) => sum + linesIn(text, lineLetters.text), Math.max(0, ...codes));
  return lines > wholeLinesMax;
}

const idHtml = (id: string | undefined): string => (id === undefined ? '' : ` id="${escapeHtml(id)}"`);

/** A link to the part itself, whose address a reader can pass on. */
const anchorTo = (id: string | undefined): string =>
  id === undefined ? '' : ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to this part">#</a>`;

/** A link from a run to its sign in the table, from where the reader may have come. */
const wayBack = (id: string | undefined, runs: ReadonlySet<string>): string =>
  id !== undefined && runs.has(id)
    ? ` <a class="anchor" href="#${signId(id)}" title="To its sign in the table" aria-label="To its sign in the table">↑</a>`
    : '';

const commandHtml = ({ again, first }: Reproduction): string =>
  [
    ...(first === undefined ? [] : [`<dt>First</dt><dd><code>${textHtml(first)}</code></dd>`]),
    ...(again === undefined ? [] : [`<dt>Again</dt><dd><code>${textHtml(again)}</code></dd>`]),
  ].join('');

const note = (text: string | undefined): string => (text === undefined ? '' : `, ${escapeHtml(text)}`);

const folded = (summary: string, html: string, kind?: 'output'): string =>
  `<details${kind === undefined ? '' : ` class="${kind}"`}><summary>${escapeHtml(summary)}</summary>${html}</details>`;

function factList(facts: readonly ReportFact[], more = ''): string {
  if (facts.length === 0 && more === '') return '';
  const isLegend = facts.some(({ sign }) => sign !== undefined);
  return `<dl${isLegend ? ' class="legend"' : ''}>${facts.map(factHtml).join('')}${more}</dl>`;
}

function factHtml({ name, texts, isCode = false, sign }: ReportFact): string {
  const label = sign === undefined ? escapeHtml(labelOf(name)) : `${signText(sign)} ${escapeHtml(name)}`;
  const values = texts.map(textHtml).map((text) => `<dd>${isCode ? `<code>${text}</code>` : text}</dd>`);
  return `<dt>${label}</dt>${values.join('')}`;
}

const codeBlock = ({ name, note: remark, requests }: ReportCode): string =>
  `<figure><figcaption>${escapeHtml(labelOf(name))}${note(remark)}</figcaption><pre>${escapeHtml(requests.join('\n\n'))}</pre></figure>`;

function tableHtml(table: ReportTable, ids: ReadonlySet<string>): string {
  const isOfSigns = isMatrix(table);
  const heads = table.heads.map((head) => (head.text === '' ? '<td></td>' : headCell('col', head)));
  const rows = table.rows.map(({ head, cells }) => {
    const shown = cells.map((cell) => `<td>${cellHtml(cell, ids)}</td>`);
    return `<tr>${headCell('row', head)}${shown.join('')}</tr>`;
  });
  const isShort = !isOfSigns && rows.length <= wholeLinesMax;
  const frame = `class="card matrix${isShort ? ' short' : ''}" tabindex="0"`;
  const style = isOfSigns ? ` style="--fit: ${fitOf(heads.length)}"` : '';
  return `<div ${frame}><table class="${isOfSigns ? 'signs' : 'sides'}"${style}><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>${runList(table)}`;
}

/** The widths in a printed matrix, in CSS px: of A4 between its margins, of the names of its rows, and of a column. */
const paper = { all: 640, names: 120, column: 30 };

/** The scale at which a matrix fits the width of a sheet. Without it, the whole report would be scaled down, and still be cut. */
const fitOf = (columns: number): string => Math.min(1, paper.all / (paper.names + paper.column * columns)).toFixed(2);

/** The reasons of all signs: the links of those without a finding lead here, because a finger has no pointer that rests on a sign. */
function runList({ rows }: ReportTable): string {
  const runs = rows.flatMap(({ cells }) => cells.filter(isSign)).filter(({ run }) => run !== undefined);
  if (runs.length === 0) return '';
  const items = runs.map((sign) => {
    const { about = sign.word, run = '' } = sign;
    return `<li id="${runId(run)}">${signLink(sign, signId(run))} <span>${escapeHtml(about)}</span></li>`;
  });
  return `<details class="runs"><summary>${pluralize(runs.length, 'run')}, each with its result</summary><ul>${items.join('\n')}</ul></details>`;
}

const runId = (run: string): string => `run-${escapeHtml(run)}`;

const signId = (run: string): string => `sign-${escapeHtml(run)}`;

const headCell = (scope: 'col' | 'row', { text, about }: ReportHead): string =>
  `<th scope="${scope}"${about === undefined ? '' : ` title="${escapeHtml(about)}"`}><span>${escapeHtml(text)}</span></th>`;

function cellHtml(cell: ReportCell, ids: ReadonlySet<string>): string {
  if (typeof cell !== 'object') return escapeHtml(cell ?? '');
  if (isSign(cell)) return signCell(cell, ids);
  return cell.item === undefined ? pill(cell) : linkedPill(cell, cell.item);
}

/** The sign of a run leads to its finding, if it is one, else to its reason in the list of all runs. */
function signCell(sign: ReportSign, ids: ReadonlySet<string>): string {
  const { run } = sign;
  if (run === undefined) return signText(sign);
  return signLink(sign, ids.has(run) ? escapeHtml(run) : runId(run), ` id="${signId(run)}"`);
}

const lookOf = ({ tone, word, about = word }: ReportSign): string =>
  `class="cell ${tone}" title="${escapeHtml(about)}"`;

const signText = (sign: ReportSign): string => `<span ${lookOf(sign)}>${escapeHtml(sign.sign)}</span>`;

const signLink = (sign: ReportSign, to: string, id = ''): string =>
  `<a ${lookOf(sign)} href="#${to}"${id}>${escapeHtml(sign.sign)}</a>`;

/** A checklist. A later report by the same command shows the same ticks. */
function taskList(tasks: readonly ReportTask[], { command, directory }: ReportMaking): string {
  const items = tasks.map(
    (task) =>
      `<li${idHtml(task.id)}><label><input type="checkbox"> <span>${taskHtml(task)}</span></label>${anchorTo(task.id)}</li>`,
  );
  return `<ul class="tasks" data-report="${escapeHtml(`${command} in ${directory ?? 'a directory'}`)}">${items.join('')}</ul>`;
}

const taskHtml = ({ title, text, source }: ReportTask): string =>
  `<strong>${escapeHtml(title)}</strong> ${textHtml(text)}${source === null ? '' : ` <span class="muted">(${escapeHtml(source)})</span>`}`;

/** In a sandbox, such as that of an artifact viewer, a page may not use the storage, so the ticks are lost when it closes. */
const keepTicks = `
const storage = (() => { try { return localStorage; } catch { return undefined; } })();
for (const box of document.querySelectorAll('.tasks input')) {
  const key = 'faxsim: ' + box.closest('ul').dataset.report + ': ' + box.parentElement.textContent.trim();
  box.checked = storage?.getItem(key) === 'done';
  box.addEventListener('change', () => box.checked ? storage?.setItem(key, 'done') : storage?.removeItem(key));
}
`;
