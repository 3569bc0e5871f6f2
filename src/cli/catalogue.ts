import { routes } from '../control/client/routes.generated.ts';
import { settingNames } from '../model/settings/settings.ts';
import type { FlagName } from './flags.ts';
import { kebabCase } from '../model/shared/words.ts';
import { keysOf } from '../model/shared/objects.ts';
import { parityFlags, recordFlags, sweepFlags } from './lab-flags.ts';

export interface Command {
  /** The purpose of the command, on one line of the help. */
  readonly meaning: string;
  /** Further sentences in the help of the command itself. */
  readonly details?: string;
  /** The purpose of each call of a command that is more than a group of control calls. */
  readonly calls?: Readonly<Record<string, string>>;
  /** The usage text of its positional arguments. */
  readonly words?: string;
  /** The highest number of positional arguments. Default: none without `words`, else any number. */
  readonly wordsMax?: number;
  /** Whether the further arguments are another program and its arguments. */
  readonly runsAnother?: boolean;
  readonly flags?: readonly FlagName[];
  /** Flags whose environment variables are ignored: those describe another simulator. */
  readonly notFromEnvironment?: readonly FlagName[];
  /** The group of control calls that the command makes. */
  readonly group?: string;
}

/** A sweep makes a world for each run, with a scenario of its own, and stores none. */
const notForSweep: readonly FlagName[] = ['portFile', 'urlFile', 'data', 'dataMount', 'scenarios', 'strictScenarios'];
/** The flags that sweep and parity share. */
const paritySweepFlags: readonly FlagName[] = ['limit', 'before', 'copy', 'skipWaits', 'out', 'jobs', 'budget', 'only'];
const addressFlags: readonly FlagName[] = ['url', 'host', 'port', 'portFile', 'urlFile'];
const worldFlags: readonly FlagName[] = [...addressFlags, 'controlToken', 'world'];

/** The flags that only one group of calls has. */
const flagsOfGroups: Readonly<Record<string, readonly FlagName[]>> = {
  exchange: ['asFixture'],
  requests: ['har', 'harHost'],
};

/** The calls of groups that combine several control calls. */
const callsOfGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  requests: { 'curl ID': 'Print a recorded request as a curl command, with a key pair of the world.' },
};

/** The names of the calls of a group; the first word of those that combine several control calls. */
const callNames = (group: string, calls: readonly string[]): string[] => [
  ...calls.map(kebabCase),
  ...Object.keys(callsOfGroups[group] ?? {}).map((usage) => usage.split(' ', 1).join('')),
];

/** The commands that call a running simulator: one for each group of control calls. */
const groups = Object.fromEntries(
  Object.entries(routes).map(([group, calls]): [string, Command] => [
    group,
    {
      meaning: `Calls: ${callNames(group, Object.keys(calls)).join(', ')}.`,
      words: '[CALL] [WORD | NAME=VALUE]...',
      flags: [...worldFlags, ...(flagsOfGroups[group] ?? []), 'json', 'csv'],
      ...(callsOfGroups[group] !== undefined && { calls: callsOfGroups[group] }),
      group,
    },
  ]),
);

