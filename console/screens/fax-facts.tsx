import type { ComponentChildren } from 'preact';
import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { useCoverage } from '../coverage.ts';
import { pluralize, money, zonedText } from '../format.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { Copy } from '../ui/copy.tsx';
import { Link } from '../ui/link.tsx';
import { Tag } from '../ui/parts.tsx';
import { Facts } from '../ui/facts.tsx';
import { Part } from '../ui/split.tsx';
import { faxStatuses, pagesText } from './fax-words.ts';
import { ProofTerm } from './proof.tsx';

/** The fields of the API that the details show, by their names on the screen. */
const apiFields: Readonly<Record<string, string>> = {
  Pages: 'num_pages',
  Cost: 'cost',
  'Caller name': 'caller_name',
  Completed: 'completed_at',
  Tags: 'tags',
  Test: 'is_test',
  Created: 'created_at',
  'Caller id': 'caller_id',
  From: 'from_number',
  To: 'to_number',
};
const sendParameters: Readonly<Record<string, string>> = {
  'Header text': 'header_text',
  'Callback URL': 'callback_url',
};

/** A number with spaces as in its country; it is copied in E.164. */
const phone = (number: string | null) =>
  number && (
    <>
      {phoneText(number)} <Copy text={number} what="the number" />
    </>
  );

/** A name with its own text direction, for example in Hebrew. */
const own = (name: string | null) => name && <bdi>{name}</bdi>;

/** The faxes that send a fax again, each with its status. */
export const resendLinks = (resends: readonly FaxRecord[]): ComponentChildren =>
  resends.length === 0
    ? undefined
    : resends.flatMap(({ id, status }, index) => [
        index > 0 && ', ',
        faxLink(id),
        ` (${faxStatuses[status].word.toLowerCase()})`,
      ]);

const faxLink = (id: number) => (
  <Link key={id} to={{ id: String(id) }}>
    Fax {id}
  </Link>
);

/** The known fields of a record type that allows further fields. */
type FieldOf<T> = keyof { readonly [N in keyof T as string extends N ? never : N]: T[N] };

/** The fields that are shown elsewhere on the page. */
type FieldElsewhere =
  | ('id' | 'direction' | 'status' | 'created_at' | 'error')
  | ('recipients' | 'barcodes' | 'due' | 'options' | 'document_pages' | 'pages_sent');

type Line = readonly [name: string, value: ComponentChildren];

/** A line for each field, in the order on the page. The compiler requires a line for a new field. */
function linesOf(
  fax: FaxRecord,
  resends: ComponentChildren,
): Readonly<Record<Exclude<FieldOf<FaxRecord>, FieldElsewhere> | 'resends', Line>> {
  const tags = Object.entries(fax.tags);
  return {
    is_test: ['Test', fax.is_test ? 'yes' : undefined],
    v3_ids: [
      'In v3',
      fax.v3_ids.map((id) => (
        <div key={id}>
          <code>{id}</code> <Copy text={id} what="the id in v3" />
        </div>
      )),
    ],
    from_number: ['From', phone(fax.from_number)],
    to_number: ['To', phone(fax.to_number)],
    caller_id: ['Caller id', phone(fax.caller_id)],
    resent_from: ['Resend of', fax.resent_from && faxLink(fax.resent_from)],
    resends: ['Resent as', resends],
    pages: ['Pages', pagesText(fax)],
    cost_cents: ['Cost', money(fax.cost_cents)],
    caller_name: ['Caller name', own(fax.caller_name)],
    header_text: ['Header text', fax.header_text],
    callback_url: ['Callback URL', fax.callback_url],
    file: ['File', fax.file.replace('_', ' ')],
    completed_at: ['Completed', fax.completed_at && zonedText(fax.completed_at)],
    tags: ['Tags', tags.length === 0 ? undefined : <Tags tags={tags} />],
  };
}

interface DetailsProps {
  readonly fax: FaxRecord;
  readonly resends: readonly FaxRecord[] | undefined;
}

export function Details({ fax, resends = [] }: DetailsProps) {
  const coverage = useCoverage();
  const fields = coverage?.records['v2.1']?.['Fax'] ?? {};
  const parameters = coverage?.operations['sendFax']?.['v2.1']?.parameters ?? {};
  const proofOf = (name: string) => fields[apiFields[name] ?? ''] ?? parameters[sendParameters[name] ?? ''];
  return (
    <Part
      title="Details"
      actions={
        <Link to={{ screen: 'evidence', id: 'Fax', query: {} }} class="button quiet">
          Evidence of a fax
        </Link>
      }
    >
      <Facts
        label={(name) => <ProofTerm proof={proofOf(name)}>{name}</ProofTerm>}
        facts={Object.fromEntries(Object.values(linesOf(fax, resendLinks(resends))))}
      />
    </Part>
  );
}

const Tags = ({ tags }: { readonly tags: readonly (readonly [name: string, value: string])[] }) => (
  <>
    {tags.map(([name, value]) => (
      <Link key={name} to={{ query: { tag: `${name}=${value}` } }} class="tag" title="Show faxes with this tag">
        <Tag name={name} value={value} />
      </Link>
    ))}
  </>
);

export function Barcodes({ fax }: { readonly fax: FaxRecord }) {
  if (fax.barcodes.length === 0) return null;
  return (
    <Part title={pluralize(fax.barcodes.length, 'barcode')}>
      <ul class="rows">
        {fax.barcodes.map(({ type, page, value, identifier, metadata }) => (
          <li key={`${page} ${value}`}>
            <span>
              <code>{value}</code>{' '}
              <span class="muted">
                {type}, page {page}
                {identifier !== null && ` · PhaxCode ${identifier}`}
                {metadata !== null && ` · ${metadata}`}
              </span>
            </span>
            <Copy text={value} what="the barcode" />
          </li>
        ))}
      </ul>
    </Part>
  );
}
