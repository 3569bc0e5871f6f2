import { useMemo } from 'preact/hooks';
import { FaxForms } from './fax-forms.tsx';
import { FaxDetail } from './fax-detail.tsx';
import { FaxList } from './fax-list.tsx';
import { route } from '../router.ts';
import { Empty } from '../ui/states.tsx';
import { Split } from '../ui/split.tsx';

/** All faxes of the world beside the chosen one. */
export function FaxesScreen() {
  const { id } = route.value;
  const list = useMemo(() => <FaxList />, []);
  return (
    <>
      <Split
        list={list}
        detail={id === undefined ? undefined : <FaxDetail key={id} id={id} />}
        detailLabel={id === undefined ? 'Fax' : `Fax ${id}`}
        placeholder={
          <Empty title="Choose a fax">
            <p>
              Its pages, its timeline, its requests and its webhooks are shown here. <kbd>j</kbd> and <kbd>k</kbd> move
              through the list.
            </p>
          </Empty>
        }
      />
      <FaxForms />
    </>
  );
}
