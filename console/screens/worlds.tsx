import { speedText, timeText } from '../format.ts';
import { useResource } from '../resource.ts';
import type { Resource } from '../resource.ts';
import { route, world as current } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Split } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { readWorlds, worlds } from '../worlds.ts';
import type { WorldSummary } from '../worlds.ts';
import { useListKeys } from './list-keys.ts';
import { WorldDetail } from './world-detail.tsx';
import { openWorldForm, WorldForms } from './world-forms.tsx';
import { contentsOf, nameOf } from './world-words.ts';

/**
 * The worlds of the simulator beside the chosen one, which is at first that of the page. Worlds that come and go are events of
 * the stream; the contents of another world are read when it is chosen.
 */
export function WorldsScreen() {
  const { id } = route.value;
  const reading = useResource(id ?? 'all', readWorlds, { changedBy: () => true });
  const of = (worldId: string) => <WorldDetail key={worldId} id={worldId} />;
  return (
    <>
      <Split
        list={<WorldList reading={reading} />}
        detail={id === undefined ? undefined : of(id)}
        detailLabel={`World ${id ?? current.value}`}
        placeholder={of(current.value)}
      />
      <WorldForms />
    </>
  );
}

function WorldList({ reading: { error, reload } }: { readonly reading: Resource<void> }) {
  const all = worlds.value;
  useListKeys(all ?? [], 'world');
  return (
    <>
      <div class="list-head">
        <h1>
          Worlds <small>{all?.length}</small>
        </h1>
        <Button icon="plus" kind="primary" onClick={() => openWorldForm({ form: 'make' })}>
          Make
        </Button>
      </div>
      {error !== undefined && <Failed error={error} onRetry={reload} />}
      {all === undefined ? (
        <Loading what="worlds" />
      ) : (
        <ul class="plain-list" aria-label="Worlds">
          {all.map((world) => (
            <Row key={world.id} world={world} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ world }: { readonly world: WorldSummary }) {
  const { id, now, speed } = world;
  const isChosen = (route.value.id ?? current.value) === id;
  return (
    <li class={`row${isChosen ? ' chosen' : ''}`}>
      <Link to={{ id }} isCurrent={isChosen}>
        <span class="direction sent">
          <Icon name="world" />
        </span>
        <span class="row-main">
          <strong>{nameOf(world)}</strong>
          {id === current.value && <span class="tag">on this page</span>}
        </span>
        <time dateTime={now}>{timeText(now).slice(0, -3)}</time>
        <span class="row-more">{contentsOf(world)}</span>
        <Badge tone={speed === 0 ? 'busy' : 'plain'}>{speedText(speed)}</Badge>
      </Link>
    </li>
  );
}
