import type { ComponentChildren } from 'preact';
import type { LiveEvent } from '../live.ts';
import { Link } from '../ui/link.tsx';

/** Whether an event may have changed the due or past events. */
export const isOfClock = ({ kind }: LiveEvent): boolean => kind !== 'request' && kind !== 'scenario';

interface RecordLinkProps {
  readonly record: { readonly kind: string; readonly subject: number | string | null };
  readonly children: ComponentChildren;
}

const screenOf = { fax: 'faxes', webhook: 'webhooks' } as const;

/** A link to the fax or webhook of a step or an event; plain text for records without a screen. */
export function RecordLink({ record: { kind, subject }, children }: RecordLinkProps) {
  if ((kind !== 'fax' && kind !== 'webhook') || subject === null) return <span>{children}</span>;
  return <Link to={{ screen: screenOf[kind], id: String(subject), query: {} }}>{children}</Link>;
}
