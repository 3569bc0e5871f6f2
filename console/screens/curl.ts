/** A field of a form: how curl sends it, and `name=value`. */
export type CurlField = readonly [flag: '-F' | '--form-string' | '--data-urlencode', field: string];

/** A parameter of a form. */
export type Parameter = readonly [name: string, value: string | File];

/** A parameter as text: of a file, its name. */
export const textParameter = ([name, value]: Parameter): [name: string, value: string] => [
  name,
  typeof value === 'string' ? value : value.name,
];

/** Whether parameters must be sent in parts. */
export const haveFile = (parameters: readonly Parameter[]): boolean =>
  parameters.some(([, value]) => value instanceof File);

/** Parameters as curl sends them. Files have their names only. */
export function curlFields(parameters: readonly Parameter[]): readonly CurlField[] {
  const flag = haveFile(parameters) ? '--form-string' : '--data-urlencode';
  return parameters.map(([name, value]) =>
    typeof value === 'string' ? [flag, `${name}=${value}`] : ['-F', `${name}=@${value.name}`],
  );
}

interface CurlCall {
  readonly url: string;
  readonly method?: string;
  /** Key and secret, with a colon between. */
  readonly user?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The name of a file with the body. */
  readonly bodyFile?: string;
  readonly fields?: readonly CurlField[];
}

/** A call as a command of a POSIX shell. */
export function curlOf(call: CurlCall): string {
  const { url, user, headers = {}, fields = [] } = call;
  const data = bodyOf(call);
  const usual = data.length > 0 || fields.length > 0 ? 'POST' : 'GET';
  return [
    'curl',
    ...methodOf(call.method ?? 'GET', usual),
    ...(user === undefined ? [] : ['-u', shellWord(user)]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', shellWord(`${name}: ${value}`)]),
    ...fields.flatMap(([flag, field]) => [flag, shellWord(field)]),
    ...data,
    shellWord(url),
  ].join(' ');
}

function bodyOf({ body, bodyFile }: CurlCall): readonly string[] {
  if (bodyFile !== undefined) return ['--data-binary', shellWord(`@${bodyFile}`)];
  return body === undefined ? [] : ['--data-raw', shellWord(body)];
}

function methodOf(method: string, usual: string): readonly string[] {
  if (method === usual) return [];
  return method === 'HEAD' && usual === 'GET' ? ['--head'] : ['-X', method];
}

/** The text as one word of a POSIX shell. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
