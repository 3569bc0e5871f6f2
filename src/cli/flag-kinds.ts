import { onOrOff } from '../model/fields/kinds.ts';
import type { FieldKind } from '../model/fields/kinds.ts';
import { row } from '../model/settings/setting.ts';
import type { SettingRow } from '../model/settings/setting.ts';

/** A flag that exists only on the command line. */
export const flag = <T, Given>(fields: Omit<SettingRow<T, Given, undefined>, 'where' | 'default' | 'isFlagOnly'>) =>
  row({ ...fields, default: undefined, isFlagOnly: true });

/** A flag that switches something on. */
export const switchFlag = (meaning: string) =>
  row({ kind: onOrOff, default: false, defaultText: '', meaning, isFlagOnly: true });

/** Host names, each with or without a port. */
export const hostNames: FieldKind<readonly string[]> = {
  schema: { type: 'string' },
  expected: 'host names without a scheme, such as fax-proxy.example,gateway.example:8443',
  read: (given) => {
    const names = given.split(',').map((name) => name.trim().toLowerCase());
    return names.every((name) => /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/.test(name)) ? names : undefined;
  },
};
