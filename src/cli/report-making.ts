import { asText } from '../model/shared/conversion.ts';
import { keysOf } from '../model/shared/objects.ts';
import { packageVersion } from '../model/shared/package-root.ts';
import { withoutPassword } from '../model/shared/userinfo.ts';
import { shellWord } from '../model/shared/words.ts';
import { showValue } from '../model/fields/kinds.ts';
import type { ReportMaking } from '../lab/report/form.ts';
import { rows } from './flags.ts';
import type { FlagName } from './flags.ts';
import type { GivenSettings, Invocation } from './invocation.ts';
import { ownCommand } from './own-command.ts';

/** The version, command and time of a report made now. */
export const makingOf = (command: string, invocation: Invocation): ReportMaking => ({
  at: new Date().toISOString(),
  version: packageVersion(),
  command: commandText(command, invocation),
  directory: process.cwd(),
});

/**
 * The command of a report, quoted for a shell: `npx faxsim sweep --limit 5s -- npm test`. It reads secrets from their environment
 * variables, and passwords in URLs are masked, because reports are passed on.
 */
export function commandText(command: string, invocation: Invocation): string {
  const { words, program } = invocation;
  const files = words.slice(0, words.length - program.length);
  const given = [...files, ...(program.length === 0 ? [] : ['--', ...program])];
  const flags = givenFlags(invocation).flatMap((name) => flagWords(name, invocation, withoutPassword));
  const shown = given.map((word) => shellWord(withoutPassword(withVariables(word))));
  return [ownCommand(), command, ...flags, ...shown].join(' ');
}

/** A variable that a command sets: `DB_PASSWORD=hunter2`, or with its value in quotation marks. */
const assignment = /\b(\w+)=('[^']*'|"[^"]*"|[^\s'"]+)/g;
const secretName = /pass|secret|token|key/i;

const isSecretAssignment = (name: string, value: string): boolean => secretName.test(name) && !value.includes('$');

/** A command whose secret assignments read their variables: `DB_PASSWORD=$DB_PASSWORD node new.mjs`. */
const withVariables = (command: string): string =>
  command.replace(assignment, (whole: string, name: string, value: string) =>
    isSecretAssignment(name, value) ? `${name}=$${name}` : whole,
  );

/** The names of the secrets that a command assigns. */
const secretsIn = (command: string): string[] =>
  [...command.matchAll(assignment)].flatMap(([, name = '', value = '']) =>
    isSecretAssignment(name, value) ? name : [],
  );

/** Flags that a repeated command does without, and the words after those that it keeps. */
interface Repetition {
  readonly without: readonly FlagName[];
  readonly words: readonly string[];
}

/**
 * The command that repeats a part of the work, with the flags of the command line. It reads secrets from their environment
 * variables, because reports are passed on.
 */
export function repeatCommand(command: string, invocation: Invocation, { without, words }: Repetition): string {
  const flags = givenFlags(invocation).filter((name) => !without.includes(name));
  const own = flags.flatMap((name) => flagWords(name, invocation));
  return ['npx faxsim', command, ...own, ...words.map((word) => shellWord(withVariables(word)))].join(' ');
}

/** The variables from which repeated commands read the secrets of this command line. They are set before a copied command runs. */
export function secretVariablesOf(invocation: Invocation): string[] {
  const { words, options } = invocation;
  const flags = givenFlags(invocation);
  const commands = flags.flatMap((name) => (isSecretFlag(name) ? [] : asText(options[name])));
  return [...new Set([...flags.filter(isSecretFlag).map(variableOf), ...[...commands, ...words].flatMap(secretsIn)])];
}

/** The names of the flags on the command line. */
export const givenFlags = ({ sources }: Pick<GivenSettings, 'sources'>): FlagName[] =>
  keysOf(rows).filter((name) => sources[name]?.startsWith('--') === true);

/** A flag and its value as words of a shell. A secret is read from its environment variable. */
export function flagWords(
  name: FlagName,
  { options }: Pick<GivenSettings, 'options'>,
  shown = (value: string): string => value,
): string[] {
  const { flag, kind, placeholder } = rows[name];
  if (placeholder === undefined) return [options[name] === true ? flag : `${flag}=off`];
  if (isSecretFlag(name)) return [flag, `"$${variableOf(name)}"`];
  return [flag, shellWord(shown(withVariables(asText(showValue(kind, options[name])))))];
}

const variableOf = (name: FlagName): string => rows[name].env ?? '';

const isSecretFlag = (name: FlagName): boolean => rows[name].isSecret === true;
