import { anyText, duration, integer, onOrOff, path } from '../model/fields/kinds.ts';
import type { FieldKind } from '../model/fields/kinds.ts';
import { row } from '../model/settings/setting.ts';
import { personalKinds } from '../lab/record/personal-data.ts';
import type { PersonalKind } from '../lab/record/personal-data.ts';
import { flag, hostNames, switchFlag } from './flag-kinds.ts';

const jobCount = integer({ min: 1, max: 64 });
const jobs: FieldKind<number | 'auto'> = {
  schema: { anyOf: [jobCount.schema, { enum: ['auto'] }] },
  expected: `${jobCount.expected}, or auto`,
  read: (text) => (text === 'auto' ? text : jobCount.read(text)),
};

/** The flags of `faxsim sweep` alone. */
export const sweepFlags = {
  jobs: flag({
    placeholder: 'N|auto',
    kind: jobs,
    defaultText: '1; with --copy auto',
    meaning:
      'The number of parallel runs; auto is the number of cores. Parallel runs of a program with fixed files or ports disturb each other: see --copy.',
  }),
  all: switchFlag('Try each fault at every point, also at equivalent points.'),
  only: flag({
    placeholder: 'NAME',
    kind: anyText,
    meaning: 'Try only faults whose scenario has this text in its name, such as lost-answer.',
  }),
  copy: switchFlag(
    'Give each run its own copy of the working directory, and a free port for {port} in the command. node_modules is linked.',
  ),
  before: flag({
    placeholder: 'COMMAND',
    kind: anyText,
    meaning: 'A shell command that runs before each run, and resets the state of the program.',
  }),
  limit: flag({
    placeholder: 'TIME',
    kind: duration({ min: 1, max: 3_600_000 }),
    defaultText: '10s plus twice a run without a fault',
    meaning: 'The longest time of one run.',
  }),
  budget: flag({
    placeholder: 'TIME',
    kind: duration(),
    meaning: 'The time after which no further run begins; the report lists the missing runs.',
  }),
  skipWaits: row({
    kind: onOrOff,
    default: true,
    defaultText: 'on',
    meaning: 'Move the clock of an idle world to its next event; --skip-waits=off leaves the clock alone.',
    isFlagOnly: true,
  }),
  recovery: row({
    kind: onOrOff,
    default: true,
    defaultText: 'on',
    meaning: 'Try second faults while the program recovers from a first one; --recovery=off leaves them out.',
    isFlagOnly: true,
  }),
  invariants: flag({
    placeholder: 'FILE',
    kind: path,
    meaning: 'A YAML file of rules about the world. sweep checks them after each run, bisect after each step.',
  }),
  accept: flag({
    placeholder: 'FILE',
    kind: path,
    meaning: 'A YAML file of accepted findings, which do not cause exit code 3.',
  }),
  since: flag({
    placeholder: 'REPORT',
    kind: path,
    meaning: 'The report.json of an earlier sweep; the sweep says what is mended, new and still there.',
  }),
  out: row({
    placeholder: 'DIR',
    kind: path,
    default: 'faxsim-sweep',
    defaultText:
      'faxsim-sweep, faxsim-parity or faxsim-record, as the command is; faxsim-sweep/again for a run with --only',
    meaning: 'The directory for the files of the command: its reports, scenarios, traffic and fixture.',
    isFlagOnly: true,
  }),
};

/** The flags of `faxsim parity` alone. It also has most flags of `faxsim sweep`. */
export const parityFlags = {
  old: flag({
    placeholder: 'COMMAND',
    kind: anyText,
    meaning: 'The shell command of the program that speaks v2.1, or an older version.',
  }),
  new: flag({
    placeholder: 'COMMAND',
    kind: anyText,
    meaning: 'The shell command of the program that speaks v3.',
  }),
  sweep: switchFlag('Put the same faults into both programs, and report where the new one copes worse.'),
};
const paths: FieldKind<readonly string[]> = {
  schema: { type: 'string' },
  expected: 'paths of files, separated by commas',
  read: (given) =>
    given.split(',').every((one) => one.trim() !== '') ? given.split(',').map((one) => one.trim()) : undefined,
};

const kindsOfData: FieldKind<readonly PersonalKind[]> = {
  schema: { type: 'string' },
  expected: `some of ${personalKinds.join(', ')}, separated by commas`,
  read: (given) => {
    const names = given.split(',').map((one) => personalKinds.find((kind) => kind === one.trim()));
    return names.every((one) => one !== undefined) ? names : undefined;
  },
};

/** The flags of `faxsim record` alone. */
export const recordFlags = {
  keys: flag({
    placeholder: 'FILE,…',
    kind: paths,
    defaultText: 'none: only requests without keys are sent',
    meaning: 'The files with the keys of the real account. Keys of no other file, and of no variable, are sent.',
  }),
  allowCost: switchFlag('Send requests that may cost money, such as live faxes, numbers and port orders.'),
  trustHost: flag({
    placeholder: 'HOST,…',
    kind: hostNames,
    defaultText: 'the hosts of the service, and this machine',
    meaning: 'Further hosts that --to may name: they get the keys.',
  }),
  keep: flag({
    placeholder: 'KIND,…',
    kind: kindsOfData,
    defaultText: 'none',
    meaning: `The personal data that the fixture keeps as they are: ${personalKinds.join(', ')}.`,
  }),
};
