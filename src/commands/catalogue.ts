import type { Run } from './invocation.ts';

interface Command {
  readonly meaning: string;
  /** How many words may follow it; Infinity: it counts them itself. */
  readonly mostWords: number;
  /** Commands are loaded when called, so that a health check does not wait for a web server to be read. */
  load(): Promise<Run>;
}

/** What the program can do. Without a command it starts. */
export const commands = {
  start: {
    meaning: 'Start the simulator. The same as no command.',
    mostWords: 0,
    load: async () => (await import('./start.ts')).start,
  },
  healthcheck: {
    meaning: 'Ask the simulator at this host and port whether it lives: exit code 0 or 1.',
    mostWords: 0,
    load: async () => (await import('./healthcheck.ts')).healthcheck,
  },
  scenarios: {
    meaning:
      'list: name the scenarios of the library. show NAME: print one. lint FILE: check one of your own. ' +
      'explain NAME OPERATION FACT=VALUE …: which of its rules would fire, and why not the others. ' +
      'verdict: ask the simulator at this host and port what clients have shown.',
    mostWords: Infinity,
    load: async () => (await import('./scenarios.ts')).scenarios,
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;

export const commandNames = Object.keys(commands);

export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(commands, word);
}
