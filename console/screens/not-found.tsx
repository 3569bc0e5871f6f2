import { closedWorld } from '../api.ts';
import { defaultWorld } from '../routes.ts';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/states.tsx';
import { whyNoWorld } from './world-words.ts';

/** Takes the place of a screen, where the address leads to none. */
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

/** Takes the place of all screens of a world that is not there. */
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
