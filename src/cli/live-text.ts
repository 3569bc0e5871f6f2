import type { LongWork } from '../control/client/named-types.ts';

/** The part of a terminal that a live text needs. */
interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Real ms between two looks at the work. */
const lookMs = 250;

/**
 * A text on the terminal at stderr. Each call replaces the text of the call before; an empty one clears it. Undefined where
 * stderr is no terminal, or one of the `kind` dumb, and for commands whose reader is a program.
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
    // Goes up to the first line of the last drawing, and clears all below.
    terminal.write(`${drawn > 0 ? `\u001b[${drawn}A` : ''}\r\u001b[J${lines.join('\n')}`);
    drawn = lines.length - 1;
  };
}

/** Shows on a terminal how far some work is until it has settled; `look` gives the text of the moment. */
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
  // A text that cannot be had is no reason to disturb the work.
  const timer = setInterval(() => void draw().catch(() => undefined), lookMs);
  try {
    return await work;
  } finally {
    isDone = true;
    clearInterval(timer);
    show('');
  }
}

/** The line about a piece of work: `Import: 500 of 2000 records, 25 %`, `Clock at 2026-02-10 09:00:00: 25 %, 4200 events`. */
export function workLine({ kind, unit, done, total, world_time: at, events }: ShownWork): string {
  const clock = at === null ? '' : ` at ${at.slice(0, 19).replace('T', ' ')}`;
  const share = total === null ? [] : [`${Math.floor((100 * done) / Math.max(total, 1))} %`];
  const count = total === null || unit === 'ms' ? [] : [`${done} of ${total} ${unit}`];
  const reached = [...count, ...share, ...(events === null ? [] : [`${events} events`])].join(', ');
  return `${titles[kind]}${clock}${reached === '' ? ' …' : `: ${reached}`}`;
}

type ShownWork = Pick<LongWork, 'kind' | 'unit' | 'done' | 'total' | 'world_time' | 'events'>;

const titles = { clock: 'Clock', start: 'Reading the data directory', import: 'Import', sweep: 'Sweep' } as const;
