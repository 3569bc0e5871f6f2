import * as v from 'valibot';
import type { Account } from '../domain/account.ts';
import { accountChange as changeOf, settingOf, accountSettingNames, settings as table } from '../settings/settings.ts';
import { omitUndefined } from '../shared/objects.ts';
import { showValue } from '../settings/kinds.ts';
import { snakeCase } from '../settings/setting.ts';
import type { SnakeCase } from '../settings/setting.ts';
import type { AccountSettingName, GivenSetting, GivenOptions, Options, SettingName } from '../settings/settings.ts';
import { shownAs } from '../wire/json-schema.ts';
import { controlRoute } from './control-route.ts';
import { clearable, input, maybe, nothing, ofKind } from './fields.ts';

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

/** What such fields have read, under the names of the table. */
function givenIn(names: readonly SettingName[], asked: Readonly<Record<string, unknown>>): GivenOptions {
  return Object.fromEntries(names.map((name) => [name, asked[snakeCase(name)]]));
}

type ShownSettings = { readonly [Name in AccountSettingName as SnakeCase<Name>]: v.GenericSchema<GivenSetting<Name>> };

const shown = v.strictObject(
  Object.fromEntries(
    accountSettingNames.map((name) => {
      const { kind, default: unset } = table[name];
      const field: v.GenericSchema = v.pipe(v.unknown(), shownAs(kind.schema));
      return [snakeCase(name), unset === null ? v.nullable(field) : field];
    }),
  ) as ShownSettings,
);

/** Settings that have another name now. */
const renamed = {
  balance: 'balance_cents',
  stores_files: 'file_storage',
  fax_retry_delay_ms: 'fax_retry_delay, a duration such as 60s',
};

/** The settings of an account that are to change. */
export const accountChange = v.pipe(
  input(settingFields(accountSettingNames), renamed),
  v.transform((asked) => changeOf(givenIn(accountSettingNames, asked))),
);

export const settings = {
  show: controlRoute('GET /settings', {
    summary: "Show the settings of the world's account, and its balance in cents.",
    form: nothing,
    answer: shown,
    run: ({ world }) => settingsBody(world.store.account),
  }),
  change: controlRoute('PATCH /settings', {
    summary: 'Change settings of the account, or its balance. Settings that are not given stay.',
    form: accountChange,
    answer: shown,
    run: async ({ world: { store } }, change) => {
      await store.commit(() => {
        store.account = { ...store.account, ...omitUndefined(change) };
      });
      return settingsBody(store.account);
    },
  }),
};

function settingsBody(account: Account): v.InferInput<typeof shown> {
  const body = accountSettingNames.map((name) => [
    snakeCase(name),
    showValue(table[name].kind, settingOf(account, name)),
  ]);
  return Object.fromEntries(body) as v.InferInput<typeof shown>;
}
