import { valuesText, withNumbers } from '../../src/model/shared/searched-words.ts';
import { remembered } from '../ui/list-items.ts';
import type { RequestRecord } from '../../src/control/client/named-types.ts';
import { answerTone } from '../ui/badge.tsx';
import type { Tone } from '../ui/badge.tsx';
import { isRefused, refusalReason, wasRefused } from '../../src/model/shared/refused-request.ts';
import { asText } from '../../src/model/shared/conversion.ts';
import { numberText } from './request-target.ts';

/** The status of the response, or how the connection broke. */
export function responseStatus({ answer: { status, broken }, held_until: heldUntil, refused }: RequestRecord): {
  readonly tone: Tone;
  readonly word: string;
} {
  if (heldUntil !== null) return { tone: 'waiting', word: 'waits for the clock' };
  if (status === null) return { tone: 'bad', word: broken ?? 'no response' };
  const isRefusal = wasRefused(status, refused);
  // In v1, the status of a refusal is that of a success.
  const word = isRefusal && status < 400 ? `${status} refused` : String(status);
  return { tone: answerTone(isRefusal), word };
}

/** Why the request was refused; undefined for a success. */
export const reasonOf = (request: Pick<RequestRecord, 'answer' | 'refused'>) =>
  isRefused(request) ? refusalReason(request) : undefined;

/** The number and the fax that a request is about: `to +1 202 555 0180 → fax 12`, `fax 12 · +1 202 555 0180`; empty without both. */
export function aboutText(request: RequestRecord): string {
  const { params, fax_id: fax, new_fax_ids: made } = request;
  const number = numberText(request);
  if (made.length === 0 && params?.['to'] === undefined) {
    return [fax === null ? '' : `fax ${fax}`, number].filter(Boolean).join(' · ');
  }
  const faxes = made.length > 0 ? `→ fax ${made.join(', ')}` : fax === null ? '' : `fax ${fax}`;
  return [number && `to ${number}`, faxes].filter(Boolean).join(' ');
}

export const isUnmatched = ({ operation }: RequestRecord): boolean => operation === null;

/** The searched text of a request, in lower case: the values of its record, its parameters by name, and the words of its row. */
export const searchedText = remembered((request: RequestRecord): string =>
  withNumbers(
    [
      valuesText(request),
      `request ${request.id}`,
      ...request.new_fax_ids.map((fax) => `fax ${fax}`),
      ...Object.entries(request.params ?? {}).map(([name, value]) => `${name}=${asText(value)}`),
      responseStatus(request).word,
      request.is_of_console ? 'console' : '',
      aboutText(request),
    ].join('\n'),
  ).toLowerCase(),
);

/** `scenario/rule`, of `scenario/rule#3`. */
export const ruleOfLabel = (label: string): string => label.replace(/#\d+$/, '');

/** `scenario`, of `scenario/rule#3`. */
export const scenarioOfLabel = (label: string): string => label.split('/')[0] ?? label;
