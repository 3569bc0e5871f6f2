import { printableLines } from '../../model/shared/words.ts';
import { madeAt } from './form.ts';
import type { ReportMaking } from './form.ts';
import { wholeWords } from './whole-words.ts';

interface FrameParts {
  readonly title: string;
  /** HTML. */
  readonly header: string;
  /** HTML. */
  readonly main: string;
  /** JavaScript without values of the report. */
  readonly script?: string | undefined;
}

/** A page that needs no other file. */
export const pageFrame = ({ title, header, main, script }: FrameParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header>${header}</header>
<main>
${main}
</main>
${script === undefined ? '' : `<script type="module">${script}</script>\n`}</body>
</html>
`;

export function makingLine(making: ReportMaking): string {
  const { at, version, command, directory } = making;
  const place = directory === undefined ? '' : ` in <code>${escapeHtml(directory)}</code>`;
  return `<p class="making"><time datetime="${at}">${madeAt(making)}</time>, faxsim ${escapeHtml(version)}: <code>${textHtml(command)}</code>${place}</p>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string =>
  printableLines(text).replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** Text in which no line ends within an option such as `--jobs`, or within another short word that has a hyphen. */
export const textHtml = (text: string): string =>
  wholeWords(text)
    .map((word) => (word.isWhole ? `<span class="whole">${escapeHtml(word.text)}</span>` : escapeHtml(word.text)))
    .join('');

/** The style of the console, reduced to the rules that a report needs. */
const style = `
:root { --bg: #f6f7f9; --surface: #fff; --line: #e3e6eb; --text: #171a21; --muted: #59626f; --good: #11734b; --good-bg: #e3f5ec;
--bad: #b42318; --bad-bg: #fdebe9; --busy: #1d5fc4; --busy-bg: #e6f0fd; --waiting: #5c6470; --waiting-bg: #eceef1;
color-scheme: light dark; }
@media print { :root { color-scheme: light; } }
@media screen and (prefers-color-scheme: dark) { :root { --bg: #0e1015; --surface: #15181f; --line: #2a2f3a; --text: #e9ebef;
--muted: #a3abb8; --good: #5fd39c; --good-bg: #12301f; --bad: #ff9389; --bad-bg: #3a1815; --busy: #8bbcff; --busy-bg: #142a4a;
--waiting: #b0b8c4; --waiting-bg: #262b35; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main { max-width: 72rem; margin: 0 auto; padding: 16px 24px; }
header { display: flex; gap: 4px 16px; align-items: baseline; flex-wrap: wrap; }
.anchor { padding: 0 6px; color: var(--muted); text-decoration: none; font-weight: 400; } .anchor:hover, .anchor:focus-visible { color: var(--busy); } :is(.card, .tasks li, .cell):target { outline: 2px solid var(--busy); outline-offset: 2px; scroll-margin-top: 16px; }
h1 { font-size: 20px; margin: 0; } h2 { font-size: 16px; margin: 28px 0 8px; } h3 { font-size: 14px; margin: 0 0 8px; }
header .making { flex-basis: 100%; font-size: 12.5px; }
header p, .muted { color: var(--muted); margin: 0; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 7px; padding: 14px 16px; margin: 0 0 12px; }
.whole { white-space: nowrap; } .matrix { overflow-x: auto; } table { border-collapse: collapse; }
th { font-weight: 500; text-align: left; padding: 2px 10px 2px 0; white-space: nowrap; } thead th { vertical-align: bottom; } .signs thead th { padding: 2px; } .signs thead span { display: inline-block; max-height: 15rem; white-space: normal; writing-mode: vertical-rl; transform: rotate(180deg); }
td { padding: 2px; text-align: center; } .sides th, .sides td { padding: 2px 24px 2px 0; text-align: left; white-space: nowrap; } .sides th { white-space: normal; overflow-wrap: break-word; }
.cell { display: inline-block; width: 24px; text-align: center; border-radius: 5px; font-weight: 600; }
a.cell { min-height: 24px; line-height: 24px; text-decoration: none; } .runs ul { list-style: none; padding: 0; } .runs li { display: flex; gap: 8px; align-items: start; margin: 4px 0; overflow-wrap: anywhere; } .runs .cell { flex: none; } .runs li:target { outline: 2px solid var(--busy); outline-offset: 2px; }
.pill { display: inline-block; white-space: nowrap; padding: 1px 8px; border-radius: 999px; font-weight: 600; font-size: 12px; }
.good { color: var(--good); background: var(--good-bg); } .bad, .broken { color: var(--bad); background: var(--bad-bg); }
.busy { color: var(--busy); background: var(--busy-bg); }
.waiting { color: var(--waiting); background: var(--waiting-bg); }
code, pre { font: 12.5px/1.5 ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 2px 12px; margin: 8px 0; } dt { color: var(--muted); grid-column: 1; } dd { margin: 0; overflow-wrap: anywhere; } dl:not(.legend) dd { grid-column: -2; }
main > :first-child { margin-top: 0; } .card p { margin: 4px 0; } .card > :last-child { margin-bottom: 0; } p.muted + :not(h2) { margin-top: 8px; }
dl.legend { grid-template-columns: 9rem 1fr; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; } figure { margin: 0; min-width: 0; } figcaption { color: var(--muted); font-size: 12.5px; } .pair pre { margin: 2px 0 0; }
@media (max-width: 600px) { .sides th, .sides td { padding-right: 8px; white-space: normal; overflow-wrap: anywhere; } .pair, dl, dl.legend { grid-template-columns: 1fr; } dd + dt { margin-top: 6px; } } h4 { font-size: 13px; margin: 12px 0 0; } ul { margin: 4px 0 8px; padding-left: 20px; }
.tasks { list-style: none; padding: 0; } .tasks li { display: flex; gap: 8px; align-items: baseline; margin: 6px 0; } .tasks label { display: flex; gap: 8px; align-items: baseline; flex: 1; min-width: 0; overflow-wrap: anywhere; }
pre { background: var(--bg); padding: 10px; border-radius: 5px; overflow-x: auto; white-space: pre-wrap; } summary { cursor: pointer; color: var(--muted); } .card + details { margin: -4px 0 20px; }
h1, h2, h3, h4, summary { break-after: avoid; } dt, dd, li, tr { break-inside: avoid; } .card { box-decoration-break: clone; }
@page { margin: 15mm; } @media print { header, main { padding: 0 0 12px; } details:not(.output)::details-content { content-visibility: visible; } .output:not([open]) { display: none; } .card:not(.matrix, .tall), .matrix.short { break-inside: avoid; } .signs { zoom: var(--fit); } p, pre { orphans: 3; widows: 3; } .matrix { overflow: visible; } thead { break-inside: avoid; } .anchor { display: none; } details:not(.output) summary { list-style: none; } }
@media print, (forced-colors: active) { .pill, .cell, pre { border: 1px solid; } .cell { width: 26px; } }
`;
