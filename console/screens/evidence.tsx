import type { Coverage } from '../../src/control/client/named-types.ts';
import { useMemo } from 'preact/hooks';
import { apiVersions } from '../../src/model/domain/operation.ts';
import { groupBy } from '../../src/model/shared/objects.ts';
import { searchedWords } from '../../src/model/shared/searched-words.ts';
import { versionChoices } from '../api-versions.ts';
import { useCoverage } from '../coverage.ts';
import { pluralize } from '../format.ts';
import { route } from '../router.ts';
import { Filters } from '../ui/filters.tsx';
import type { FilterField } from '../ui/filter-fields.tsx';
import { Link } from '../ui/link.tsx';
import { Prose } from '../ui/prose.tsx';
import { Part, Split } from '../ui/split.tsx';
import { Loading, NoMatch } from '../ui/states.tsx';
import { DetailHead } from './detail-head.tsx';
import { countMarks, entriesOf, filteredRows } from './evidence-rows.ts';
import type { EvidenceEntry, EvidenceFilter, EvidenceRow } from './evidence-rows.ts';
import { useListKeys } from './list-keys.ts';
import { Legend, MarkBadge, markWords, marks } from './proof.tsx';

const filters: readonly FilterField[] = [
  { name: 'mark', label: 'Mark', choices: markWords },
  { name: 'version', label: 'Version', choices: versionChoices },
];

/** An entry, and its rows that match the filters. */
type FilteredEntry = EvidenceEntry & { readonly visibleRows: readonly EvidenceRow[] };

/** How sure each part of the simulator's behaviour is: by operation, record and refusal. */
export function EvidenceScreen() {
  const coverage = useCoverage();
  const { query, id } = route.value;
  const filter: EvidenceFilter = {
    mark: query['mark'],
    version: query['version'],
    words: searchedWords(query['q'] ?? ''),
  };
  const all = useMemo(() => coverage && entriesOf(coverage), [coverage]);
  const visible = useMemo(
    () =>
      (all ?? []).flatMap((entry) => {
        const visibleRows = filteredRows(entry, filter);
        return visibleRows.length === 0 ? [] : [{ ...entry, visibleRows }];
      }),
    [all, JSON.stringify(filter)],
  );
  useListKeys(visible, 'entry');
  if (coverage === undefined) return <Loading what="the evidence" />;
  const chosen =
    visible.find((entry) => entry.id === id) ??
    all?.map((entry) => ({ ...entry, visibleRows: entry.rows })).find((entry) => entry.id === id);
  const missing = id === undefined ? undefined : <p class="state failed">There is no evidence named {id}</p>;
  return (
    <Split
      list={
        <>
          <div class="list-head">
            <h1>
              Evidence <small>{visible.length}</small>
            </h1>
          </div>
          <Filters filters={filters} searchLabel="Search evidence" />
          <EntryList entries={visible} />
        </>
      }
      detail={chosen === undefined ? missing : <Entry entry={chosen} />}
      detailLabel={chosen === undefined ? 'Evidence' : `Evidence of ${chosen.id}`}
      placeholder={<Overview coverage={coverage} entries={visible} />}
    />
  );
}

/** `Operations`, the title of a kind in the list. */
const titleOf = (kind: EvidenceEntry['kind']): string => (kind === 'Refusals' ? kind : `${kind}s`);

function EntryList({ entries }: { readonly entries: readonly FilteredEntry[] }) {
  const { id } = route.value;
  if (entries.length === 0) return <NoMatch title="No evidence matches" all="all evidence" />;
  return (
    <div class="plain-list">
      {[...groupBy(entries, ({ kind }) => kind)].map(([kind, alike]) => (
        <section key={kind} aria-label={titleOf(kind)}>
          <h2 class="group">{titleOf(kind)}</h2>
          <ul aria-label={`Evidence: ${titleOf(kind)}`}>
            {alike.map((entry) => (
              <li key={entry.id} class={`row client-row${entry.id === id ? ' chosen' : ''}`}>
                <Link to={{ id: entry.id }} isCurrent={entry.id === id}>
                  <strong class="row-main">{entry.id}</strong>
                  <Assumed rows={entry.visibleRows} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Assumed({ rows }: { readonly rows: readonly EvidenceRow[] }) {
  const { assumed = 0 } = countMarks(rows);
  return assumed === 0 ? null : <span class="mark mixed">{assumed} assumed</span>;
}

function Entry({ entry: { id, kind, visibleRows } }: { readonly entry: FilteredEntry }) {
  const columns = apiVersions.filter((version) => visibleRows.some(({ proofs }) => proofs[version] !== undefined));
  return (
    <article class="detail">
      <DetailHead title={id} status={<span class="tag">{kind.toLowerCase()}</span>}>
        {kind === 'Operation' && (
          <Link to={{ screen: 'requests', query: { operation: id } }}>Requests of this operation</Link>
        )}
      </DetailHead>
      <Counts rows={visibleRows} />
      <div class="evidence-table" tabIndex={0} role="group" aria-label={`Evidence of ${id}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">Part</span>
              </th>
              {columns.map((version) => (
                <th key={version} scope="col">
                  {version}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visibleRows.map(({ name, proofs }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                {columns.map((version) => {
                  const proof = proofs[version];
                  return (
                    <td key={version}>
                      {proof && (
                        <>
                          <MarkBadge mark={proof.mark} /> <span class="muted">{proof.source}</span>
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </article>
  );
}

/** The count of each mark, as links to its filter, and their sum. */
function Counts({ rows }: { readonly rows: readonly EvidenceRow[] }) {
  const counts = countMarks(rows);
  const sum = Object.values(counts).reduce((total, count) => total + count, 0);
  return (
    <ul class="counts" aria-label="Marks">
      {marks.map(
        (mark) =>
          counts[mark] !== undefined && (
            <li key={mark}>
              <Link to={{ query: { ...route.value.query, mark } }}>
                <MarkBadge mark={mark} /> {counts[mark].toLocaleString('en')}
              </Link>
            </li>
          ),
      )}
      <li class="muted">{sum.toLocaleString('en')} in all</li>
    </ul>
  );
}

interface OverviewProps {
  readonly coverage: Coverage;
  readonly entries: readonly FilteredEntry[];
}

function Overview({ coverage, entries }: OverviewProps) {
  const { assumptions } = coverage;
  return (
    <article class="detail">
      <DetailHead title="How sure is it?">
        The evidence that the real service behaves as the simulator does. Hover over a name that has some, such as a
        field of a fax, or focus it.
      </DetailHead>
      <Counts rows={entries.flatMap(({ visibleRows }) => visibleRows)} />
      <Part title="Marks">
        <Legend coverage={coverage} />
      </Part>
      <Part title={`${pluralize(assumptions.length, 'choice')} where nothing is known`}>
        <ul class="rows">
          {assumptions.map(({ about, choice, because }) => (
            <li key={choice}>
              <span>
                <span class="tag">{about}</span> <Prose text={choice} />
                <br />
                <span class="muted">
                  <Prose text={because} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Part>
    </article>
  );
}
