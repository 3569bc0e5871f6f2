import type { World } from '../worlds/world.ts';
import { Log, faultLine } from './log.ts';
import type { LogOptions } from './log.ts';
import { logWorld } from './world-log.ts';

/** The log of a program, from its start to its end. */
export interface ProgramLog {
  readonly started: (simulator: { readonly baseUrl: string; readonly data: string | undefined }) => void;
  readonly stopped: () => void;
  readonly fault: (fault: unknown) => void;
  readonly follow: (world: World) => void;
}

export function openProgramLog(options: LogOptions): ProgramLog {
  const log = new Log(options);
  return {
    started: ({ baseUrl, data }) => {
      const text = `start ${baseUrl}, data in ${data ?? 'memory'}`;
      log.add(() => ({ event: 'start', text, fields: { url: baseUrl, data: data ?? null } }));
      log.flush();
    },
    stopped: () => {
      log.add(() => ({ event: 'stop', text: 'stop', fields: {} }));
      log.flush();
    },
    fault: (fault) => log.add(() => faultLine(fault)),
    follow: (world) => logWorld(log, world),
  };
}
