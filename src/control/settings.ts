import * as v from 'valibot';
import type { Account } from '../domain/account.ts';
import { settingOf, accountSettingNames, settings as table } from '../settings/settings.ts';
import { omitUndefined } from '../shared/objects.ts';
import { showValue } from '../settings/kinds.ts';
import { snakeCase } from '../settings/setting.ts';
import type { SnakeCase } from '../settings/setting.ts';
import type { AccountSettingName, GivenSetting } from '../settings/settings.ts';
import { describedBy } from '../wire/json-schema.ts';
import { controlRoute } from './control-route.ts';
import { nothing } from './fields.ts';
import { accountChange } from './setting-fields.ts';

type ShownSettings = { readonly [Name in AccountSettingName as SnakeCase<Name>]: v.GenericSchema<GivenSetting<Name>> };

const settingsView = v.strictObject(
  Object.fromEntries(
    accountSettingNames.map((name) => {
      const { kind, default: unset } = table[name];
      const field: v.GenericSchema = v.pipe(v.unknown(), describedBy(kind.schema));
      return [snakeCase(name), unset === null ? v.nullable(field) : field];
    }),
  ) as ShownSettings,
);

export const settings = {
  show: controlRoute('GET /settings', {
    summary: "Show the settings of the world's account, and its balance in cents.",
    form: nothing,
    answer: settingsView,
    run: ({ world }) => settingsBody(world.store.account),
  }),
  change: controlRoute('PATCH /settings', {
    summary: 'Change settings of the account, or its balance. Settings that are not given stay.',
    form: accountChange,
    answer: settingsView,
    run: async ({ world: { store } }, change) => {
      await store.commit(() => {
        store.account = { ...store.account, ...omitUndefined(change) };
      });
      return settingsBody(store.account);
    },
  }),
};

function settingsBody(account: Account): v.InferInput<typeof settingsView> {
  const body = accountSettingNames.map((name) => [
    snakeCase(name),
    showValue(table[name].kind, settingOf(account, name)),
  ]);
  return Object.fromEntries(body) as v.InferInput<typeof settingsView>;
}
