import { startSimulator } from '../../../src/index.ts';
import type { OwnWorld, RunningSimulator, StartOptions, WorldOrder } from '../../../src/index.ts';
import { readWorld } from '../../../src/lab/migrate/evidence.ts';
import { reportOf } from '../../../src/lab/migrate/report.ts';
import type { MigrationReport } from '../../../src/lab/migrate/report.ts';

/** A file of a form. */
export const letter = new File(['Dear Ms Miller'], 'letter.txt', { type: 'text/plain' });

type Fields = Readonly<Record<string, string | File>>;

/** A small program that calls a world, and what is to be said about it. */
export interface Program {
  readonly world: OwnWorld;
  /** Calls by a method and a path with its version; resolves to the JSON of the answer, or to its text. */
  readonly call: (line: string, fields?: Fields | readonly [string, string | File][]) => Promise<unknown>;
  /** Sends a fax to a number, and resolves to its id. */
  readonly send: (fields?: Fields) => Promise<number>;
  readonly report: () => Promise<MigrationReport>;
}

export const simulator = (options: StartOptions = {}): Promise<RunningSimulator> =>
  startSimulator({ fixture: 'empty', pace: 'fast', ...options });

/** A world of its own, on a clock that stands still. */
export async function program(running: RunningSimulator, order: WorldOrder = {}): Promise<Program> {
  const world = await running.world({ clock: 'manual', seed: 7, ...order });
  const { key, secret } = world.credentials.live;
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const call: Program['call'] = async (line, fields) => {
    const [method = '', path = ''] = line.split(' ');
    const answer = await fetch(`${world.baseUrl}${path}`, { method, headers, ...(fields && { body: formOf(fields) }) });
    const text = await answer.text();
    return answer.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text;
  };
  return {
    world,
    call,
    send: async (fields = {}) => {
      const sent = await call('POST /v2.1/faxes', { to: '+12025550123', file: letter, ...fields });
      return (sent as { data: { id: number } }).data.id;
    },
    report: async () => reportOf([await readWorld(world)]),
  };
}

function formOf(fields: Fields | readonly [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) form.append(name, value);
  return form;
}
