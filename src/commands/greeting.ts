import type { Credentials } from '../domain/credentials.ts';

/** All that the program prints when it has started: where, with which credentials, and one call to begin with. */
export function greeting({ baseUrl, https, data, credentials: { live, test } }: Greeted): string {
  const call = `curl -u ${shellWord(`${live.key}:${live.secret}`)} ${shellWord(`${baseUrl}/v2.1/faxes`)}`;
  return [
    `faxsim listens on ${baseUrl}`,
    ...(https === undefined ? [] : [`               and ${https.baseUrl}, trusted with ${baseUrl}/_faxsim/ca.pem`]),
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
  readonly credentials: Credentials;
}

/** The text as one word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
