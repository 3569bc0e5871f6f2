import { useMemo } from 'preact/hooks';
import { FaxForms } from './fax-forms.tsx';
import { FaxDetail } from './fax-detail.tsx';
import { FaxList } from './fax-list.tsx';
import { route } from '../router.ts';
import { lazy } from '../ui/lazy.tsx';
import { Split } from '../ui/split.tsx';

const Overview = lazy('the overview', async () => (await import('./overview.tsx')).Overview);

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
        placeholder={<Overview />}
      />
      <FaxForms />
    </>
  );
}
