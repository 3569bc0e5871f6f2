import { shellWord } from './words.ts';

/** A field of a form: how curl sends it, and `name=value`. */
export type CurlField = readonly [flag: '-F' | '--form-string' | '--data-urlencode', field: string];

/** A parameter of a form. */
export type Parameter = readonly [name: string, value: string | File];

/** A parameter as text; for a file, its name. */
export const textParameter = ([name, value]: Parameter): [name: string, value: string] => [
  name,
  typeof value === 'string' ? value : value.name,
];

/** Whether parameters must be sent as multipart. */
export const haveFile = (parameters: readonly Parameter[]): boolean =>
  parameters.some(([, value]) => value instanceof File);

/** The fields of curl for parameters: multipart, or urlencoded without a file. Files are given by name only. */
export function curlFields(parameters: readonly Parameter[], inParts = false): readonly CurlField[] {
  const flag = inParts || haveFile(parameters) ? '--form-string' : '--data-urlencode';
  return parameters.map(([name, value]) =>
    typeof value === 'string' ? [flag, `${name}=${value}`] : ['-F', `${name}=@${curlFileName(value.name)}`],
  );
}

/** The name of a file in a field of curl, quoted because curl treats `;` and `,` specially. */
export const curlFileName = (name: string): string =>
  /[;,"]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name;

/** JSON in pieces: texts, and between them files whose base64 belongs there. */
export function jsonPieces(value: unknown): readonly (string | File)[] {
  const files: File[] = [];
  const place = '\0';
  const text = JSON.stringify(value, (_name, item: unknown) => {
    if (!(item instanceof File)) return item;
    files.push(item);
    return place;
  });
  const [first = '', ...others] = text.split(JSON.stringify(place).slice(1, -1));
  return [first, ...others.flatMap((part, index) => [files[index] ?? '', part])];
}

interface CurlCall {
  readonly url: string;
  readonly method?: string;
  /** Key and secret, separated by a colon. */
  readonly user?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, in pieces if it contains files in base64. */
  readonly body?: string | readonly (string | File)[];
  /** The name of a file that contains the body. */
  readonly bodyFile?: string;
  readonly fields?: readonly CurlField[];
}

/** A call as a command of a POSIX shell. */
export function curlOf(call: CurlCall): string {
  const { url, user, headers = {}, fields = [] } = call;
  const { data, pipe = [] } = bodyOf(call);
  const usual = data.length > 0 || fields.length > 0 ? 'POST' : 'GET';
  return [
    ...pipe,
    'curl',
    ...methodOf(call.method ?? 'GET', usual),
    ...(user === undefined ? [] : ['-u', shellWord(user)]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', shellWord(`${name}: ${value}`)]),
    ...fields.flatMap(([flag, field]) => [flag, shellWord(field)]),
    ...data,
    shellWord(url),
  ].join(' ');
}

/** The arguments of curl for a body, and a command that pipes it into curl, because files may be too long for an argument. */
function bodyOf({ body, bodyFile }: CurlCall): { data: readonly string[]; pipe?: readonly string[] } {
  if (bodyFile !== undefined) return { data: ['--data-binary', shellWord(`@${bodyFile}`)] };
  if (body === undefined) return { data: [] };
  const words = typeof body === 'string' ? [shellWord(body)] : body.map(shellPiece);
  if (words.length === 1) return { data: ['--data-raw', ...words] };
  return { data: ['--data-binary', '@-'], pipe: ['printf', '%s', words.join(''), '|'] };
}

const shellPiece = (piece: string | File): string =>
  typeof piece === 'string' ? shellWord(piece) : `"$(base64 < ${shellWord(piece.name)} | tr -d '\\n')"`;

function methodOf(method: string, usual: string): readonly string[] {
  if (method === usual) return [];
  return method === 'HEAD' && usual === 'GET' ? ['--head'] : ['-X', method];
}
