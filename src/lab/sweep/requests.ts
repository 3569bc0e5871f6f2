import { asText } from '../../model/shared/conversion.ts';
import { withoutLoopbackPorts } from '../../model/shared/urls.ts';
import { contentOf, paramKey, varyingParams } from '../achievements/noise.ts';
import type { RunComparison } from '../achievements/noise.ts';
import { isRead, scenarioPrefix } from '../achievements/run-record.ts';
import type { RecordedRequest, RunRecord } from '../achievements/run-record.ts';

/** Whether the rule of the sweep has changed a request or a webhook. */
export const isTouched = ({ rule }: Pick<RecordedRequest, 'rule'>): boolean =>
  rule?.startsWith(scenarioPrefix) === true;

/** `resendFax 323034823 (request 7)`: the number is that of the journal. */
export function requestText(call: RecordedRequest): string {
  return `${subjectText(call)} (request ${call.id})`;
}

function subjectText({ operation, method, params }: RecordedRequest): string {
  const name = ['to', 'id'].find((one) => ['string', 'number'].includes(typeof params?.[one]));
  const subject = name === undefined ? '' : ` ${valueText(name, asText(params?.[name]))}`;
  return `${operation ?? method}${subject}`;
}

/** A program that has no value often writes the word for nothing in its language into the path. */
const valueText = (name: string, value: string): string =>
  /^(?:undefined|null|None|NaN|nil|)$/.test(value)
    ? `${JSON.stringify(value)} (not ${name === 'id' ? 'an id' : 'a number'})`
    : value;

/**
 * A sentence about the first request in which a run departs from its baseline: from the run without the fault or, if
 * `nth` is `second`, without the second fault.
 */
export function departureOf(
  { run, ...baselines }: Omit<RunComparison, 'ending'>,
  nth: 'first' | 'second' = 'first',
): string | undefined {
  const varying = varyingParams(baselines);
  const [now, usual] = [steps(run, varying), steps(baselines.baseline, varying)];
  const found = now.findIndex((step, index) => step.content !== usual[index]?.content);
  if (found < 0 && now.length === usual.length) return undefined;
  const at = found < 0 ? now.length : found;
  const [step, before] = [now[at], usual[at]];
  const usualText = before?.text;
  const without = nth === 'first' ? 'without the fault' : 'without the second fault';
  if (step === undefined) return `no further request comes; ${without}, ${usualText ?? 'one'} does`;
  if (usualText === undefined) return `request ${step.id} is ${step.text}; ${without}, no further request comes`;
  if (step.text === usualText && before !== undefined) {
    const difference = differenceOf(step.call, before.call, varying);
    return `request ${step.id}, ${step.text}, has ${difference}`;
  }
  return `request ${step.id} is ${step.text} in place of ${usualText}`;
}

/** The first difference between the parameters of two requests with the same subject: `content_url "b" in place of "a"`. */
function differenceOf(one: RecordedRequest, other: RecordedRequest, varying: ReadonlySet<string>): string {
  const [params, usual] = [one.params ?? {}, other.params ?? {}];
  const comparable = (value: unknown): string => withoutLoopbackPorts(JSON.stringify([value]));
  const name = Object.keys({ ...usual, ...params }).find(
    (key) => !varying.has(paramKey(one, key)) && comparable(params[key]) !== comparable(usual[key]),
  );
  if (name === undefined) return 'its parameters in another order';
  return `${name} ${shortText(params[name])} in place of ${shortText(usual[name])}`;
}

function shortText(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text;
}

const textCharactersMax = 60;

/** The requests of a run. Equal reads in a row count as one, because their number depends on real time. */
function steps({ calls }: RunRecord, varying: ReadonlySet<string>) {
  return calls
    .map((call) => ({ call, content: contentOf(call, varying) }))
    .filter(({ call, content }, index, all) => !isRead(call.operation ?? '') || content !== all[index - 1]?.content)
    .map(({ call, content }) => ({ id: call.id, call, content, text: subjectText(call) }));
}
