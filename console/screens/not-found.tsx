import { closedWorld } from '../api.ts';
import { defaultWorld } from '../routes.ts';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/states.tsx';
import { whyNoWorld } from './world-words.ts';

/** Shown for an address without a screen. */
export function NoScreen() {
  return (
    <Empty heading="h1" title="No such screen">
      <p>
        <code>{location.pathname}</code> leads to no screen. The id of a fax, a webhook or a request is a number.
      </p>
      <p>
        <Link to={{ screen: 'faxes' }}>Faxes of this world</Link>
      </p>
    </Empty>
  );
}

/** Shown in place of all screens if the world does not exist. */
export function ClosedWorld() {
  return (
    <div role="alert">
      <Empty heading="h1" title={`There is no world ${closedWorld.value ?? ''}`}>
        <p>{whyNoWorld}</p>
        <p>
          <Link to={{ world: defaultWorld, screen: 'faxes', id: undefined, query: {} }}>The default world</Link> ·{' '}
          <Link to={{ world: defaultWorld, screen: 'worlds', id: undefined, query: {} }}>All worlds</Link>
        </p>
      </Empty>
    </div>
  );
}
