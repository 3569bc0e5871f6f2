import type { Account } from '../domain/account.ts';
import { accountSettingNames } from './settings.ts';
import type { AccountSettingName, GivenOptions } from './settings.ts';

/** The fields of an account that are to change. */
export type AccountChange = { readonly [Name in keyof Account]?: Account[Name] | undefined };

/** A record says the unit of a number in its name, a setting has it in its value. */
export const fieldOf = (name: AccountSettingName): keyof Account =>
  name === 'faxRetryDelay' ? 'faxRetryDelayMs' : name;

/** What given settings change in an account. */
export function accountChange(given: GivenOptions): AccountChange {
  const known = accountSettingNames.filter((name) => given[name] !== undefined);
  return Object.fromEntries(known.map((name) => [fieldOf(name), given[name]]));
}

export const settingOf = (account: Account, name: AccountSettingName) => account[fieldOf(name)];
