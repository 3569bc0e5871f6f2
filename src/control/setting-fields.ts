import * as v from 'valibot';
import { accountChange as changeOf, accountSettingNames, settings as table } from '../settings/settings.ts';
import { snakeCase } from '../settings/setting.ts';
import type { SnakeCase } from '../settings/setting.ts';
import type { GivenSetting, GivenOptions, Options, SettingName } from '../settings/settings.ts';
import { clearable, input, integer, maybe, ofKind } from './fields.ts';

type SettingFields<Name extends SettingName> = {
  readonly [N in Name as SnakeCase<N>]: v.OptionalSchema<
    v.GenericSchema<GivenSetting<N> | null | undefined, Options[N] | undefined>,
    undefined
  >;
};

/** Fields for settings of the table; one that can be unset is so by null or nothing. */
export function settingFields<Name extends SettingName>(names: readonly Name[]): SettingFields<Name> {
  const entries = names.map((name) => {
    const { kind, isSecret = false, default: unset } = table[name];
    const field = ofKind<unknown, unknown>(kind, { isSecret });
    return [snakeCase(name), unset === null ? clearable(field) : maybe(field)];
  });
  return Object.fromEntries(entries) as SettingFields<Name>;
}

/** The values of such fields, by the names of the settings. */
function givenIn(names: readonly SettingName[], input: Readonly<Record<string, unknown>>): GivenOptions {
  return Object.fromEntries(names.map((name) => [name, input[snakeCase(name)]]));
}

/** Settings that have another name now. */
const renamed = {
  balance: 'balance_cents',
  stores_files: 'file_storage',
  fax_retry_delay_ms: 'fax_retry_delay, a duration such as 60s',
};

/** The settings of an account that are to change. */
export const accountChange = v.pipe(
  input(settingFields(accountSettingNames), renamed),
  v.transform((input) => changeOf(givenIn(accountSettingNames, input))),
);

/** The settings of an account whose balance may be below zero: a received fax is charged for in any case. */
export const accountFields = v.pipe(
  input({ ...settingFields(accountSettingNames), balance_cents: maybe(integer()) }, renamed),
  v.transform((input) => changeOf(givenIn(accountSettingNames, input))),
);
