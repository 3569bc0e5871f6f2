import { lastInstant } from '../model/domain/world-clock.ts';
import { fieldOf, accountSettingNames, settings } from '../model/settings/settings.ts';
import { showValue, take } from '../model/fields/kinds.ts';
import { snakeCase, camelCase } from '../model/fields/names.ts';
import type { AccountSettingName } from '../model/settings/settings.ts';
import { mapFields } from '../store/memory/record-checks.ts';
import { readTime } from '../model/domain/time.ts';

const times = /(?:At|^at|^requestedFor|^lastRegistered|^expiryTime)$/;

/** Stored fields that JSON shows with the name and form of their settings: `fax_retry_delay: "1m"`. */
const shownAsSetting = new Map(
  accountSettingNames
    .filter((name) => settings[name].kind.show !== undefined)
    .map((name): [string, AccountSettingName] => [fieldOf(name), name]),
);
const fieldsOfSettings = new Map(Array.from(shownAsSetting, ([field, name]): [string, string] => [name, field]));

const fieldOfSetting = (name: string): string => fieldsOfSettings.get(name) ?? name;

/** The name of a stored field in JSON. */
export const jsonNameOf = (field: string): string => snakeCase(shownAsSetting.get(field) ?? field);

/** A record with all its fields, even those that the API hides, in the form of the control API: snake_case, RFC 3339. */
export function recordBody(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [jsonNameOf(name), jsonValueOf(value, name)]),
  );
}

export function jsonValueOf(value: unknown, name: string): unknown {
  const setting = shownAsSetting.get(name);
  if (setting !== undefined && isStored(value)) return showValue(settings[setting].kind, value);
  if (typeof value === 'number' && times.test(name) && Math.abs(value) <= lastInstant) {
    return new Date(value).toISOString();
  }
  if (Array.isArray(value)) return value.map((item) => jsonValueOf(item, ''));
  if (typeof value !== 'object' || value === null) return value;
  return mapFields.has(name) ? { ...value } : recordBody(value);
}

/** Whether a value has the form of the store. A wrong value from a client does not. */
const isStored = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'object' && value !== null);

/** The expected form of a field in JSON; `expected` describes the stored form. */
export function expectationText(expected: string, field: string): string {
  const setting = shownAsSetting.get(field);
  return setting === undefined ? expected.replace('a time in ms', 'an RFC 3339 time') : settings[setting].kind.expected;
}

/** Reads a record in the form of the control API. The guards of the store check the rest. */
export function readRecord(body: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [fieldOfSetting(camelCase(name)), readValue(value, camelCase(name))]),
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function readValue(value: unknown, name: string): unknown {
  const field = fieldOfSetting(name);
  const setting = shownAsSetting.get(field);
  // A text that the setting refuses stays unchanged. A bare number has no unit, so it becomes text. The guard of the
  // field then refuses both.
  if (setting !== undefined && value !== null) return take<unknown>(settings[setting].kind, value) ?? textOf(value);
  if (typeof value === 'string' && times.test(name)) return readTime(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => readValue(item, ''));
  if (typeof value !== 'object' || value === null) return value;
  return mapFields.has(name) ? { ...value } : readRecord(value);
}
