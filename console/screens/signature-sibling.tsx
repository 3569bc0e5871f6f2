import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { useResource } from '../resource.ts';
import { Link } from '../ui/link.tsx';

/** Finds the other webhook of the same fax that a signature belongs to. Reads the webhooks only if `isAsked`. */
export function useSiblings(
  { fax_id: fax, attempts }: WebhookRecord,
  isAsked: boolean,
): (signature: string) => WebhookRecord | undefined {
  const found = useResource(isAsked ? `webhooks of ${fax}` : '', (signal) =>
    ask<readonly WebhookRecord[]>('/webhooks', { input: { fax, limit: 1000 }, signal }),
  );
  return (signature) => {
    const has = ({ attempts: all }: Pick<WebhookRecord, 'attempts'>): boolean =>
      all.some((attempt) => attempt.signature?.value === signature.trim().toLowerCase());
    // A webhook that was delivered again has the signature of the first.
    return has({ attempts }) ? undefined : found.data?.find(has);
  };
}

/** Names the webhook whose signature was computed in place of the right one. */
export const SiblingText = ({ of: { id, event } }: { readonly of: WebhookRecord }) => (
  <>
    This is the signature of <Link to={{ screen: 'webhooks', id: String(id), query: {} }}>webhook {id}</Link>, {event}{' '}
    of the same fax: your code verifies another body than the one that came with this header.
  </>
);
