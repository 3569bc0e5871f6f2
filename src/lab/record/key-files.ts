import type { KeyPair } from '../../model/domain/account.ts';
import { CliError, fileReasonOf } from '../../model/shared/errors.ts';
import { readGivenFile } from '../../model/shared/given-file.ts';
import { parseMapping } from '../../model/shared/json-text.ts';
import { asText } from '../../model/shared/conversion.ts';

/** The keys of the real account that a recording may use. It reads no other file and no environment variable. */
export interface AccountKeys {
  readonly live?: KeyPair;
  /** Pair whose faxes are tests, and cost nothing. */
  readonly test?: KeyPair;
  /** Pair of a Sinch project, with the id of the project. */
  readonly sinch?: KeyPair & { readonly project: string };
  /** Token that signs webhooks. */
  readonly webhookToken?: string;
}

/** The names in a file of keys, which are those that programs of the service use. */
const names = {
  liveKey: 'PHAXIO_API_KEY',
  liveSecret: 'PHAXIO_API_SECRET',
  testKey: 'PHAXIO_TEST_API_KEY',
  testSecret: 'PHAXIO_TEST_API_SECRET',
  webhookToken: 'PHAXIO_CALLBACK_TOKEN',
  project: 'SINCH_PROJECT_ID',
  sinchKey: 'SINCH_KEY_ID',
  sinchSecret: 'SINCH_KEY_SECRET',
} as const;

/** Reads key files, as JSON or as lines `NAME=VALUE`. A later file overrides an earlier one. Throws a CliError. */
export async function readKeyFiles(paths: readonly string[]): Promise<AccountKeys> {
  const values: Record<string, string> = {};
  for (const path of paths) {
    const text = await readGivenFile(path).catch((error: unknown) => {
      throw new CliError(`--keys: cannot read ${JSON.stringify(path)}: ${fileReasonOf(error)}`);
    });
    const found = Object.entries(valuesIn(text)).filter(([name]) => knownNames.has(name));
    if (found.length === 0)
      throw new CliError(`--keys: ${JSON.stringify(path)} must have some of ${[...knownNames].join(', ')}`);
    Object.assign(values, Object.fromEntries(found));
  }
  return keysOf(values);
}

const knownNames: ReadonlySet<string> = new Set(Object.values(names));

function valuesIn(text: string): Readonly<Record<string, string>> {
  const json = parseMapping(text);
  if (json !== undefined) return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, asText(value)]));
  const lines = text.split(/\r?\n/).map((line) => /^(?:export\s+)?(\w+)\s*=(.*)$/.exec(line.trim()));
  return Object.fromEntries(
    lines.flatMap((found) =>
      found === null ? [] : [[found[1] ?? '', (found[2] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2')]],
    ),
  );
}

function keysOf(values: Readonly<Record<string, string>>): AccountKeys {
  const pair = (key: string, secret: string): KeyPair | undefined => {
    const [one, other] = [values[key] ?? '', values[secret] ?? ''];
    if ((one === '') !== (other === '')) throw new CliError(`--keys: ${key} and ${secret} belong together, got one`);
    return one === '' ? undefined : { key: one, secret: other };
  };
  const [live, test] = [pair(names.liveKey, names.liveSecret), pair(names.testKey, names.testSecret)];
  const sinch = pair(names.sinchKey, names.sinchSecret);
  const project = values[names.project] ?? '';
  if (sinch !== undefined && project === '')
    throw new CliError(`--keys: ${names.project} is missing beside ${names.sinchKey}`);
  if (live !== undefined && live.key === test?.key)
    throw new CliError(
      `--keys: ${names.liveKey} and ${names.testKey} are equal; the test key decides what costs nothing`,
    );
  const webhookToken = values[names.webhookToken] ?? '';
  return {
    ...(live && { live }),
    ...(test && { test }),
    ...(sinch && { sinch: { ...sinch, project } }),
    ...(webhookToken !== '' && { webhookToken }),
  };
}

/** All texts that outputs must not contain. The project id is not secret, but identifies the account. */
export const secretsIn = ({ live, test, sinch, webhookToken }: AccountKeys): string[] => [
  ...[live, test, sinch].flatMap((pair) =>
    pair === undefined ? [] : [`${pair.key}:${pair.secret}`, pair.secret, pair.key],
  ),
  ...(webhookToken === undefined ? [] : [webhookToken]),
  ...(sinch === undefined ? [] : [sinch.project]),
];
