import type { Seen } from '../journal/seen.ts';
import type { World } from '../worlds/world.ts';
import type { ApiCall, Rendered } from './api-call.ts';
import { evidenceHeader } from './evidence-header.ts';
import { weakTag } from './response.ts';
import { scenarioHeader } from './rule-matching.ts';

/** Writes a request into its world's history: what the journal has, and what is needed besides to send the request again. */
export function recordStep(call: ApiCall, seen: Seen, { history, journal, clock, scenarios }: World): void {
  if (clock.isStopped) return; // the world has returned to an earlier step meanwhile
  const { headers, rendered } = call;
  const to = history.mark;
  const isNamed = headers[scenarioHeader] !== undefined || headers[evidenceHeader] !== undefined;
  history.request({
    kind: 'request',
    id: journal.lastId,
    seen,
    from: call.changesBefore ?? to,
    to,
    at: seen.at,
    endedAt: clock.now(),
    pace: clock.pace,
    scenarios: scenarios.active,
    headers: isNamed || !scenarios.isIdle ? headers : undefined,
    body: call.rawBody,
    tag: rendered === undefined || rendered.bytes.length === (seen.answer.text?.length ?? 0) ? null : tagOf(rendered),
  });
}

/** A success has a tag already; of an error, it is worked out. */
function tagOf({ headers, bytes }: Rendered): string {
  const at = headers.indexOf('ETag');
  return (at < 0 ? undefined : headers[at + 1]) ?? weakTag(bytes);
}
