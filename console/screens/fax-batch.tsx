import { reasonWords } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxList, FaxRecord } from '../../src/control/client/named-types.ts';
import { ask, callService } from '../api.ts';
import { pluralize } from '../format.ts';
import { useResource } from '../resource.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { comingText } from '../ui/times.tsx';
import { toast } from '../ui/toast.tsx';
import { faxStatuses, otherEnd } from './fax-words.ts';

const mostMembers = 50;

/** The batch of a fax: its members, the time at which it is sent, and its results. */
export function FaxBatch({ fax }: { readonly fax: FaxRecord }) {
  const { batch } = fax.options;
  const found = useResource(
    batch === null ? '' : String(batch),
    (signal) => ask<FaxList>('/faxes', { input: { batch, limit: mostMembers }, signal }),
    { changedBy: ({ kind }) => kind === 'fax' },
  );
  if (batch === null || found.data === undefined) return null;
  const { total } = found.data;
  const members = found.data.faxes.toReversed();
  const place = members.findIndex(({ id }) => id === fax.id) + 1;
  return (
    <Part
      title={`Batch of ${total}`}
      actions={
        <Link to={{ id: String(fax.id), query: { batch: String(batch) } }} title="Show this batch alone in the list">
          batch {batch}
        </Link>
      }
    >
      <p>
        {place > 0 && `Fax ${place} of ${total}. `}
        {summaryOf(members)}
      </p>
      <BatchActions members={members} onChange={found.reload} />
      <ul class="rows">
        {members.map((member) => (
          <li key={member.id}>
            <span>
              <Link to={{ id: String(member.id) }} isCurrent={member.id === fax.id}>
                Fax {member.id}
              </Link>{' '}
              <span class="muted">
                <bdi>{otherEnd(member)}</bdi>
                {member.error !== null && ` · ${reasonWords(member.error)}`}
              </span>
            </span>
            <Badge tone={faxStatuses[member.status].tone}>{faxStatuses[member.status].word}</Badge>
          </li>
        ))}
      </ul>
      {total > members.length && <p class="muted">These are the newest {mostMembers}.</p>}
    </Part>
  );
}

const waits = ({ status, due }: FaxRecord): boolean => status === 'pendingbatch' && due?.step === 'fire';

/** The time at which a batch is sent, or the results of its faxes: `2 failed: Busy. 1 succeeded.` */
function summaryOf(members: readonly FaxRecord[]): string {
  const waiting = members.find(waits);
  if (waiting !== undefined) {
    const closed = waiting.options.is_batch_closed ? 'It is closed, and goes' : 'It takes further faxes, and goes';
    return `${closed} out ${waiting.due === null ? 'soon' : comingText(waiting.due.at)}.`;
  }
  const failed = members.filter(({ status }) => status === 'failure');
  const reasons = [...new Set(failed.map(({ error }) => (error === null ? 'no reason' : reasonWords(error))))].join(
    ', ',
  );
  const succeeded = members.filter(({ status }) => status === 'success').length;
  const others = members.length - failed.length - succeeded;
  return [
    ...(failed.length > 0 ? [`${pluralize(failed.length, 'fax')} failed: ${reasons}.`] : []),
    ...(succeeded > 0 ? [`${pluralize(succeeded, 'fax')} succeeded.`] : []),
    ...(others > 0 ? [`${pluralize(others, 'fax')} on the way.`] : []),
  ].join(' ');
}

interface BatchActionsProps {
  readonly members: readonly FaxRecord[];
  readonly onChange: () => void;
}

/** The buttons of a waiting batch: `fireBatch` and `closeBatch` of v1, called as by a client. */
function BatchActions({ members, onChange }: BatchActionsProps) {
  const waiting = members.find(waits);
  if (waiting === undefined) return null;
  const { id, is_test: isTest, options } = waiting;
  const call = (operation: string, done: string) => async (): Promise<void> => {
    const form = new FormData();
    form.set('id', String(id));
    await callService(`/v1/${operation}`, { form, isTest });
    toast(done);
    onChange();
  };
  return (
    <div class="actions" role="group" aria-label="Actions of the batch">
      <Button onClick={call('fireBatch', 'The batch goes out')}>Fire now</Button>
      {!options.is_batch_closed && <Button onClick={call('closeBatch', 'The batch is closed')}>Close the batch</Button>}
    </div>
  );
}
