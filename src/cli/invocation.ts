import type { FlagName, FlagValues } from './flags.ts';

/** The arguments and settings that a command is called with. */
export interface Invocation {
  /** The arguments after the command. */
  readonly words: readonly string[];
  /** Words after `--`: a program with its arguments. */
  readonly program: readonly string[];
  readonly options: FlagValues;
  readonly sources: Sources;
}

/** The settings of a command, and where each was given. */
export type GivenSettings = Pick<Invocation, 'options' | 'sources'>;

/** Runs a command and returns the exit code. Throws a CliError for a fault that the user can mend. */
export type RunCommand = (invocation: Invocation) => Promise<number>;

/** The flag or variable that gave each value, `--port` or `FAXSIM_PORT`. Values at their default are absent. */
export type Sources = Readonly<Partial<Record<FlagName, string>>>;
