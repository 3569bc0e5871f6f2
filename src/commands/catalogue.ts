import { routes } from '../client/routes.generated.ts';
import { settingNames } from '../settings/settings.ts';
import type { FlagName } from './flags.ts';
import { kebabCase } from '../shared/words.ts';
import { keysOf } from '../shared/objects.ts';
import { sweepFlags } from './sweep-flags.ts';

export interface Command {
  /** One line. */
  readonly meaning: string;
  /** How the words that may follow it are shown. */
  readonly words?: string;
  readonly mostWords: number;
  /** All that follows it belongs to another program. */
  readonly runsAnother?: boolean;
  readonly flags: readonly FlagName[];
  /** Only its own command line can say these: in the environment they are those of another simulator. */
  readonly notFromEnvironment?: readonly FlagName[];
  /** The calls of the control surface that it makes. */
  readonly group?: string;
}

/** The settings of a start: all settings of a simulator. */
const whole = settingNames;
/** A sweep makes its own worlds, with a scenario in each, and keeps none of them. */
const notOfSweep: readonly FlagName[] = ['portFile', 'urlFile', 'data', 'dataMount', 'scenarios', 'strictScenarios'];
const place: readonly FlagName[] = ['url', 'host', 'port', 'portFile', 'urlFile'];
const someone: readonly FlagName[] = [...place, 'controlToken', 'world'];

/** Commands about a simulator that runs: one for each group of its calls. */
const groups = Object.fromEntries(
  Object.entries(routes).map(([group, calls]): [string, Command] => [
    group,
    {
      meaning: `${capital(Object.keys(calls).map(kebabCase).join(', '))}: see faxsim ${group} --help.`,
      words: '[CALL] [WORD | NAME=VALUE]...',
      mostWords: Infinity,
      flags: group === 'exchange' ? [...someone, 'asFixture', 'json'] : [...someone, 'json'],
      group,
    },
  ]),
);

/** What the program can do. Without a command it starts. */
export const commands: Readonly<Record<string, Command>> = {
  start: {
    meaning: 'Start the simulator. The same as no command.',
    mostWords: 0,
    flags: whole,
  },
  exec: {
    meaning: 'Run a program with a simulator of its own, on a free port, and end as it does.',
    words: '-- PROGRAM [ARGUMENT]...',
    mostWords: Infinity,
    runsAnother: true,
    flags: [...whole.filter((name) => name !== 'portFile' && name !== 'urlFile'), 'bundleOnFailure'],
    notFromEnvironment: ['port', 'portFile', 'urlFile', 'httpsPort', 'data', 'dataMount'],
  },
  sweep: {
    meaning:
      'Run a program again and again, each time with another fault of the service, and find the faults that it cannot cope with.',
    words: '-- PROGRAM [ARGUMENT]...',
    mostWords: Infinity,
    runsAnother: true,
    flags: [...keysOf(sweepFlags), 'json', ...whole.filter((name) => !notOfSweep.includes(name))],
    notFromEnvironment: ['port', 'httpsPort', ...notOfSweep],
  },
  wait: {
    meaning: 'Wait until the simulator answers.',
    mostWords: 0,
    flags: [...place, 'timeout'],
  },
  healthcheck: {
    meaning: 'Ask the simulator whether it lives: exit code 0 or 1.',
    mostWords: 0,
    flags: place,
  },
  env: {
    meaning: 'Print the variables that a client of the simulator needs.',
    mostWords: 0,
    flags: [...someone, 'shell', 'json'],
  },
  tail: {
    meaning: 'Print the events of a world as they happen, until the simulator ends or Ctrl-C.',
    mostWords: 0,
    flags: [...someone, 'json'],
  },
  reset: {
    meaning: routes['worlds']?.['reset']?.summary ?? '',
    mostWords: 0,
    flags: [...someone, 'json'],
  },
  receive: {
    meaning: routes['simulate']?.['receive']?.summary ?? '',
    words: '[FILE] [NAME=VALUE]...',
    mostWords: Infinity,
    flags: [...someone, 'from', 'to', 'json'],
  },
  ...groups,
  bundle: {
    meaning: 'Write all that went into a world into one file (.json or .json.gz), or to stdout.',
    words: '[FILE]',
    mostWords: 1,
    flags: someone,
  },
  replay: {
    meaning: 'Do again what a bundle says, in a fresh world, and grade each answer: exit code 3 where one differs.',
    words: 'FILE',
    mostWords: 1,
    flags: ['against', 'key', 'secret', 'json'],
  },
  bisect: {
    meaning: 'Find the first step of a bundle after which a program that looks at the world fails, or an invariant.',
    words: 'FILE [-- PROGRAM [ARGUMENT]...]',
    mostWords: Infinity,
    flags: ['invariants', 'json'],
  },
  diff: {
    meaning: 'Compare the answers, records and webhooks of two bundles, or of worlds by their base URLs.',
    words: 'FILE|URL FILE|URL',
    mostWords: 2,
    flags: ['controlToken', 'json'],
  },
  scenarios: {
    meaning: 'List library scenarios and show which are active; check your own files.',
    words:
      '[list | show NAME | lint FILE | explain [NAME] OPERATION FACT=VALUE... | verdict | active | on NAME | off NAME]',
    mostWords: Infinity,
    flags: [...someone, 'seed', 'json'],
  },
  doctor: {
    meaning: 'Find out why a simulator, or a webhook URL, cannot be reached, and what to do.',
    words: '[WEBHOOK-URL]',
    mostWords: 1,
    flags: [...place, 'controlToken', 'allowHosts', 'json'],
  },
  verify: {
    meaning: 'Hold a server against what faxsim knows of the service; nothing is changed and nothing costs money.',
    words: '[VERSION]...',
    mostWords: Infinity,
    flags: ['against', 'key', 'secret', 'interval', 'timeout', 'json'],
  },
  docs: {
    meaning: 'Print a guide, or list the guides.',
    words: '[NAME]',
    mostWords: 1,
    flags: [],
  },
  openapi: {
    meaning: 'Print the OpenAPI document of v1, v2, v2.1 or control, or list the documents.',
    words: '[NAME]',
    mostWords: 1,
    flags: ['format'],
  },
  help: {
    meaning: 'Show this help, or that of a command.',
    words: '[COMMAND]',
    mostWords: 1,
    flags: [],
  },
  version: {
    meaning: 'Show the version.',
    mostWords: 0,
    flags: [],
  },
};

export const commandNames = Object.keys(commands);

export function commandNamed(word: string): Command | undefined {
  return Object.hasOwn(commands, word) ? commands[word] : undefined;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
