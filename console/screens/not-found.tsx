import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/states.tsx';

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
