import { anyText, duration, integer, onOrOff, path } from '../settings/kinds.ts';
import { row } from '../settings/setting.ts';

const off = { kind: onOrOff, default: false, defaultText: '', isFlagOnly: true } as const;

/** The flags of `faxsim sweep` alone. */
export const sweepFlags = {
  jobs: row({
    placeholder: 'N',
    kind: integer({ min: 1, max: 64 }),
    default: 1,
    meaning:
      'The number of runs at the same time. The runs of a program with files or ports of its own disturb each other.',
    isFlagOnly: true,
  }),
  all: row({ ...off, meaning: 'Try each fault at every point, at equivalent ones too.' }),
  only: row({
    placeholder: 'NAME',
    kind: anyText,
    default: undefined,
    meaning: 'Try only the faults whose scenario has this in its name: lost-answer, send-fax-lost-answer.',
    isFlagOnly: true,
  }),
  before: row({
    placeholder: 'COMMAND',
    kind: anyText,
    default: undefined,
    meaning: 'Run this in a shell before each run, to reset what the program keeps outside its world.',
    isFlagOnly: true,
  }),
  limit: row({
    placeholder: 'TIME',
    kind: duration({ min: 1, max: 3_600_000 }),
    default: undefined,
    defaultText: '10s and four times a run without a fault',
    meaning: 'The longest time of one run.',
    isFlagOnly: true,
  }),
  budget: row({
    placeholder: 'TIME',
    kind: duration(),
    default: undefined,
    meaning: 'Begin no further run after this time, and list the runs that were not done.',
    isFlagOnly: true,
  }),
  skipWaits: row({ ...off, meaning: 'Move the clock of a world to its next event when nothing happens in it.' }),
  invariants: row({
    placeholder: 'FILE',
    kind: path,
    default: undefined,
    meaning: 'A YAML file of rules about the world: after each run of a sweep, and for bisect after each step.',
    isFlagOnly: true,
  }),
  accept: row({
    placeholder: 'FILE',
    kind: path,
    default: undefined,
    meaning: 'A YAML file of finds that do not make the exit code 3.',
    isFlagOnly: true,
  }),
  out: row({
    placeholder: 'DIR',
    kind: path,
    default: 'faxsim-sweep',
    defaultText: 'faxsim-sweep, with --only faxsim-sweep/again',
    meaning: 'The directory of the reports and of the scenarios of all finds.',
    isFlagOnly: true,
  }),
};
