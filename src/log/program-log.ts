import type { World } from '../worlds/world.ts';
import { Log, faultLine } from './log.ts';
import type { LogLine, LogOptions } from './log.ts';
import { logWorld } from './world-log.ts';

/** The log of a program, from its start to its end. */
export interface ProgramLog {
  readonly started: (simulator: StartInfo) => void;
  readonly stopped: () => void;
  readonly fault: (fault: unknown) => void;
  /** Takes an unmet expectation of a scenario. */
  readonly unmetExpectation: (message: string) => void;
  /** undefined: worlds are not logged. */
  readonly follow: ((world: World) => void) | undefined;
}

interface StartInfo {
  readonly baseUrl: string;
  readonly https: { readonly baseUrl: string } | undefined;
  readonly data: string | undefined;
  /** The address of the console, with the token that the program made for itself: without the greeting, only the log has it. */
  readonly console: string;
}

interface ProgramLogOptions extends LogOptions {
  /** error: faults and unmet expectations only. */
  readonly level: 'error' | 'info';
}

export function openProgramLog({ level, ...options }: ProgramLogOptions): ProgramLog {
  const log = new Log(options);
  const isInfo = level === 'info';
  return {
    started: (simulator) => {
      if (isInfo) log.add(() => startLine(simulator));
      log.flush();
    },
    stopped: () => {
      if (isInfo) log.add(() => ({ event: 'stop', text: 'stop', fields: {} }));
      log.flush();
    },
    fault: (fault) => log.add(() => faultLine(fault)),
    unmetExpectation: (message) => log.add(() => ({ event: 'unmet', text: message, fields: { message } })),
    follow: isInfo ? (world) => logWorld(log, world) : undefined,
  };
}

function startLine({ baseUrl, https, data, console }: StartInfo): LogLine {
  const text = `start ${baseUrl}, data in ${data ?? 'memory'}`;
  return { event: 'start', text, fields: { url: baseUrl, https: https?.baseUrl ?? null, console, data: data ?? null } };
}
