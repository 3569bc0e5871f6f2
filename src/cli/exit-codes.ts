interface ExitCode {
  readonly code: number;
  readonly meaning: string;
  /** The commands that can end so; all without. */
  readonly commands?: readonly string[];
}

/** Commands that pass on the exit code of their program. */
const passing: readonly string[] = ['exec', 'migrate', 'record'];
const repeating: readonly string[] = ['sweep', 'parity', 'bisect'];
const checking: readonly string[] = ['lint', 'verify', 'replay', 'diff', 'scenarios', 'faxes', 'requests', 'webhooks'];
const serving: readonly string[] = ['start', ...passing, 'sweep', 'parity'];

/** The exit codes of all commands. */
const exitCodes: readonly ExitCode[] = [
  { code: 0, meaning: 'The command has succeeded, or the simulator was stopped.' },
  { code: 1, meaning: 'A fault, no such record, no answer, or nothing to compare.' },
  { code: 2, meaning: 'A wrong setting, argument or file; the message names it.' },
  {
    code: 3,
    meaning:
      'A check has failed: an expectation, verify, replay, diff, sweep, parity, migrate --strict, lint or record.',
    commands: [...serving, ...checking],
  },
  { code: 4, meaning: 'The port is in use.', commands: serving },
  { code: 126, meaning: 'The program may not be run.', commands: [...passing, 'bisect'] },
  { code: 127, meaning: 'There is no such program, or it cannot be run.', commands: [...passing, ...repeating] },
  { code: 130, meaning: 'Ctrl-C; 129 and 143 after SIGHUP and SIGTERM.' },
];

/** The exit codes of a command, or of all commands. */
export const exitCodesOf = (command?: string): readonly ExitCode[] =>
  exitCodes.filter(({ commands }) => command === undefined || commands?.includes(command) !== false);

/** A sentence about commands whose program decides the exit code; undefined for other commands. */
export const programsCode = (command?: string): string | undefined =>
  command === undefined || passing.includes(command)
    ? `${command ?? 'exec, migrate or record'} exits with the code of its program if the program fails.`
    : undefined;
