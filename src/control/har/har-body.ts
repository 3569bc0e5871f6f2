import { boundaryOf } from '../../wire/multipart.ts';
import { headerIn } from '../../worlds/journal/exchange.ts';
import type { HeaderPair } from '../../worlds/journal/exchange.ts';
import type { HarEntry, HarPostData } from './har-document.ts';

/** The body of a message in a HAR file. */
export interface HarBody {
  /** Bytes of the body; undefined if there is none. */
  readonly bytes: Buffer | undefined;
  /** The type of the body, if it differs from the header. */
  readonly type?: string;
  /** The part that the HAR file lacks: the `body`, or a `file` of a form. */
  readonly lacks?: 'body' | 'file';
}

/** The body of a request: its text, in base64 or not, or its parts. */
export function bodyOf({ request: { postData, headers, bodySize } }: HarEntry): HarBody {
  const named = pairsOf(headers);
  const announced = Math.max(bodySize, Number(headerIn(named, 'content-length') ?? 0));
  const { params = [], text = '' } = postData ?? {};
  if (postData !== undefined && postData !== null) {
    if (text !== '') return bodyOfText(postData, text, { named, announced });
    if (params.length > 0) return bodyOfParams(postData, named);
  }
  return { bytes: undefined, ...(announced > 0 && { lacks: 'body' }) };
}

interface Announced {
  readonly named: readonly HeaderPair[];
  readonly announced: number;
}

function bodyOfText(data: HarPostData, text: string, { named, announced }: Announced): HarBody {
  const isBase64 = (data.encoding ?? data._encoding) === 'base64';
  const bytes = Buffer.from(text, isBase64 ? 'base64' : 'utf8');
  const type = withBoundary(typeOf(data, named), bytes);
  // Browsers leave the bytes of uploaded files out of the text.
  const isShort = !isBase64 && isMultipart(type) && announced > bytes.length;
  return { bytes, ...typeBeside(named, type), ...(isShort && { lacks: 'file' }) };
}

/** The type of a body, from its header or from the HAR entry. Browsers may leave out headers with other sensitive data. */
const typeOf = ({ mimeType }: HarPostData, headers: readonly HeaderPair[]): string =>
  headerIn(headers, 'content-type') ?? mimeType;

/** The type, if the header does not have it. */
const typeBeside = (headers: readonly HeaderPair[], type: string): Pick<HarBody, 'type'> =>
  type === '' || headerIn(headers, 'content-type') === type ? {} : { type };

const isMultipart = (type: string): boolean => /^\s*multipart\//i.test(type);

/** The type, with the boundary taken from the body if the type lacks it. */
function withBoundary(type: string, body: Buffer): string {
  if (!isMultipart(type) || boundaryOf(type) !== undefined) return type;
  const [, found] = /^--([^\s"]+)\r?\n/.exec(body.toString('latin1', 0, 200)) ?? [];
  return found === undefined ? type : `${type}; boundary="${found}"`;
}

function bodyOfParams(data: HarPostData, headers: readonly HeaderPair[]): HarBody {
  const { params } = data;
  const type = typeOf(data, headers);
  if (!isMultipart(type)) {
    const pairs = params.map(({ name, value = '' }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    return { bytes: Buffer.from(pairs.join('&')), ...typeBeside(headers, type) };
  }
  const lacksFile = params.some(({ fileName, value }) => fileName !== undefined && value === undefined);
  return {
    bytes: Buffer.concat([...params.flatMap(partOf), Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
    ...(lacksFile && { lacks: 'file' }),
  };
}

const boundary = 'faxsim-har-7c1e5a90d4b2';

function partOf({
  name,
  value = '',
  fileName,
  contentType,
  _encoding: encoding,
}: HarPostData['params'][number]): Buffer[] {
  const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ');
  const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
  const type = contentType === undefined || contentType === '' ? '' : `Content-Type: ${contentType}\r\n`;
  return [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n${type}\r\n`),
    Buffer.from(value, encoding === 'base64' ? 'base64' : 'utf8'),
    Buffer.from('\r\n'),
  ];
}

/** The content of a response; undefined if the HAR lacks it. */
export function responseContentOf({ response: { content, status } }: HarEntry): Buffer | undefined {
  const { text, encoding, size } = content;
  if (text !== undefined) return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  return size > 0 || (size < 0 && status === 200) ? undefined : Buffer.alloc(0);
}

export const pairsOf = (headers: readonly { readonly name: string; readonly value: string }[]): HeaderPair[] =>
  headers.map(({ name, value }) => [name, value]);
