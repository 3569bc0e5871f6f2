import { snakeCase } from '../fields/names.ts';
import type { FieldKind } from '../fields/kinds.ts';

/**
 * The places where a setting can be given; each includes the places before it. `command`: as flag and variable;
 * `start`: to startSimulator(); `world`: to a new world; `account`: to a running world, by `PATCH /settings`.
 */
export type SettingPlace = 'command' | 'start' | 'world' | 'account';

/** A setting, for parsing, checks, help, types and documentation. Its names come from its key in the table. */
export interface SettingRow<T, Given, Default> {
  readonly kind: FieldKind<T, Given>;
  readonly default: Default;
  /** The default in words, if its value is not enough. */
  readonly defaultText?: string;
  /** The placeholder of the value in the help. Without one, the bare flag means `on`. */
  readonly placeholder?: string;
  readonly meaning: string;
  /** Never shown in a message. */
  readonly isSecret?: boolean;
  /** Whether it has no environment variable. */
  readonly isFlagOnly?: boolean;
  readonly where: SettingPlace;
}

/** The names of one setting, in the notation of each place. */
export interface Names {
  /** Kebab case: `--fax-retry-delay`. */
  readonly flag: `--${string}`;
  /** `FAXSIM_FAX_RETRY_DELAY`. */
  readonly env?: `FAXSIM_${string}`;
}

export type Setting<T = unknown, Given = unknown, Default = unknown> = SettingRow<T, Given, Default> & Names;

/** The default in words for people; empty if there is no default to state. */
export function defaultText(setting: Pick<Setting, 'default' | 'defaultText'>): string {
  const { defaultText: text, default: value } = setting;
  if (text !== undefined) return text;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Makes a row; null and undefined are the defaults of unset settings, and null can be given too, which unsets a
 * setting.
 */
export const row = <T, Given, const Default extends NoInfer<T> | null | undefined>(
  fields: Omit<SettingRow<T, Given, Default>, 'where'>,
): Omit<SettingRow<T, Given, Default>, 'where'> => fields;

type NamedSetting<R> = R extends AnyRow<infer T, infer Given, infer Default> ? Setting<T, Given, Default> : never;

/** The rows with their names and the place where they can be given. */
export function withNames<const Rows extends Readonly<Record<string, object>>>(
  where: SettingPlace,
  rows: Rows,
): { readonly [Name in keyof Rows]: NamedSetting<Rows[Name]> } {
  const entries = Object.entries(rows).map(([name, fields]) => {
    const snake = snakeCase(name);
    const hasVariable = !('isFlagOnly' in fields);
    const names = {
      flag: `--${snake.replaceAll('_', '-')}`,
      ...(hasVariable && { env: `FAXSIM_${snake.toUpperCase()}` }),
    };
    return [name, { ...fields, ...names, where }];
  });
  return Object.fromEntries(entries) as { readonly [Name in keyof Rows]: NamedSetting<Rows[Name]> };
}

interface AnyRow<T, Given, Default> {
  readonly kind: FieldKind<T, Given>;
  readonly default: Default;
}

export type ValueOf<R> =
  R extends AnyRow<infer T, unknown, infer Default> ? T | Extract<Default, null | undefined> : never;

/** The type of its value in programs and in JSON. */
export type GivenOf<R> = R extends AnyRow<unknown, infer Given, infer Default> ? Given | Extract<Default, null> : never;
