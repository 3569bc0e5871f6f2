import type { SentBeside } from '../history/step.ts';
import type { Seen } from '../journal/seen.ts';
import type { World } from '../worlds/world.ts';
import type { ApiCall, Rendered } from './api-call.ts';
import { evidenceHeader } from './evidence-header.ts';
import { weakTag } from './response.ts';
import { scenarioHeader } from './rule-matching.ts';

/** Writes a request into its world's history: what the journal has, and what is needed besides to send the request again. */
export function recordStep(call: ApiCall, seen: Seen, { history, journal, clock, scenarios }: World): void {
  if (clock.isStopped) return; // the world has returned to an earlier step meanwhile
  const to = history.mark;
  history.request({
    kind: 'request',
    id: journal.lastId,
    seen,
    from: call.changesBefore ?? to,
    to,
    lasted: clock.now() - seen.at,
    circumstances: history.circumstances(clock.pace, scenarios.active),
    sent: sentBeside(call, seen, scenarios.isIdle),
  });
}

/** Undefined for most requests that only read. */
function sentBeside(call: ApiCall, { answer }: Seen, isIdle: boolean): SentBeside | undefined {
  const { headers, rendered, rawBody } = call;
  const isNamed = headers[scenarioHeader] !== undefined || headers[evidenceHeader] !== undefined;
  const isCut = rendered !== undefined && rendered.bytes.length !== (answer.text?.length ?? 0);
  if (!isNamed && isIdle && rawBody === undefined && !isCut) return undefined;
  return {
    headers: isNamed || !isIdle ? headers : undefined,
    body: keptBody(rawBody),
    tag: isCut ? tagOf(rendered) : null,
  };
}

/** Many short bodies share the memory of one buffer, and each would keep all of it alive. */
const longestText = 8192;

const keptBody = (body: Buffer | undefined): Buffer | string | undefined =>
  body !== undefined && body.length <= longestText ? body.toString('latin1') : body;

/** A success has a tag already; of an error, it is worked out. */
function tagOf({ headers, bytes }: Rendered): string {
  const at = headers.indexOf('ETag');
  return (at < 0 ? undefined : headers[at + 1]) ?? weakTag(bytes);
}
