import type { OperationId } from '../../model/domain/operation.ts';
import { sinchTestNumber } from '../../model/domain/sinch-options.ts';
import { readList } from '../../model/fields/lists.ts';
import { toE164 } from '../../model/numbering/phone-text.ts';
import { asText } from '../../model/shared/conversion.ts';
import type { ApiCall } from '../../http/api-call.ts';
import type { KeyKind } from './stand-ins.ts';

/** `sends`: costs unless a test pays nothing for it. `buys`: costs with any key. */
type Cost = 'free' | 'sends' | 'buys';

/** Whether an operation can cost money. A batch sends the faxes that wait in it; a number and a port order cost by the month. */
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
  /** Reads the text of the body, a letter for each byte. Most requests cost nothing whatever they have. */
  readonly readBody: () => string;
  /** Finds out why it is open which keys the service would take; undefined if it is clear. */
  readonly findDoubt: () => string | undefined;
}

/** Why a request is not sent, since it may cost money; undefined if it costs nothing. */
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

/** Whether a request without a route costs nothing: a token, or what only reads. In v1, GET sends faxes too. */
function isKnownAsFree({ face, method }: ApiCall): boolean {
  if (face === null) return false;
  // eslint-disable-next-line no-restricted-syntax -- v1 alone sends by GET
  return face.version === null || (face.version !== 'v1' && ['GET', 'HEAD'].includes(method));
}

/** Whether all numbers of a send are the test number, however a server reads parameters that come twice. */
function goesToTestNumber({ params, replacedParams, url }: ApiCall, body: string): boolean {
  const to = params?.['to'];
  const numbers = to === undefined ? [] : readList(to).map((number) => toE164(asText(number)));
  const isOnce =
    !replacedParams.includes('to') && (body.match(/"to"\s*:/g) ?? []).length <= 1 && !/[?&]to(?:=|%5B|\[)/i.test(url);
  return isOnce && numbers.length > 0 && numbers.every((number) => number === sinchTestNumber);
}
