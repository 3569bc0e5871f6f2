import { CliError } from '../shared/errors.ts';
import { describeValue, nearestOrAll } from '../shared/words.ts';
import { hintAt, take } from '../fields/kinds.ts';
import { snakeCase } from '../fields/names.ts';
import { accountSettingNames, defaultOf, settingNames, settings } from './settings.ts';
import type { GivenOptions, SettingName } from './settings.ts';
import { isPlainObject } from '../shared/objects.ts';

type ReadValues = Partial<Record<SettingName, unknown>>;
/** Reads an option of a program into `into`. Throws a CliError that names it `name`. */
type OptionReader = (value: unknown, name: string, into: ReadValues) => void;

/**
 * Reads the options of startSimulator(), which JavaScript does not check. Throws a CliError that names the first unknown or wrong
 * option.
 */
export function readOptions(options: unknown): GivenOptions {
  const values: ReadValues = {};
  group(readers)(options, '', values);
  const given = values as GivenOptions; // each was read by its own kind
  const { apiKey = defaultOf('apiKey'), testApiKey = defaultOf('testApiKey') } = given;
  if (apiKey === testApiKey)
    throw new CliError('credentials: the keys are equal; they must differ, since the key tells live calls from tests');
  return given;
}

const readerFor =
  (setting: SettingName): OptionReader =>
  (value, name, into) => {
    const { kind, isSecret = false, default: unset } = settings[setting];
    const read = value === null && unset === null ? null : take<unknown>(kind, value);
    if (read !== undefined) {
      into[setting] = read;
      return;
    }
    const got = isSecret ? 'something else' : describeValue(value) + hintAt(kind, value);
    throw wrong(name, kind.expectedValue ?? kind.expected, got);
  };

type Members = Readonly<Record<string, OptionReader>>;

function group(members: Members, required: readonly string[] = []): OptionReader {
  const known = Object.keys(members);
  return (value, name, into) => {
    if (!isPlainObject(value)) throw wrong(name || 'the options of startSimulator', 'an object', describeValue(value));
    const pathOf = (member: string) => (name === '' ? member : `${name}.${member}`);
    for (const [member, text] of Object.entries(value)) {
      const read = Object.hasOwn(members, member) ? members[member] : undefined;
      if (read === undefined) throw unknownOption(pathOf(member), nearestOrAll(member, known));
      if (text !== undefined) read(text, pathOf(member), into);
    }
    const missing = required.find((member) => value[member] === undefined);
    if (missing !== undefined) throw new CliError(`${pathOf(missing)} is required`);
  };
}

function unknownOption(name: string, hint: string): CliError {
  const now = placeOf(name);
  return new CliError(now === undefined ? `unknown option ${JSON.stringify(name)}${hint}` : `${name} must be ${now}`);
}

/**
 * The right place of an option that was given at the wrong level, beside `settings` or within, in any notation;
 * undefined if there is no such option.
 */
function placeOf(name: string): string | undefined {
  const isWithin = name.startsWith('settings.');
  const word: string = snakeCase(name.replace('settings.', '').replaceAll('-', '_'));
  const found = (isWithin ? startNames : accountSettingNames).find((known) => snakeCase(known) === word);
  return found === undefined || isWithin ? found : `settings.${found}`;
}

const pairOf = (key: SettingName, secret: SettingName): OptionReader =>
  group({ key: readerFor(key), secret: readerFor(secret) }, ['key', 'secret']);

/** Accepts a function unchanged. */
const hook: OptionReader = (value, name) => {
  if (typeof value !== 'function') throw wrong(name, 'a function', describeValue(value));
};

const readersOf = (names: readonly SettingName[]): Members =>
  Object.fromEntries(names.map((name): [string, OptionReader] => [name, readerFor(name)]));

const startNames = settingNames.filter((name) => settings[name].where === 'start' || settings[name].where === 'world');

const readers: Members = {
  ...readersOf(startNames),
  settings: group(readersOf(accountSettingNames)),
  credentials: group({ live: pairOf('apiKey', 'apiSecret'), test: pairOf('testApiKey', 'testApiSecret') }),
  onFault: hook,
  onRequest: hook,
};

const wrong = (name: string, expected: string, got: string) => new CliError(`${name} must be ${expected}, got ${got}`);
