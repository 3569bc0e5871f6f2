import type { Credentials } from '../domain/credentials.ts';
import { consoleStart } from '../console-url.ts';

/** The text that the program prints when it has started: its addresses, the credentials and a first request. */
export function greeting({ baseUrl, https, data, madeToken, credentials: { live, test } }: Greeted): string {
  const call = `curl -u ${shellWord(`${live.key}:${live.secret}`)} ${shellWord(`${baseUrl}/v2.1/faxes`)}`;
  return [
    `faxsim listens on ${baseUrl}`,
    ...(https === undefined ? [] : [`               and ${https.baseUrl}, trusted with ${baseUrl}/_faxsim/ca.pem`]),
    '',
    `  console      ${consoleStart(baseUrl, madeToken)}`,
    '',
    `  live key     ${live.key}`,
    `  live secret  ${live.secret}`,
    `  test key     ${test.key}`,
    `  test secret  ${test.secret}`,
    '',
    ...(data === undefined
      ? []
      : [`  ${data} keeps all records; scenarios and their counts begin again at each start`, '']),
    `  ${call}`,
    '',
  ].join('\n');
}

interface Greeted {
  readonly baseUrl: string;
  readonly https: { readonly baseUrl: string } | undefined;
  readonly data: string | undefined;
  /** The token that the program made for itself; a token of the user's is not printed. */
  readonly madeToken?: string | undefined;
  readonly credentials: Credentials;
}

/** The text as one word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
