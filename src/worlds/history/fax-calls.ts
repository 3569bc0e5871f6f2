import { wasRefused } from '../../model/shared/refused-request.ts';
import { detailsOfEntry } from '../journal/entry.ts';
import { faxIdOf } from '../journal/observed-request.ts';
import { blankEvent } from './fax-event.ts';
import type { EventText, FaxHistoryEvent } from './fax-event.ts';
import type { ControlStep, HistoryStep, RequestStep } from './step.ts';
import { asNumber, asText } from '../../model/shared/conversion.ts';

/** A request or a control call about one fax. */
export interface CallAboutFax {
  /** The number of changes in the world at its beginning and at its end. */
  readonly from: number;
  readonly to: number;
  /** Ms on the world's clock. */
  readonly at: number;
  /** Method and path of the call: `POST /_faxsim/faxes/12/finish`. */
  readonly by: string;
  /** The id of the request in the journal; null for a control call. */
  readonly request: number | null;
  /** The scenario rule that changed the request. */
  readonly rule: string | null;
  /** Whether the call may have created the fax. */
  readonly creates: boolean;
  /** Whether the call requests a webhook. */
  readonly makesWebhooks: boolean;
  readonly step: HistoryStep;
}

/** The calls that are or may be about a fax, in the order of their ends. */
export function callsAbout(steps: readonly HistoryStep[], fax: number): readonly CallAboutFax[] {
  return steps.flatMap((step) => {
    if (step.kind === 'request') return isAbout(step, fax) || isOfBatch(step) ? [requestCall(step, fax)] : [];
    return controlCall(step, fax) ?? [];
  });
}

const isAbout = ({ observed }: RequestStep, fax: number): boolean =>
  faxIdOf(observed) === fax || observed.createdFaxIds.includes(fax);

/** Whether a call names one fax of a batch, but changes all of them. */
const isOfBatch = ({ observed: { profile } }: RequestStep): boolean =>
  profile.operation === 'fireBatch' || profile.operation === 'closeBatch';

function requestCall(step: RequestStep, fax: number): CallAboutFax {
  const { id, observed, from, to } = step;
  const by = `${observed.profile.method} ${detailsOfEntry(step).path}`;
  const creates = observed.createdFaxIds.includes(fax);
  return { from, to, at: observed.at, by, request: id, rule: observed.rule, creates, makesWebhooks: false, step };
}

const creating = ['POST /faxes', 'POST /receive'];
const webhookLines = ['POST /webhooks', 'POST /webhooks/:id/redeliver'];

/**
 * A control call about the fax; undefined for other calls. Calls that create a fax, or redeliver a webhook, do not name the fax.
 */
function controlCall(step: ControlStep, fax: number): CallAboutFax | undefined {
  const { line, input, from, to, at } = step;
  const creates = creating.includes(line);
  const makesWebhooks = webhookLines.includes(line);
  const named = asNumber(line === 'POST /webhooks' ? input['fax'] : input['id']);
  const isNamed = named === fax && (line.includes('/faxes/:id') || line === 'POST /webhooks');
  if (!creates && !isNamed && line !== webhookLines[1]) return undefined;
  const by = line.replace(' /', ' /_faxsim/').replace(':id', asText(input['id']));
  return { from, to, at, by, request: null, rule: null, creates, makesWebhooks, step };
}

/** The event of a call that did not change the fax; undefined if the call is about another fax. */
export function eventOfCall(call: CallAboutFax, fax: number): FaxHistoryEvent | undefined {
  const { step, by, at, request, rule } = call;
  const event = { ...blankEvent, kind: 'request', at, by, rule, requests: request === null ? [] : [request] } as const;
  const text = step.kind === 'request' ? requestText(step, fax) : refusalText(step);
  return text && { ...event, ...text };
}

/** The text of a control call that was refused. */
function refusalText({ line, error }: ControlStep): EventText | undefined {
  if (!line.includes('/faxes/:id') || error === null) return undefined;
  return { summary: `refuses a control call: ${error}`, tone: 'plain' };
}

function requestText(step: RequestStep, fax: number): EventText | undefined {
  if (!isAbout(step, fax)) return undefined;
  const { answer, createdFaxIds, profile, refusal } = step.observed;
  const copies = createdFaxIds.filter((id) => id !== fax);
  if (copies.length > 0) return { summary: `is sent again as fax ${copies.join(' and ')}`, tone: 'plain' };
  if (wasRefused(answer.status, refusal)) return { summary: failureText(step), tone: 'bad' };
  return { summary: profile.method === 'GET' ? 'is read' : `answers ${answer.status}`, tone: 'plain' };
}

function failureText(step: RequestStep): string {
  const { message } = detailsOfEntry(step);
  const { status, broken } = step.observed.answer;
  return `answers ${status ?? broken ?? 'nothing'}${message === null ? '' : `: ${message}`}`;
}
