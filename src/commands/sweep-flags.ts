import { anyText, duration, integer, onOrOff, path } from '../settings/kinds.ts';
import { row } from '../settings/setting.ts';

const off = { kind: onOrOff, default: false, defaultText: '', isFlagOnly: true } as const;

/** The flags of `faxsim sweep` alone. */
export const sweepFlags = {
  jobs: row({
    placeholder: 'N',
    kind: integer({ min: 1, max: 64 }),
    default: 1,
    meaning: 'The number of parallel runs. Parallel runs of a program with fixed files or ports disturb each other.',
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
    defaultText: '10s plus four times a run without a fault',
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
  skipWaits: row({ ...off, meaning: 'Move the clock of an idle world to its next event.' }),
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
    meaning: 'A YAML file of accepted finds, which do not cause exit code 3.',
    isFlagOnly: true,
  }),
  out: row({
    placeholder: 'DIR',
    kind: path,
    default: 'faxsim-sweep',
    defaultText: 'faxsim-sweep; for a run with --only, faxsim-sweep/again',
    meaning: 'The directory for the reports, and for one scenario per find.',
    isFlagOnly: true,
  }),
};
