import * as v from 'valibot';
import type { Account } from '../model/domain/account.ts';
import { showValue } from '../model/fields/kinds.ts';
import { snakeCase } from '../model/fields/names.ts';
import type { SnakeCase } from '../model/fields/names.ts';
import { defaultText } from '../model/settings/setting.ts';
import type { Setting } from '../model/settings/setting.ts';
import { accountSettingNames, settingNames, settingOf, settings as table } from '../model/settings/settings.ts';
import type { AccountSettingName, GivenSetting, SettingName } from '../model/settings/settings.ts';
import { omitUndefined } from '../model/shared/objects.ts';
import { describedBy } from '../wire/json-schema.ts';
import { anyValue, controlRoute } from './control-route.ts';
import { accountChange } from './fields.ts';
import { restoreCredentials } from './hidden-credentials.ts';
import { asText } from '../model/shared/conversion.ts';

type ShownSettings = { readonly [Name in AccountSettingName as SnakeCase<Name>]: v.GenericSchema<GivenSetting<Name>> };

const settingsView = v.strictObject(
  Object.fromEntries(
    accountSettingNames.map((name) => {
      const { kind, default: unset } = table[name];
      const { format, ...schema } = kind.schema;
      const shown = format === 'uri' ? schema : kind.schema; // a URL whose credentials are hidden is none
      const field: v.GenericSchema = v.pipe(v.unknown(), describedBy(shown));
      return [snakeCase(name), unset === null ? v.nullable(field) : field];
    }),
  ) as ShownSettings,
);

const described = v.strictObject({
  name: v.string(),
  /**
   * `account`: a setting of this world, which PATCH changes; `world` and `start`: a setting with which the simulator
   * was started.
   */
  where: v.picklist(['account', 'world', 'start']),
  value: anyValue,
  /** The value at the start of the world. */
  start_value: anyValue,
  type: v.picklist(['boolean', 'integer', 'string', 'list']),
  choices: v.array(v.string()),
  default: anyValue,
  /** The default as people read it. */
  default_text: v.string(),
  placeholder: v.nullable(v.string()),
  meaning: v.string(),
  flag: v.string(),
  secret: v.boolean(),
});

/** The settings of a world and of the start of its simulator. */
export const settings = {
  describe: controlRoute('GET /settings/described', {
    summary:
      'List the settings of this world and of the start of the simulator, each with its value, default and meaning.',
    answer: v.array(described),
    run: ({ world: { store, start }, about }) => [
      ...accountSettingNames.map((name) => describe(name, shown(name, store.account), shown(name, start.account))),
      ...Object.entries(about.settings).flatMap(([name, value]) => {
        const known = settingNames.find((one) => snakeCase(one) === name);
        return known === undefined ? [] : [describe(known, value)];
      }),
    ],
  }),
  show: controlRoute('GET /settings', {
    summary: "Show the settings of the world's account, and its balance in cents.",
    answer: settingsView,
    run: ({ world }) => settingsBody(world.store.account),
  }),
  change: controlRoute('PATCH /settings', {
    summary: 'Change settings of the account, or its balance. All other settings stay the same.',
    schema: accountChange,
    answer: settingsView,
    run: async ({ world: { store, start } }, change) => {
      await store.commit(() => {
        const whole = restoreCredentials(change, store.account, start.account);
        store.account = { ...store.account, ...omitUndefined(whole) };
      });
      return settingsBody(store.account);
    },
  }),
};

/** The value of a setting of an account, as people and programs write it. */
const shown = (name: AccountSettingName, account: Account): unknown =>
  showValue(table[name].kind, settingOf(account, name));

function describe(name: SettingName, value: unknown, startValue = value): v.InferInput<typeof described> {
  const row: Setting = table[name];
  const { kind, where, placeholder = null, meaning, flag, isSecret = false } = row;
  return {
    name: snakeCase(name),
    where: where === 'command' ? 'start' : where,
    value,
    start_value: startValue,
    type: valueTypes[asText(kind.schema['type'])] ?? 'string',
    choices: [...(kind.choices ?? [])],
    default: showValue(kind, row.default),
    default_text: defaultText(row),
    placeholder,
    meaning,
    flag,
    secret: isSecret,
  };
}

const valueTypes: Readonly<Record<string, 'boolean' | 'integer' | 'list'>> = {
  boolean: 'boolean',
  integer: 'integer',
  array: 'list',
};

function settingsBody(account: Account): v.InferInput<typeof settingsView> {
  const body = accountSettingNames.map((name) => [snakeCase(name), shown(name, account)]);
  return Object.fromEntries(body) as v.InferInput<typeof settingsView>;
}
