import { isSingle } from '../../model/shared/objects.ts';
import { faxesOfCall, faxOf, leavesOf } from './calls.ts';
import type { OldCall, Notice } from './calls.ts';
import { asText } from '../../model/shared/conversion.ts';

/** A field of an answer or a webhook whose value the program's later requests show. */
export interface UsedField {
  /** `id`, `recipients[].phone_number`. */
  readonly field: string;
  /** `request 2: GET /v2.1/faxes/17`. */
  readonly by: string;
}

type Source = OldCall | Notice;
type Found = Map<Source, UsedField[]>;

/**
 * The fields that a program used. A field is used if its value came in an answer or a webhook, was not sent by the program before,
 * and is in a later request. A status is also used if it ended polling.
 */
export function usedFields(calls: readonly OldCall[], notices: readonly Notice[]): Found {
  const found: Found = new Map();
  const note = (source: Source, used: UsedField): void => {
    const known = found.get(source) ?? [];
    if (!known.some(({ field }) => field === used.field)) found.set(source, [...known, used]);
  };
  for (const world of new Set([...calls, ...notices].map((one) => one.world))) {
    const isHere = (one: Source): boolean => one.world === world;
    noteValues(calls.filter(isHere), notices.filter(isHere), note);
    noteStatuses(calls.filter(isHere), note);
  }
  return found;
}

type Note = (source: Source, used: UsedField) => void;

interface Origin {
  readonly source: Source;
  readonly field: string;
}

const isCall = (source: Source): source is OldCall => 'request' in source;
const timeOf = (source: Source): number => Date.parse(isCall(source) ? source.request.at : source.attempt.at);

function noteValues(calls: readonly OldCall[], notices: readonly Notice[], note: Note): void {
  const sent = new Set<string>();
  const origins = new Map<string, Origin>();
  // Among sources of the same time, webhooks come after requests, because those may have caused them.
  const sources = [...calls, ...notices].toSorted((one, other) => timeOf(one) - timeOf(other));
  for (const source of sources) {
    if (isCall(source)) {
      for (const [name, value] of leavesOf(source.params)) {
        const origin = origins.get(asText(value));
        if (origin !== undefined && canCarry(name, value))
          note(origin.source, { field: origin.field, by: callText(source) });
        sent.add(asText(value));
      }
    }
    for (const [field, value] of fieldsOf(source)) {
      if (isTelling(value) && !sent.has(asText(value))) origins.set(asText(value), { source, field });
    }
  }
}

/** `request 2: GET /v2.1/faxes/17`. */
const callText = ({ name, request: { method, path } }: OldCall): string => `${name}: ${method} ${path}`;

const fieldsOf = (source: Source) =>
  (isCall(source) ? faxesOfCall(source) : [faxOf(source)]).flatMap((fax) => leavesOf(fax));

/** Shorter values occur in many places by chance. */
const tellingCharactersMin = 5;

const isTelling = (value: unknown): boolean => isSingle(value) && typeof value !== 'boolean' && String(value) !== '';

/** Whether a value proves a use: a short one only if an id is expected. */
const canCarry = (name: string, value: unknown): boolean =>
  /(?:^|[._])id$/i.test(name) || (asText(value).length >= tellingCharactersMin && !words.has(asText(value)));

const words: ReadonlySet<string> = new Set(['queued', 'success', 'failure', 'inprogress', 'received']);

/** Notes statuses as used if the program polls until a final one, or sends a failed fax again. */
function noteStatuses(calls: readonly OldCall[], note: Note): void {
  for (const [at, call] of calls.entries()) {
    const before = calls.slice(0, at).findLast((other) => isSameFax(call, other));
    if (before === undefined) continue;
    if (call.operation === 'resendFax' && hasFailed(before)) note(before, { field: 'status', by: callText(call) });
    const isLast = !calls.slice(at + 1).some((other) => isSameFax(call, other));
    if (call.operation === 'getFax' && isFinal(call) && !isFinal(before) && isLast)
      note(call, { field: 'status', by: `${call.name}: the last of a series, which ended with the status` });
  }
}

const isSameFax = ({ request: { fax_id: id } }: OldCall, other: OldCall): boolean =>
  id !== null && other.operation === 'getFax' && other.request.fax_id === id;

const statusIn = (call: OldCall): string => asText(faxesOfCall(call)[0]?.['status']);
const hasFailed = (call: OldCall): boolean => ['failure', 'partialsuccess'].includes(statusIn(call));
const isFinal = (call: OldCall): boolean => hasFailed(call) || statusIn(call) === 'success';
