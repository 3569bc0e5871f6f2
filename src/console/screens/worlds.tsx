import { useEffect } from 'preact/hooks';
import { signal } from '@preact/signals';
import { ApiError } from '../api.ts';
import { onEvents } from '../live.ts';
import { paceText, timeText } from '../format.ts';
import { route, world as current } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Split } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { readWorlds, worlds } from '../worlds.ts';
import type { World } from '../worlds.ts';
import { useListKeys } from './list-keys.ts';
import { WorldDetail } from './world-detail.tsx';
import { openWorldForm, WorldForms } from './world-forms.tsx';
import { contentsOf, nameOf } from './world-words.ts';

const error = signal<ApiError | undefined>(undefined);

const read = (): void => {
  readWorlds().then(
    () => (error.value = undefined),
    (thrown: unknown) => (error.value = thrown instanceof ApiError ? thrown : new ApiError(String(thrown), undefined)),
  );
};

/**
 * The worlds of the simulator beside the chosen one, which is at first that of the page. Worlds that come and go are events of
 * the stream; the contents of another world are read when it is chosen.
 */
export function WorldsScreen() {
  const { id } = route.value;
  useEffect(() => {
    read();
    return onEvents(read);
  }, [id]);
  const of = (wanted: string) => <WorldDetail key={wanted} id={wanted} />;
  return (
    <>
      <Split
        list={<WorldList />}
        detail={id === undefined ? undefined : of(id)}
        detailLabel={`World ${id ?? current.value}`}
        placeholder={of(current.value)}
      />
      <WorldForms />
    </>
  );
}

function WorldList() {
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
      {error.value !== undefined && <Failed error={error.value} onRetry={read} />}
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

function Row({ world }: { readonly world: World }) {
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
        <Badge tone={speed === 0 ? 'busy' : 'plain'}>{paceText(speed)}</Badge>
      </Link>
    </li>
  );
}
