import type { RawRequest, RequestRecord } from './named-types.ts';
import { curlFileName, curlOf } from '../../model/shared/curl.ts';
import type { CurlField } from '../../model/shared/curl.ts';

/** The address and keys for a command, because the journal hides the keys. */
interface CopyTarget {
  /** URL without a final slash. */
  readonly baseUrl: string;
  readonly credentials: { readonly key: string; readonly secret: string };
  /** The name of the local copy of a file, if it is another than that in the request. */
  readonly copyName?: (filename: string, index: number) => string;
}

/** Headers that are left out: curl sends them itself, they belong to the connection, or a browser adds them. */
const ofCurl =
  /^(?:host|connection|content-length|transfer-encoding|user-agent|accept|accept-encoding|accept-language|keep-alive|expect|origin|referer|pragma|cache-control|priority|dnt|sec-.*|x-faxsim-(?:client|evidence))$/i;

/**
 * The request as a curl command, with its query, its body, and the world's key pair unless its keys were refused. Files of a form are
 * given by name; the page offers them beside the command.
 */
export function requestCurl(
  request: RequestRecord,
  raw: RawRequest,
  { baseUrl, credentials, copyName }: CopyTarget,
): string {
  const pair = hadWrongKeys(request) ? wrongPair : credentials;
  const fill = (text: string): string => fillKeys(text, pair);
  const query = request.query === '' ? '' : `?${fill(request.query)}`;
  const contentType = raw.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const isForm = raw.parts.length > 0;
  const typeHeader =
    isForm || raw.body_bytes === 0 || contentType === urlencoded ? {} : { 'Content-Type': contentType ?? '' };
  return curlOf({
    url: `${baseUrl}${request.path}${query}`,
    method: request.method,
    ...authorizationOf(raw, pair),
    headers: { ...furtherHeaders(raw), ...typeHeader },
    fields: raw.parts.map((part, index) => curlField(part, fill, (filename) => copyName?.(filename, index))),
    ...(!isForm && raw.body_bytes > 0 && (raw.body_is_cut ? { bodyFile: 'body' } : { body: fill(raw.body) })),
  });
}

const urlencoded = 'application/x-www-form-urlencoded';

const fillKeys = (text: string, credentials: CopyTarget['credentials']): string =>
  text.replaceAll(
    /(api_(key|secret)(?:=|"\s*:\s*"))•••/g,
    (_all, start: string, name: 'key' | 'secret') => start + credentials[name],
  );

/** Stands for wrong keys, which are not in the journal: the command must be refused as the request was. */
const wrongPair = { key: 'WRONG_KEY', secret: 'WRONG_SECRET' };

/** Whether a request was refused for its keys, which has a diagnosis. One that was refused before its keys were read has none. */
const hadWrongKeys = ({ refused }: RequestRecord): boolean =>
  refused?.kind === 'unauthorized' && refused.diagnosis !== null;

function authorizationOf({ headers }: RawRequest, { key, secret }: CopyTarget['credentials']) {
  const value = headers.find(({ name }) => name.toLowerCase() === 'authorization')?.value;
  return value !== undefined && /^basic /i.test(value) ? { user: `${key}:${secret}` } : {};
}

const furtherHeaders = ({ headers }: RawRequest): Record<string, string> =>
  Object.fromEntries(
    headers.flatMap(({ name, value }) =>
      ofCurl.test(name) || /^content-type$/i.test(name) || (/^authorization$/i.test(name) && /^basic /i.test(value))
        ? []
        : [[name, value]],
    ),
  );

function curlField(
  { name, filename, type, text }: RawRequest['parts'][number],
  fill: (text: string) => string,
  copyOf: (filename: string) => string | undefined,
): CurlField {
  if (filename === null) return ['--form-string', fill(`${name}=${text ?? ''}`)];
  const copy = copyOf(filename);
  const [file, sentName] = copy === undefined ? [filename, ''] : [copy, `;filename=${curlFileName(filename)}`];
  return ['-F', `${name}=@${curlFileName(file)}${type === null ? '' : `;type=${type}`}${sentName}`];
}
