import { useMemo } from 'preact/hooks';
import { apiVersions } from '../../src/model/domain/operation.ts';
import type { ApiVersion } from '../../src/model/domain/operation.ts';
import { groupBy } from '../../src/model/shared/objects.ts';
import { hasWords, searchedWords } from '../../src/model/shared/searched-words.ts';
import { usualVersion } from '../api-versions.ts';
import { route, setQuery } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Empty } from '../ui/states.tsx';
import { ColumnChoice, isTable, TableHead, TableRow } from '../ui/table.tsx';
import type { Table } from '../ui/table.tsx';
import { queryIn } from './explorer-query.ts';
import type { ExplorerField, ExplorerOperation } from './explorer-request.ts';
import { useListKeys } from './list-keys.ts';

const searchedText = ({ name, summary, tag, method, path }: ExplorerOperation): string =>
  `${name} ${summary} ${tag} ${method} ${path}`.toLowerCase();

/** The columns of the table of operations. */
const operationColumns: Table<ExplorerOperation> = {
  list: 'operations',
  columns: [
    {
      name: 'summary',
      label: 'Operation',
      width: 'minmax(180px, 2fr)',
      cell: ({ summary }) => <strong>{summary}</strong>,
    },
    { name: 'method', label: 'Method', width: '56px', cell: ({ method }) => <code class="method">{method}</code> },
    { name: 'path', label: 'Path', width: 'minmax(180px, 2fr)', cell: ({ path }) => <code>{path}</code> },
    {
      name: 'params',
      label: 'Parameters',
      width: 'minmax(180px, 4fr)',
      cell: (operation) => <Parameters {...operation} />,
    },
    { name: 'name', label: 'Name', width: 'minmax(120px, 1fr)', from: 1000, cell: ({ id }) => id },
  ],
};

/** The names of all parameters; required ones come first, in bold. */
function Parameters({ parameters, bodies: [body] }: ExplorerOperation) {
  const all = [...parameters, ...(body?.fields ?? [])];
  const isNeeded = ({ required }: ExplorerField): boolean => required === true;
  const names = [...all.filter(isNeeded), ...all.filter((field) => !isNeeded(field))];
  return (
    <>
      {names.map((field, index) => (
        <span key={field.name} class={isNeeded(field) ? undefined : 'muted'}>
          {index > 0 && ', '}
          {isNeeded(field) ? <strong>{field.name}</strong> : field.name}
        </span>
      ))}
    </>
  );
}

/** The operations of a version, by their groups. */
export function OperationList({
  all,
  version,
}: {
  readonly all: readonly ExplorerOperation[];
  readonly version: ApiVersion;
}) {
  const { id: chosen, query } = route.value;
  const { q = '' } = query;
  const found = useMemo(() => {
    const words = searchedWords(q);
    return all.filter((operation) => hasWords(searchedText(operation), words));
  }, [all, q]);
  useListKeys(found, 'operation');
  const choose = (to: ApiVersion) => () =>
    setQuery({ ...queryIn(to, version, query), version: to === usualVersion ? '' : to }, { replace: true });
  return (
    <>
      <div class="list-head">
        <h1>
          API <small>{found.length}</small>
        </h1>
        <div class="segments" role="group" aria-label="Version">
          {apiVersions.map((known) => (
            <Button key={known} kind="quiet" isPressed={known === version} onClick={choose(known)}>
              {known}
            </Button>
          ))}
        </div>
      </div>
      <div class="filters" role="search">
        <SearchField label="Search operations" placeholder="Search operations" filters={[]} />
        <ColumnChoice of={operationColumns} />
      </div>
      {found.length === 0 && (
        <Empty title="No operation matches">
          <Button onClick={() => setQuery({ q: '' })}>Show all operations</Button>
        </Empty>
      )}
      {found.length > 0 && <TableHead of={operationColumns} />}
      <div class="plain-list" tabIndex={-1}>
        {[...groupBy(found, ({ tag }) => tag)].map(([group, operations]) => (
          <section key={group} aria-label={group}>
            <h2 class="group">{group}</h2>
            <ul>
              {operations.map((operation) => (
                <Row key={operation.id} operation={operation} isChosen={operation.id === chosen} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

interface RowProps {
  readonly operation: ExplorerOperation;
  readonly isChosen: boolean;
}

function Row({ operation, isChosen }: RowProps) {
  const { id, summary, method, path } = operation;
  if (isTable.value) return <TableRow of={operationColumns} item={operation} to={{ id }} />;
  return (
    <li class={`row log-row${isChosen ? ' chosen' : ''}`}>
      <Link to={{ id }} isCurrent={isChosen}>
        <strong class="row-main">{summary}</strong>
        <span class="row-more">
          <span class="method">{method}</span> {path}
        </span>
      </Link>
    </li>
  );
}
