import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { siblingMistake, siblingWith } from '../../src/model/shared/signature-verdicts.ts';
import { ask } from '../api.ts';
import { useResource } from '../resource.ts';
import { Link } from '../ui/link.tsx';

/** Finds the other webhook of the same fax that a signature belongs to. Reads the webhooks only if `isAsked`. */
export function useSiblings(
  webhook: WebhookRecord,
  isAsked: boolean,
): (signature: string) => WebhookRecord | undefined {
  const { fax_id: fax } = webhook;
  const found = useResource(isAsked ? `webhooks of ${fax}` : '', (signal) =>
    ask<readonly WebhookRecord[]>('/webhooks', { input: { fax, limit: 1000 }, signal }),
  );
  return (signature) => siblingWith(signature, webhook, found.data ?? []);
}

/** Names the webhook whose signature was computed in place of the right one. */
export const SiblingText = ({ of: { id, event } }: { readonly of: WebhookRecord }) => (
  <>
    This is the signature of <Link to={{ screen: 'webhooks', id: String(id), query: {} }}>webhook {id}</Link>, {event}{' '}
    {siblingMistake}
  </>
);
