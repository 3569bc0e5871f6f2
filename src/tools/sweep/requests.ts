import { contentOf, varyingParams } from '../achievements/noise.ts';
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
  const subject = [params?.['to'], params?.['id']].find((one) => typeof one === 'string' || typeof one === 'number');
  return `${operation ?? method}${subject === undefined ? '' : ` ${subject}`}`;
}

/** The first request that differs from that at the same place of the run without a fault, in a sentence. */
export function departureOf({ run, ...baselines }: Omit<RunComparison, 'ending'>): string | undefined {
  const varying = varyingParams(baselines);
  const [now, usual] = [steps(run, varying), steps(baselines.baseline, varying)];
  const found = now.findIndex((step, index) => step.content !== usual[index]?.content);
  if (found < 0 && now.length === usual.length) return undefined;
  const at = found < 0 ? now.length : found;
  const [step, before] = [now[at], usual[at]?.text ?? 'the end'];
  return step === undefined
    ? `no further request in place of ${before}`
    : `request ${step.id} is ${step.text} in place of ${before}`;
}

/** The requests of a run; equal reads in a row are one, since their number depends on real time. */
function steps({ calls }: RunRecord, varying: ReadonlySet<string>) {
  return calls
    .map((call) => ({ call, content: contentOf(call, varying) }))
    .filter(({ call, content }, index, all) => !isRead(call.operation ?? '') || content !== all[index - 1]?.content)
    .map(({ call, content }) => ({ id: call.id, content, text: subjectText(call) }));
}
