import { numberedReason, pagesFate, reasonWords, recipientWords } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { capital } from '../../src/model/shared/words.ts';
import { durationWords, money } from '../format.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Parts, Tag } from '../ui/parts.tsx';
import { isPrinted } from '../ui/printing.ts';
import type { Table } from '../ui/table.tsx';
import { RowTime } from '../ui/times.tsx';
import { endParts, faxStatuses, otherEnd, ownEnd, ownNumber, recipientStatus } from './fax-words.ts';

/** The columns of the table of faxes. */
export const faxColumns: Table<FaxRecord> = {
  list: 'faxes',
  isSelectable: true,
  columns: [
    { name: 'at', label: 'Created', width: '108px', isOrder: true, cell: ({ created_at: at }) => <RowTime at={at} /> },
    { name: 'id', label: 'Fax', width: '84px', from: 1080, cell: ({ id }) => id },
    { name: 'way', label: 'Direction', width: '76px', cell: (fax) => <Direction {...fax} /> },
    {
      name: 'number',
      label: 'Number',
      width: 'minmax(clamp(190px, 14.3vw, 264px), 1fr)',
      cell: (fax) => <NumberCell fax={fax} />,
    },
    { name: 'own', label: 'From, to', width: 'minmax(150px, 1fr)', from: 1600, cell: OwnCell },
    {
      name: 'status',
      label: 'Status',
      width: '124px',
      cell: ({ status }) => <Badge tone={faxStatuses[status].tone}>{faxStatuses[status].word}</Badge>,
    },
    {
      name: 'reason',
      label: 'Reason',
      width: 'minmax(clamp(104px, 100vw - 1160px, 280px), 6fr)',
      has: (fax) => reasonText(fax) !== '',
      cell: (fax) => <span title={reasonText(fax)}>{reasonText(fax)}</span>,
    },
    { name: 'pages', label: 'Pages', width: '54px', cell: pagesCell },
    { name: 'took', label: 'Duration', width: '84px', from: 1360, cell: tookText },
    { name: 'cost', label: 'Cost', width: '56px', from: 1600, cell: ({ cost_cents: cents }) => money(cents) },
    {
      name: 'tags',
      label: 'Tags',
      width: 'minmax(94px, 2fr)',
      from: 1440, // in a narrower window, the reason needs the room
      isOnScreenOnly: true, // tags are internal names, and paper may go to a customer
      has: ({ tags }) => Object.keys(tags).length > 0,
      cell: ({ tags }) => <TagsCell tags={tags} />,
    },
  ],
};

/** An arrow, and its word for the table or for a screen reader. */
export function Direction({ direction }: Pick<FaxRecord, 'direction'>) {
  const isSent = direction === 'sent';
  return (
    <span class={`direction ${direction}`}>
      <Icon name={isSent ? 'sent' : 'received'} />
      <span>{isSent ? 'Sent' : 'Received'}</span>
    </span>
  );
}

/** The other end of a fax, its number in bold. */
export function OtherEnd({ fax }: { readonly fax: FaxRecord }) {
  const [number, rest] = endParts(fax);
  return (
    <span title={rest === '' ? undefined : otherEnd(fax)}>
      <strong>
        <bdi>{number}</bdi>
      </strong>
      {rest}
    </span>
  );
}

function NumberCell({ fax }: { readonly fax: FaxRecord }) {
  const isListed = isPrinted.value && fax.recipients.length > 1;
  return (
    <>
      {isListed ? (
        fax.recipients.map((one) => <Recipient key={one.number} of={one} pages={fax.pages} />)
      ) : (
        <OtherEnd fax={fax} />
      )}
      {fax.caller_name !== null && (
        <span class="muted">
          {' '}
          <bdi>{fax.caller_name}</bdi>
        </span>
      )}
      {fax.is_test && <span class="tag">test</span>}
    </>
  );
}

interface RecipientProps {
  readonly of: FaxRecord['recipients'][number];
  /** The pages of the fax. */
  readonly pages: number;
}

/** One of several numbers of a fax, with its result: the fax cannot be opened on paper. */
const Recipient = ({ of: one, pages }: RecipientProps) => (
  <span class="recipient">
    <strong>{phoneText(one.number)}</strong>{' '}
    {[...(one.error === null ? [recipientStatus(one).word] : []), ...recipientWords(one, pages)].join(', ')}
  </span>
);

/** `3`, or of a failed fax `1 of 3`: the pages that got through, `?` if the service does not tell them. Paper has words for it. */
function pagesCell({ direction, status, pages, document_pages: known, pages_sent: sent }: FaxRecord) {
  const count = pages || known || '';
  if (direction === 'received' || status !== 'failure' || count === '') return count;
  const fate = capital(pagesFate(pages, sent));
  return isPrinted.value ? fate : <span title={fate}>{`${sent ?? '?'} of ${count}`}</span>;
}

function OwnCell(fax: FaxRecord) {
  return ownNumber(fax) === null ? <span class="muted">–</span> : ownEnd(fax);
}

/** Why a fax failed, with the number of the error, which paper names as such; for a waiting fax, its batch. */
function reasonText({ error, options: { batch } }: FaxRecord): string {
  if (error !== null) return isPrinted.value ? numberedReason(error) : `${reasonWords(error)} (${error.id})`;
  return batch === null ? '' : `batch ${batch}`;
}

/** The values of the tags, which rows differ in. Their names are in the title. */
function TagsCell({ tags }: Pick<FaxRecord, 'tags'>) {
  const all = Object.entries(tags);
  return (
    <span title={all.map((tag) => tag.join(': ')).join('\n')}>
      <Parts of={all.map(([, value]) => value)} />
    </span>
  );
}

/** The tags of a fax. */
export const tagsOf = ({ tags }: FaxRecord) =>
  Object.entries(tags).map(([name, value]) => <Tag key={name} {...{ name, value }} />);

function tookText({ created_at: from, completed_at: until }: FaxRecord): string {
  if (until === null) return '';
  const ms = Date.parse(until) - Date.parse(from);
  return ms === 0 ? '< 1 s' : durationWords(ms); // the service keeps both in whole seconds
}
