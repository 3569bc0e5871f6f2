import type { FaxHistory } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { zonedText } from '../format.ts';
import { useResource } from '../resource.ts';
import { Link } from '../ui/link.tsx';

type Deletion = FaxHistory['events'][number];

/** Reads the deletion of a fax from its history; undefined if the history does not have it. An empty id reads nothing. */
export function useDeletion(id: string): { readonly deletion: Deletion | undefined; readonly isLoading: boolean } {
  const { data, isLoading } = useResource(id, (signal) =>
    ask<FaxHistory>(`/faxes/${encodeURIComponent(id)}/history`, { signal }),
  );
  return { deletion: data?.events.findLast(({ summary }) => summary === 'is deleted'), isLoading };
}

interface DeletionTextProps {
  readonly id: string;
  readonly deletion: Deletion;
}

/** The time and the call of a deletion, with a link to all that happened to the fax. */
export const DeletionText = ({ id, deletion: { at, by } }: DeletionTextProps) => (
  <>
    Deleted at {zonedText(at)}
    {by !== null && (
      <>
        {' '}
        by <code>{by}</code>
      </>
    )}
    . <Link to={{ screen: 'activity', id: undefined, query: { fax: id } }}>Activity of fax {id}</Link>
  </>
);

/** The link to the fax of a webhook. A deleted fax has the time of its deletion beside it. */
export function FaxLink({ fax, isGone }: { readonly fax: number; readonly isGone: boolean }) {
  const { deletion } = useDeletion(isGone ? String(fax) : '');
  return (
    <>
      <Link to={{ screen: 'faxes', id: String(fax) }}>Fax {fax}</Link>
      {deletion !== undefined && ` (deleted at ${zonedText(deletion.at)})`}
    </>
  );
}
