import type { LongWork } from '../control/client/named-types.ts';

/** The part of a terminal that a live text needs. */
interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Real ms between two updates. */
const lookMs = 250;

/**
 * A text on the terminal at stderr. Each call replaces the text; an empty text clears it. Undefined if stderr is not a
 * terminal, if the terminal is `dumb` (`kind`, from `TERM`), and for commands whose output a program reads.
 */
export function liveText(
  { json }: { readonly json: boolean },
  terminal: Terminal = process.stderr,
  kind = process.env['TERM'],
): ((text: string) => void) | undefined {
  if (json || terminal.isTTY !== true || kind === 'dumb') return undefined;
  let drawn = 0;
  return (text) => {
    const { columns = 0 } = terminal; // 0 where the terminal does not say
    const lines = text.split('\n').map((line) => line.slice(0, (columns > 0 ? columns : 80) - 1));
    // Moves up to the first line of the last text, and clears everything below.
    terminal.write(`${drawn > 0 ? `\u001b[${drawn}A` : ''}\r\u001b[J${lines.join('\n')}`);
    drawn = lines.length - 1;
  };
}

/** Shows the progress of work on a terminal until the work has settled. `look` returns the current text. */
export async function showProgress<T>(
  show: ReturnType<typeof liveText>,
  look: () => string | Promise<string>,
  work: Promise<T>,
): Promise<T> {
  if (show === undefined) return work;
  let isDone = false;
  const draw = async (): Promise<void> => {
    const text = await look();
    if (!isDone) show(text);
  };
  // A failure to read the progress must not disturb the work.
  const timer = setInterval(() => void draw().catch(() => undefined), lookMs);
  try {
    return await work;
  } finally {
    isDone = true;
    clearInterval(timer);
    show('');
  }
}

/** The progress of work as a line: `Import: 500 of 2000 records, 25 %`, `Clock at 2026-02-10 09:00:00: 25 %, 4200 events`. */
export function workLine({ kind, unit, done, total, world_time: at, events }: ShownWork): string {
  const clock = at === null ? '' : ` at ${at.slice(0, 19).replace('T', ' ')}`;
  const share = total === null ? [] : [`${Math.floor((100 * done) / Math.max(total, 1))} %`];
  const count = total === null || unit === 'ms' ? [] : [`${done} of ${total} ${unit}`];
  const reached = [...count, ...share, ...(events === null ? [] : [`${events} events`])].join(', ');
  return `${titles[kind]}${clock}${reached === '' ? ' …' : `: ${reached}`}`;
}

type ShownWork = Pick<LongWork, 'kind' | 'unit' | 'done' | 'total' | 'world_time' | 'events'>;

const titles = { clock: 'Clock', start: 'Reading the data directory', import: 'Import', sweep: 'Sweep' } as const;
