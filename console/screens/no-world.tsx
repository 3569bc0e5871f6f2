import { useEffect } from 'preact/hooks';
import { ask, closedWorld } from '../api.ts';
import { timeText, zoneName } from '../format.ts';
import { lastLive, startedAgainAt } from '../live.ts';
import { useResource } from '../resource.ts';
import { go, world as current } from '../router.ts';
import { defaultWorld } from '../routes.ts';
import { readStart } from '../start.ts';
import type { SimulatorStart } from '../start.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { readWorlds } from '../worlds.ts';

/** Shown in place of all screens if the world does not exist. */
export function ClosedWorld() {
  const id = closedWorld.value ?? '';
  return (
    <div role="alert">
      <Empty heading="h1" title={`There is no world ${id}`}>
        <WhyNoWorld id={id} />
        <p>
          <Link to={{ world: defaultWorld, screen: 'faxes', id: undefined, query: {} }}>The default world</Link> ·{' '}
          <Link to={{ world: defaultWorld, screen: 'worlds', id: undefined, query: {} }}>All worlds</Link>
        </p>
      </Empty>
    </div>
  );
}

/** Why a world does not exist, as far as the page knows, and the button that creates it. */
export function WhyNoWorld({ id }: { readonly id: string }) {
  const { data: start, error } = useResource(id, readStart);
  const seenAt = lastLive.value?.of === id ? lastLive.value.at : undefined;
  const isOfEarlierStart = start !== undefined && seenAt !== undefined && seenAt < start.at;
  useEffect(() => {
    if (isOfEarlierStart) startedAgainAt.value = start.at;
  }, [isOfEarlierStart]);
  if (start === undefined && error === undefined) return null;
  const canMake = /^[\w.-]{1,64}$/.test(id);
  return (
    <>
      <p>{reasonOf(start, seenAt)}</p>
      {canMake && (
        <p>
          <Button
            kind="primary"
            title="A new world at this address, from the fixture of the start"
            onClick={() => make(id)}
          >
            Create {id}
            {seenAt !== undefined && ' again'}
          </Button>
        </p>
      )}
    </>
  );
}

function reasonOf(start: SimulatorStart | undefined, seenAt: number | undefined): string {
  const closed = 'It was closed, had no request for too long';
  if (start === undefined) return `${closed}, or the address has a mistake.`;
  const startText = `${timeText(start.at)} ${zoneName()}`;
  if (seenAt === undefined) {
    return `${closed}, ended with a start of faxsim before the one at ${startText}, or the address has a mistake.`;
  }
  if (seenAt > start.at) return 'It was closed, or had no request for too long.';
  const kept =
    start.dataDirectory === undefined ? 'No world outlives a start' : 'Only the default world outlives a start';
  return `faxsim was started again at ${startText}. ${kept}, so this one is gone with all that was in it.`;
}

async function make(id: string): Promise<void> {
  await ask(`/worlds/${encodeURIComponent(id)}`, { method: 'PUT', of: null });
  await readWorlds();
  toast(`World ${id} is created`);
  if (current.value === id) closedWorld.value = undefined;
  else go({ screen: 'worlds', id });
}
