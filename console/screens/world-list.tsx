import { useMemo, useState } from 'preact/hooks';
import { hasWords, searchedWords } from '../../src/model/shared/searched-words.ts';
import { agoText } from '../format.ts';
import type { Resource } from '../resource.ts';
import { route, world as current } from '../router.ts';
import { defaultWorld } from '../routes.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useRowHighlights } from '../ui/highlight.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { MiddleCut } from '../ui/middle-cut.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Failed, Loading, NoMatch } from '../ui/states.tsx';
import { worlds } from '../worlds.ts';
import type { WorldSummary } from '../worlds.ts';
import { useListKeys } from './list-keys.ts';
import { openWorldForm } from './world-forms.tsx';
import { contentsOf, nameOf, separator } from './world-words.ts';

const noWorlds: readonly WorldSummary[] = [];

/**
 * Groups worlds by the part of their names before the separator, ordered by last use; worlds without such a part come first. Groups
 * with failed worlds precede all others, and failed worlds come first within them.
 */
function groupsOf(all: readonly WorldSummary[], q: string): readonly (readonly [string, readonly WorldSummary[]])[] {
  const groups = new Map<string, WorldSummary[]>([['', []]]);
  const rankOf = ({ failure, last_used_at: at }: WorldSummary): string => `${failure === null ? 0 : 1} ${at ?? '9'}`;
  const words = searchedWords(q);
  const found = all.filter((world) => hasWords(`${world.id} ${nameOf(world)}`, words));
  for (const world of found.toSorted((one, other) => (rankOf(one) < rankOf(other) ? 1 : -1))) {
    const [prefix = '', rest] = nameOf(world).split(separator);
    const title = rest === undefined ? '' : prefix;
    groups.set(title, [...(groups.get(title) ?? []), world]);
  }
  const hasFailure = ([first]: readonly WorldSummary[]): number => Number((first?.failure ?? null) !== null);
  return [...groups]
    .filter(([, of]) => of.length > 0)
    .toSorted(([, one], [, other]) => hasFailure(other) - hasFailure(one));
}

/** The list of worlds, with a search, and a selection to close several. */
export function WorldList({ reading: { error, reload } }: { readonly reading: Resource<void> }) {
  const all = worlds.value;
  const { q = '' } = route.value.query;
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const groups = useMemo(() => groupsOf(all ?? noWorlds, q), [all, q]);
  const found = useMemo(() => groups.flatMap(([, of]) => of), [groups]);
  useListKeys(found, 'world');
  const closable = found.filter(({ id }) => id !== defaultWorld);
  const toggle = (id: string): void => {
    const ids = new Set(selected);
    if (!ids.delete(id)) ids.add(id);
    setSelected(ids);
  };
  return (
    <>
      <div class="list-head">
        <h1>
          Worlds <small>{found.length}</small>
        </h1>
        {closable.length > 0 && (
          <Button isPressed={selected !== undefined} onClick={() => setSelected(selected ? undefined : new Set())}>
            Select
          </Button>
        )}
        <Button icon="plus" kind="primary" onClick={() => openWorldForm({ form: 'make' })}>
          New world
        </Button>
      </div>
      <div class="filters" role="search">
        <SearchField label="Search worlds" placeholder="Name or id" filters={[]} />
        {selected !== undefined && <Selection closable={closable} selected={selected} onChange={setSelected} />}
      </div>
      {error !== undefined && <Failed error={error} onRetry={reload} />}
      {all === undefined && <Loading what="worlds" />}
      {all !== undefined && found.length === 0 && <NoMatch title="No world matches" all="all worlds" />}
      <WorldGroups groups={groups} selected={selected} onSelect={toggle} />
    </>
  );
}

interface SelectionProps {
  /** The found worlds, without the default one. */
  readonly closable: readonly WorldSummary[];
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string> | undefined) => void;
}

function Selection({ closable, selected, onChange }: SelectionProps) {
  const toClose = closable.filter(({ id }) => selected.has(id));
  const onClosed = (): void => onChange(undefined);
  return (
    <>
      <Button isLocal onClick={() => onChange(new Set(closable.map(({ id }) => id)))}>
        All {closable.length}
      </Button>
      <Button
        kind="danger"
        isDisabled={toClose.length === 0}
        onClick={() => openWorldForm({ form: 'closeMany', worlds: toClose, onClosed })}
      >
        Close {toClose.length}…
      </Button>
    </>
  );
}

interface GroupsProps {
  readonly groups: ReturnType<typeof groupsOf>;
  readonly selected: ReadonlySet<string> | undefined;
  readonly onSelect: (id: string) => void;
}

function WorldGroups({ groups, selected, onSelect }: GroupsProps) {
  const list = useRowHighlights<HTMLDivElement>(route.value.query['q'] ?? '');
  return (
    <div ref={list} class="plain-list" tabIndex={-1}>
      {groups.map(([title, of], index) => (
        <section key={title} aria-label={title === '' ? 'Worlds' : title}>
          {(title !== '' || index > 0) && (
            <h2 class="group">
              <bdi>{title || 'Other worlds'}</bdi> <small>{of.length}</small>
            </h2>
          )}
          <ul>
            {of.map((world) => (
              <Row
                key={world.id}
                world={world}
                title={title}
                isSelected={world.id === defaultWorld ? undefined : selected?.has(world.id)}
                onSelect={() => onSelect(world.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface RowProps {
  readonly world: WorldSummary;
  /** The group. */
  readonly title: string;
  /** Whether the world is selected; undefined without a selection, and for the default world. */
  readonly isSelected: boolean | undefined;
  readonly onSelect: () => void;
}

function Row({ world, title, isSelected, onSelect }: RowProps) {
  const { id, failure, last_used_at: used } = world;
  const { q } = route.value.query;
  const isChosen = (route.value.id ?? current.value) === id;
  const name = title === '' ? nameOf(world) : nameOf(world).slice(title.length + separator.length);
  return (
    <li data-key={id} data-state={failure ?? contentsOf(world)} class={`row${isChosen ? ' chosen' : ''}`}>
      {isSelected !== undefined && (
        <input type="checkbox" aria-label={`Select ${nameOf(world)}`} checked={isSelected} onChange={onSelect} />
      )}
      <Link to={{ id, query: q === undefined ? {} : { q } }} isCurrent={isChosen}>
        {isSelected === undefined && (
          <span class="direction sent">
            <Icon name="world" />
          </span>
        )}
        <span class="row-main">
          <strong>
            <MiddleCut text={name} />
          </strong>
          {id === current.value && <span class="tag">on this page</span>}
        </span>
        {used !== null && (
          <time dateTime={used} title="Last use">
            {agoText(used, Date.now())}
          </time>
        )}
        <span class="row-more">{failure ?? contentsOf(world)}</span>
        <State {...world} />
      </Link>
    </li>
  );
}

function State({ failure, speed }: WorldSummary) {
  if (failure !== null) return <Badge tone="bad">failed</Badge>;
  return speed === 0 ? <Badge tone="still">frozen</Badge> : null;
}
