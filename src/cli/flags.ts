import { anyText, choice, duration, key, secret, path } from '../model/fields/kinds.ts';
import type { FieldKind } from '../model/fields/kinds.ts';
import { withNames, row } from '../model/settings/setting.ts';
import type { ValueOf } from '../model/settings/setting.ts';
import { settings } from '../model/settings/settings.ts';
import { parseUrl } from '../model/shared/urls.ts';
import { shells } from './client-variables.ts';
import { keysOf } from '../model/shared/objects.ts';
import { flag, hostNames, switchFlag } from './flag-kinds.ts';
import { parityFlags, recordFlags, sweepFlags } from './lab-flags.ts';

/** The prefix of this program's environment variables. */
export const variablePrefix = 'FAXSIM_';

/** Matches a version at the end of a URL, but not a world of that name. */
const endsWithVersion = /(?<!\/w)\/v(?:1|2|2\.1)\/*$/;
const url: FieldKind<string> = {
  schema: { type: 'string', format: 'uri' },
  expected: 'an http or https URL, without a version such as /v2.1 at its end',
  read: (given) =>
    /^https?:\/\/\S+$/i.test(given) && URL.canParse(given) && !endsWithVersion.test(given) && !hasPassword(given)
      ? given
      : undefined,
  hint: (given) =>
    hasPassword(given) ? ' (it has no user name and no password: keys have settings of their own)' : '',
};

/** Whether a URL has a user or password, which `fetch` refuses. */
function hasPassword(given: string): boolean {
  const { username = '', password = '' } = parseUrl(given) ?? {};
  return username !== '' || password !== '';
}

/** The flags that are no settings, in the form of settings. */
const flags = withNames('command', {
  url: row({
    placeholder: 'URL',
    kind: url,
    default: undefined,
    defaultText: 'from --host and --port',
    meaning: 'The base URL of the running simulator, or of one of its worlds.',
  }),
  world: row({
    placeholder: 'ID',
    kind: anyText,
    default: undefined,
    defaultText: 'that of the base URL',
    meaning: 'The id of the world.',
  }),
  json: switchFlag('Print JSON, for scripts.'),
  csv: switchFlag('Print the records that a call lists or shows as CSV, with a line of names.'),
  asFixture: switchFlag(
    'With exchange export: write a fixture file, and list on stderr the parts that it cannot hold.',
  ),
  har: switchFlag('With requests export: write the journal as a HAR file, which is its only form.'),
  harHost: flag({
    placeholder: 'HOST',
    kind: hostNames,
    defaultText: 'those of the service, and this machine',
    meaning: 'Further hosts of the service in a HAR file, such as that of a proxy; several with commas.',
  }),
  timeout: row({
    placeholder: 'TIME',
    kind: duration(),
    default: 30_000,
    defaultText: '30s',
    meaning: 'The longest time to wait.',
    isFlagOnly: true,
  }),
  shell: row({
    placeholder: 'NAME',
    kind: choice(...shells),
    default: 'sh',
    meaning: 'The form of the variables: sh, fish, powershell or dotenv.',
    isFlagOnly: true,
  }),
  from: flag({
    placeholder: 'NUMBER',
    kind: anyText,
    defaultText: 'a random number',
    meaning: 'The number that sends the fax, in E.164 form.',
  }),
  to: flag({
    placeholder: 'NUMBER',
    kind: anyText,
    defaultText: 'a number of the account',
    meaning: 'The number that receives the fax, in E.164 form.',
  }),
  against: flag({
    placeholder: 'URL',
    kind: url,
    meaning: 'The base URL of the server without a version, such as https://api.phaxio.com.',
  }),
  key: flag({
    placeholder: 'KEY',
    kind: key,
    defaultText: 'FAXSIM_API_KEY',
    meaning: 'The API key of the requests.',
    isSecret: true,
  }),
  secret: flag({
    placeholder: 'SECRET',
    kind: secret,
    defaultText: 'FAXSIM_API_SECRET',
    meaning: 'The secret of the API key.',
    isSecret: true,
  }),
  bundleOnFailure: flag({
    placeholder: 'FILE',
    kind: anyText,
    defaultText: 'no bundle',
    meaning:
      'The file for a bundle when the program fails, compressed if its name ends with .gz. Further worlds of failed tests get files of their own.',
  }),
  dir: flag({
    placeholder: 'DIR',
    kind: path,
    defaultText: 'the one in which the runner looks for tests',
    meaning: 'The folder for the files.',
  }),
  eachWorld: switchFlag(
    'Write a file for each world whose test failed; where no failure is noted, for each world with requests.',
  ),
  format: row({
    placeholder: 'NAME',
    kind: choice('json', 'yaml'),
    default: 'json',
    meaning: 'The form of the document: json or yaml.',
    isFlagOnly: true,
  }),
  interval: flag({
    placeholder: 'TIME',
    kind: duration(),
    defaultText: '1s, on loopback 0',
    meaning: 'The time from one request to the next.',
  }),
  html: flag({
    placeholder: 'FILE',
    kind: path,
    defaultText: 'no page',
    meaning: 'The file for the report as a page; its data come beside it, with the ending .json.',
  }),
  strict: switchFlag(
    'Exit with code 3 when a used part has no counterpart in v3, a trap is shown, or a request of v3 has a mistake or is refused.',
  ),
  ...sweepFlags,
  ...parityFlags,
  ...recordFlags,
});

export const rows = { ...settings, ...flags };

/** The name of a setting or flag. */
export type FlagName = keyof typeof rows;
export type FlagValues = { readonly [Name in FlagName]: ValueOf<(typeof rows)[Name]> };

/** The names of all flags, those of settings first. */
export const flagNames = keysOf(rows);

export const isFlagName = (name: string): name is FlagName => Object.hasOwn(rows, name);
