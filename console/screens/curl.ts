/** A field of a form: how curl sends it, and `name=value`. */
export type CurlField = readonly [flag: '-F' | '--form-string' | '--data-urlencode', field: string];

interface CurlCall {
  readonly url: string;
  readonly method?: string;
  /** Key and secret, with a colon between. */
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly fields?: readonly CurlField[];
}

/** A call as a command of a POSIX shell. */
export function curlOf({ url, method = 'GET', user, headers = {}, body, fields = [] }: CurlCall): string {
  const isPost = method === 'POST' && (body !== undefined || fields.length > 0);
  return [
    'curl',
    ...(method === 'HEAD' ? ['--head'] : method === 'GET' || isPost ? [] : ['-X', method]),
    ...(user === undefined ? [] : ['-u', shellWord(user)]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', shellWord(`${name}: ${value}`)]),
    ...fields.flatMap(([flag, field]) => [flag, shellWord(field)]),
    ...(body === undefined ? [] : ['--data-raw', shellWord(body)]),
    shellWord(url),
  ].join(' ');
}

/** The text as one word of a POSIX shell. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
