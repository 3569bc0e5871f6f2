interface CurlCall {
  readonly url: string;
  readonly method?: string;
  /** Key and secret, with a colon between. */
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A call as a command of a POSIX shell. */
export function curlOf({ url, method = 'GET', user, headers = {}, body }: CurlCall): string {
  return [
    'curl',
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : ['-X', method]),
    ...(user === undefined ? [] : ['-u', shellWord(user)]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', shellWord(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ['--data-raw', shellWord(body)]),
    shellWord(url),
  ].join(' ');
}

/** The text as one word of a POSIX shell. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
