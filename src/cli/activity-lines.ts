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

/** `09:00:00.300  fax       Fax 12 to +1 555 555 1017 fails: error 17, Busy`. A long line continues on the next ones. */
function terminalLine(line: ShownLine, url: string | undefined, width: number): string {
  const head = `${exactTime(new Date(line.at))}  ${line.kind.padEnd(8)}  `;
  const shown = (part: string): string => {
    const painted = paint(styleOf(line), part);
    return url !== undefined && hasLinks() ? linked(painted, url) : painted;
  };
  const text = printable(readable(entryText(line), line.reason));
  const [first = '', ...others] = fitLines(`${head}${text}`, width).split('\n');
  const below = others.map((part) => `${/^ */.exec(part)?.join('') ?? ''}${shown(part.trimStart())}`);
  return [`${paint('dim', first.slice(0, head.length))}${shown(first.slice(head.length))}`, ...below].join('\n');
}

function styleOf(line: ShownLine): 'red' | 'green' | 'yellow' | undefined {
  if (line.tone === undefined) return undefined;
  if (line.tone === 'plain') return line.rule === null && line.action !== 'refused' ? undefined : 'yellow';
  return line.tone === 'bad' ? 'red' : 'green';
}