/** All commands, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  start: {
    meaning: 'Start the simulator. This is the default command.',
    flags: settingNames,
  },
  exec: {
    meaning: 'Run a program with its own simulator on a free port, and exit with its exit code.',
    words: '-- PROGRAM [ARGUMENT]...',
    runsAnother: true,
    flags: [...settingNames.filter((name) => name !== 'portFile' && name !== 'urlFile'), 'bundleOnFailure'],
    notFromEnvironment: ['port', 'portFile', 'urlFile', 'httpsPort', 'data', 'dataMount'],
  },
  sweep: {
    meaning:
      'Run a program repeatedly, each time with a different fault of the service, and report the faults that break it.',
    words: '-- PROGRAM [ARGUMENT]...',
    runsAnother: true,
    flags: [...keysOf(sweepFlags), 'json', ...settingNames.filter((name) => !notForSweep.includes(name))],
    notFromEnvironment: ['port', 'httpsPort', ...notForSweep],
  },
  parity: {
    meaning:
      'Run a program of v2.1 and its successor of v3, compare what they achieve, and report what the new one does not.',
    flags: [
      ...keysOf(parityFlags),
      ...paritySweepFlags,
      'json',
      ...settingNames.filter((name) => !notForSweep.includes(name)),
    ],
    notFromEnvironment: ['port', 'httpsPort', ...notForSweep],
  },
  migrate: {
    meaning:
      'Report what a program has to change for v3, by its requests to a running simulator, in a bundle or a HAR file, or while it runs here.',
    words: '[FILE | -- PROGRAM [ARGUMENT]...]',
    flags: ['html', 'strict', 'harHost', 'json', 'url', 'world', ...settingNames],
  },
  lint: {
    meaning: 'List the mistakes in the requests of a HAR file, or of a running simulator: exit code 3 for a warning.',
    words: '[FILE.har]',
    wordsMax: 1,
    flags: [...worldFlags, 'harHost', 'json'],
  },
  init: {
    meaning:
      'Write a set-up and a first test for the test runner of the project, a job for continuous integration, or a page for coding assistants. It overwrites nothing.',
    words:
      '[jest | vitest | node | mocha | playwright | pytest | unittest | rspec | minitest | phpunit | junit | nunit | github | gitlab | agent]...',
    flags: ['dir'],
  },
  wait: {
    meaning: 'Wait until the simulator answers.',
    flags: [...addressFlags, 'timeout'],
  },
  healthcheck: {
    meaning: 'Check whether the simulator answers: exit code 0 or 1.',
    flags: addressFlags,
  },
  env: {
    meaning: 'Print the variables that a client of the simulator needs.',
    flags: [...worldFlags, 'shell', 'json'],
  },
  tail: {
    meaning: 'Print the latest ten entries of the activity, then each new one, until the simulator stops or Ctrl-C.',
    details:
      'A line comes when its event is over: a request when it is answered, a webhook when its attempt ends. It shows the time at which that began, so the next line may have an earlier time. The activity has all entries in order. Filters leave out all other lines.',
    words: '[FILTER=VALUE...]',
    flags: [...worldFlags, 'json'],
  },
  reset: {
    meaning: 'Return this world to its start. Its snapshots stay.',
    flags: [...worldFlags, 'json'],
  },
  normal: {
    meaning:
      'Switch off all scenarios, return settings to their values at the start, and let the clock run in real time. Records stay.',
    flags: [...worldFlags, 'json'],
  },
  receive: {
    meaning: 'Receive a live fax from any number, with any file, as if a caller had sent it; or a call that fails.',
    words: '[FILE] [NAME=VALUE]...',
    flags: [...worldFlags, 'from', 'to', 'json'],
  },
  ...groups,
  bundle: {
    meaning:
      'Write the start of a world and its steps to a JSON file, compressed if its name ends with .gz, or to stdout for - or without a file.',
    words: '[FILE]',
    wordsMax: 1,
    flags: [...worldFlags, 'eachWorld'],
  },
  replay: {
    meaning: 'Repeat the steps of a bundle in a new world, and compare each response: exit code 3 for a difference.',
    words: 'FILE',
    wordsMax: 1,
    flags: ['against', 'key', 'secret', 'json'],
  },
  bisect: {
    meaning: 'Find the first step of a bundle after which a given check fails: a program or an invariant.',
    words: 'FILE [-- PROGRAM [ARGUMENT]...]',
    flags: ['invariants', 'json'],
  },
  diff: {
    meaning:
      'Compare two bundles, two exports, or two worlds by their base URLs: the responses, webhooks and changed records of sessions that began alike, otherwise all records.',
    words: 'FILE|URL FILE|URL',
    wordsMax: 2,
    flags: ['controlToken', 'json'],
  },
  scenarios: {
    meaning: 'List, show, lint and explain scenarios; switch them on and off.',
    calls: {
      list: 'List the scenarios of the library with their descriptions.',
      operations: 'List the operations that rules can name, with their routes.',
      'show NAME': 'Print the text of a scenario.',
      'lint FILE...': 'List the faults of scenario files, and the rules that may never fire.',
      'explain OPERATION FACT=VALUE...': 'Say which rule of the running simulator fires for such a call, and why.',
      'explain NAME OPERATION FACT=VALUE...':
        'The same for a scenario that need not be on; count=N and at=DURATION too.',
      verdict: 'Print the verdict on each expectation: exit code 3 for an unmet one.',
      active: 'List the rules that are on, and how often each has fired.',
      'on NAME...': "Switch scenarios on, by name or file, such as 'busy-line(wait=5s)'; the last one has precedence.",
      'off NAME...': 'Switch scenarios off; `off all` switches off all.',
    },
    words:
      '[list | operations | show NAME | lint FILE... | explain [NAME] OPERATION FACT=VALUE... | verdict | active | on NAME... | off NAME...]',
    flags: [...worldFlags, 'scenariosDir', 'seed', 'json'],
  },
  doctor: {
    meaning: 'Find out why a simulator or a webhook URL cannot be reached, and print the fix.',
    words: '[WEBHOOK-URL]',
    wordsMax: 1,
    flags: [...addressFlags, 'controlToken', 'allowHosts', 'json'],
  },
  verify: {
    meaning:
      'Compare a server with the recorded behaviour of the service. Its requests change nothing and cost nothing.',
    words: '[VERSION]...',
    flags: ['against', 'key', 'secret', 'interval', 'timeout', 'json'],
  },
  record: {
    meaning:
      'Send the requests of a program to the real service and to a world at once, and report where the two differ.',
    words: '[-- PROGRAM [ARGUMENT]...]',
    flags: ['to', ...keysOf(recordFlags), 'out', 'port', 'json'],
    notFromEnvironment: ['port'],
  },
  docs: {
    meaning: 'Print a guide, or list the guides.',
    words: '[NAME]',
    wordsMax: 1,
  },
  openapi: {
    meaning: 'Print the OpenAPI document of v1, v2, v2.1, v3, oauth2 or control, or list the documents.',
    words: '[NAME]',
    wordsMax: 1,
    flags: ['format'],
  },
  help: {
    meaning: 'Show this help, or the help of a command.',
    words: '[COMMAND]',
    wordsMax: 1,
  },
  version: {
    meaning: 'Show the version.',
  },
};

/** The commands by purpose, in the order of the help: the most used ones come first. */
export const helpGroups: Readonly<Record<string, readonly string[]>> = {
  'Every day': ['start', 'exec', 'tail', 'faxes', 'clock', 'scenarios'],
  'Look into a world': ['requests', 'webhooks', 'activity', 'records', 'history', 'evidence', 'env'],
  'Change a world': [
    'receive',
    'simulate',
    'services',
    'settings',
    'normal',
    'reset',
    'snapshots',
    'worlds',
    'exchange',
  ],
  'Try a program': ['init', 'sweep', 'parity', 'migrate', 'lint', 'record', 'verify'],
  'Repeat a session': ['bundle', 'replay', 'bisect', 'diff'],
  'The simulator itself': ['server', 'wait', 'healthcheck', 'doctor', 'docs', 'openapi', 'help', 'version'],
};

export const commandNames = Object.keys(commands);

export function commandNamed(word: string): Command | undefined {
  return Object.hasOwn(commands, word) ? commands[word] : undefined;
}

/** Whether a call takes a whole document, and so accepts a file. */
export const takesDocument = (group: string, name: string): boolean =>
  name === 'import' && (group === 'exchange' || group === 'requests');
