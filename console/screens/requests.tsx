import { useMemo } from 'preact/hooks';
import { route } from '../router.ts';
import { Split } from '../ui/split.tsx';
import { Empty } from '../ui/states.tsx';
import { RequestDetail } from './request-detail.tsx';
import { RequestList } from './request-list.tsx';

/** The request journal beside the chosen request. */
export function RequestsScreen() {
  const { id } = route.value;
  const list = useMemo(() => <RequestList />, []);
  return (
    <Split
      list={list}
      detail={id === undefined ? undefined : <RequestDetail key={id} id={id} />}
      detailLabel={id === undefined ? 'Request' : `Request ${id}`}
      placeholder={
        <Empty title="Choose a request">
          <p>
            What your client sent, what it got, which rule fired, and what lint says are shown here. <kbd>j</kbd> and{' '}
            <kbd>k</kbd> move through the list.
          </p>
        </Empty>
      }
    />
  );
}
