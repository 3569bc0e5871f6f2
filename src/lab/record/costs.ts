import type { OperationId } from '../../model/domain/operation.ts';
import { sinchTestNumber } from '../../model/domain/sinch-options.ts';
import { readList } from '../../model/fields/lists.ts';
import { toE164 } from '../../model/numbering/phone-text.ts';
import { asText } from '../../model/shared/conversion.ts';
import type { ApiCall } from '../../http/api-call.ts';
import type { KeyKind } from './stand-ins.ts';

/** `sends`: costs money except with a test key. `buys`: costs money with any key. */
type Cost = 'free' | 'sends' | 'buys';

/** The operations that can cost money. Closing a batch sends its faxes; numbers and port orders cost money every month. */
const costs: Readonly<Partial<Record<OperationId, Exclude<Cost, 'free'>>>> = {
  sendFax: 'sends',
  resendFax: 'sends',
  receiveFax: 'sends',
  fireBatch: 'sends',
  closeBatch: 'sends',
  provisionNumber: 'buys',
  createPortOrder: 'buys',
  createAta: 'buys',
  addAtaNumber: 'buys',
};

interface Caller {
  /** The kind of the request's keys; undefined if it has none. */
  readonly kind: KeyKind | undefined;
  /** Reads the body as text, one letter for each byte. Called only if needed: most requests cost nothing. */
  readonly readBody: () => string;
  /** Returns the reason if the keys that the service would use are unclear; else undefined. */
  readonly findDoubt: () => string | undefined;
}

/** The reason for not sending a request that may cost money; undefined if it costs nothing. */
export function costOf(call: ApiCall, { kind, readBody, findDoubt }: Caller): string | undefined {
  const { route, face } = call;
  if (route === undefined)
    return isKnownAsFree(call) ? undefined : 'the simulator does not know the request, so it may cost money';
  const cost = costs[route.operation];
  if (cost === undefined) return undefined;
  if (cost === 'buys') return `${route.operation} costs money`;
  const doubt = findDoubt();
  if (doubt !== undefined) return `${route.operation} may cost money: ${doubt}`;
  // eslint-disable-next-line no-restricted-syntax -- v3 alone has a number that costs nothing
  if (face?.version === 'v3')
    return goesToTestNumber(call, readBody())
      ? undefined
      : `a fax to another number than ${sinchTestNumber} costs money`;
  return kind === 'test'
    ? undefined
    : `${route.operation} costs money with any other key than that of tests: a program has it in FAXSIM_TEST_API_KEY, a file of --keys as PHAXIO_TEST_API_KEY`;
}

/** Whether a request without a route costs nothing: a request for a token, or a read. In v1, GET can send faxes. */
function isKnownAsFree({ face, method }: ApiCall): boolean {
  if (face === null) return false;
  // eslint-disable-next-line no-restricted-syntax -- v1 alone sends by GET
  return face.version === null || (face.version !== 'v1' && ['GET', 'HEAD'].includes(method));
}

/** Whether all numbers of a send are the test number, regardless of how a server reads repeated parameters. */
function goesToTestNumber({ params, replacedParams, url }: ApiCall, body: string): boolean {
  const to = params?.['to'];
  const numbers = to === undefined ? [] : readList(to).map((number) => toE164(asText(number)));
  const isOnce =
    !replacedParams.includes('to') && (body.match(/"to"\s*:/g) ?? []).length <= 1 && !/[?&]to(?:=|%5B|\[)/i.test(url);
  return isOnce && numbers.length > 0 && numbers.every((number) => number === sinchTestNumber);
}
