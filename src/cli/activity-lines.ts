import { activityLine, entryText } from '../model/shared/activity-text.ts';
import { printable } from '../model/shared/words.ts';
import { fitLines } from './columns.ts';
import { widthOf } from './output-width.ts';
import { exactTime, hasLinks, linked, localDate, paint, readable, zoneOf } from './terminal.ts';

/** An entry of the activity, or an event of another world, which has no tone. */
interface ShownLine {
  readonly at: string;
  readonly kind: string;
  readonly action: string;
  readonly subject?: number | string | null;
  readonly summary: string;
  /** The reason of a failure, which `summary` quotes. */
  readonly reason?: string | null;
  readonly remarks?: readonly string[];
  readonly tone?: string;
  readonly rule?: string | null;
}

/**
 * Returns a function that writes entries as lines. On a terminal, lines are folded at its width, and a new day has a heading;
 * elsewhere times and numbers are those of `activity text`, and the address of the record comes last.
 */
export function activityLines(): (line: ShownLine, url?: string) => string {
  const width = widthOf();
  let day = '';
  return (line, url) => {
    const at = new Date(line.at);
    if (width === undefined) {
      return `${activityLine({ ...line, at: at.toISOString() })}${url === undefined ? '' : `  ${url}`}\n`;
    }
    const isOtherDay = localDate(at) !== day;
    day = localDate(at);
    const heading = isOtherDay ? `${paint('bold', `${day}, ${zoneOf(at)}`)}\n` : '';
    return `${heading}${terminalLine(line, url, width)}\n`;
  };
}

/**
 * `09:00:00.300  fax       Fax 12 to +1 555 555 1017 fails: error 17, Busy`. A long line continues on the next ones, and each remark
 * has lines of its own.
 */
function terminalLine(line: ShownLine, url: string | undefined, width: number): string {
  const time = `${exactTime(new Date(line.at))}  `;
  const head = `${time}${line.kind.padEnd(8)}  `;
  const style = styleOf(line);
  const shown = (part: string): string => {
    const painted = paint(style, part);
    return url !== undefined && hasLinks() ? linked(painted, url) : painted;
  };
  const text = printable(readable(entryText(line), line.reason));
  const [first = '', ...below] = fitLines(`${head}${text}`, width).split('\n');
  const notes = (line.remarks ?? []).flatMap((remark) =>
    fitLines(`${' '.repeat(time.length)}${printable(remark)}`, width).split('\n'),
  );
  return [
    `${paint('dim', first.slice(0, head.length))}${shown(first.slice(head.length))}`,
    ...below.map((part) => indented(part, shown)),
    ...notes.map((part) => indented(part, (note) => paint('yellow', note))),
  ].join('\n');
}

const indented = (line: string, shown: (text: string) => string): string =>
  `${/^ */.exec(line)?.join('') ?? ''}${shown(line.trimStart())}`;

function styleOf(line: ShownLine): 'red' | 'green' | 'yellow' | undefined {
  if (line.tone === undefined) return undefined;
  if (line.tone === 'plain') return line.rule === null && line.action !== 'refused' ? undefined : 'yellow';
  return line.tone === 'bad' ? 'red' : 'green';
}
