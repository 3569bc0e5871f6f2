import { anyText, duration, integer, onOrOff, path } from '../model/fields/kinds.ts';
import type { FieldKind } from '../model/fields/kinds.ts';
import { row } from '../model/settings/setting.ts';

const off = { kind: onOrOff, default: false, defaultText: '', isFlagOnly: true } as const;

const jobCount = integer({ min: 1, max: 64 });
const jobs: FieldKind<number | 'auto'> = {
  schema: { anyOf: [jobCount.schema, { enum: ['auto'] }] },
  expected: `${jobCount.expected}, or auto`,
  read: (text) => (text === 'auto' ? text : jobCount.read(text)),
};

/** The flags of `faxsim sweep` alone. */
export const sweepFlags = {
  jobs: row({
    placeholder: 'N|auto',
    kind: jobs,
    default: undefined,
    defaultText: '1; with --copy auto',
    meaning:
      'The number of parallel runs; auto is the number of cores. Parallel runs of a program with fixed files or ports disturb each other: see --copy.',
    isFlagOnly: true,
  }),
  all: row({ ...off, meaning: 'Try each fault at every point, also at equivalent points.' }),
  only: row({
    placeholder: 'NAME',
    kind: anyText,
    default: undefined,
    meaning: 'Try only faults whose scenario has this text in its name, such as lost-answer.',
    isFlagOnly: true,
  }),
  copy: row({
    ...off,
    meaning:
      'Give each run its own copy of the working directory, and a free port for {port} in the command. node_modules is linked.',
  }),
  before: row({
    placeholder: 'COMMAND',
    kind: anyText,
    default: undefined,
    meaning: 'A shell command that runs before each run, and resets the state of the program.',
    isFlagOnly: true,
  }),
  limit: row({
    placeholder: 'TIME',
    kind: duration({ min: 1, max: 3_600_000 }),
    default: undefined,
    defaultText: '10s plus twice a run without a fault',
    meaning: 'The longest time of one run.',
    isFlagOnly: true,
  }),
  budget: row({
    placeholder: 'TIME',
    kind: duration(),
    default: undefined,
    meaning: 'The time after which no further run begins; the report lists the missing runs.',
    isFlagOnly: true,
  }),
  skipWaits: row({
    kind: onOrOff,
    default: true,
    defaultText: 'on',
    meaning: 'Move the clock of an idle world to its next event; --skip-waits=off leaves the clock alone.',
    isFlagOnly: true,
  }),
  invariants: row({
    placeholder: 'FILE',
    kind: path,
    default: undefined,
    meaning: 'A YAML file of rules about the world. sweep checks them after each run, bisect after each step.',
    isFlagOnly: true,
  }),
  accept: row({
    placeholder: 'FILE',
    kind: path,
    default: undefined,
    meaning: 'A YAML file of accepted findings, which do not cause exit code 3.',
    isFlagOnly: true,
  }),
  since: row({
    placeholder: 'REPORT',
    kind: path,
    default: undefined,
    meaning: 'The report.json of an earlier sweep; the sweep says what is mended, new and still there.',
    isFlagOnly: true,
  }),
  out: row({
    placeholder: 'DIR',
    kind: path,
    default: 'faxsim-sweep',
    defaultText: 'faxsim-sweep; for a run with --only, faxsim-sweep/again',
    meaning: 'The directory for the reports, and for one scenario per finding.',
    isFlagOnly: true,
  }),
};
