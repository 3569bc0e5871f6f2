import type { WebhookRecord } from '../../control/client/named-types.ts';
import { makersOf } from '../achievements/run-record.ts';
import { isAccepting } from '../../model/shared/webhook-answer.ts';
import type { Finding } from './finding.ts';
import type { OldSides, Side } from './side.ts';

/**
 * A remark if the old program's webhooks are signed, and the new program gives URLs without credentials, which are the only proof
 * of v3. No finding, because the program may have another proof, such as a secret in the path.
 */
export function compareProofs(olds: OldSides, { run }: Side): Finding[] {
  const signed = olds.flatMap(({ run: old }) =>
    old.deliveries.filter(isSigned).map((one) => makersOf(one.fax_id, old.calls)),
  );
  const open = run.deliveries.filter(isOpen).flatMap(({ fax_id: id }) => makersOf(id, run.calls));
  if (signed.length === 0 || open.length === 0) return [];
  return [
    {
      kind: 'open webhook',
      sentence:
        'v3 signs no webhook, and the callbackUrl of the new program has no credentials, so anyone who knows it can send a result',
      old: signed.flat().slice(0, 1),
      new: open.slice(0, 1),
    },
  ];
}

const isSigned = ({ attempts }: WebhookRecord): boolean => attempts.some(({ signature }) => signature !== null);

/** Whether a webhook of v3 was accepted at a URL without a user name. */
const isOpen = ({ format, url, attempts }: WebhookRecord): boolean =>
  format?.startsWith('v3') === true &&
  url !== null &&
  !/^https?:\/\/[^/?#]*@/i.test(url) &&
  attempts.some(({ answer }) => answer !== null && isAccepting(answer));
