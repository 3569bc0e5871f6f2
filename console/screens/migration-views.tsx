import { go } from '../router.ts';
import { ViewSwitch } from '../ui/view-switch.tsx';

/** Links between the two views of the migration: the necessary changes, and the comparison with the successor. */
export const MigrationViews = () => (
  <ViewSwitch
    label="Before and after the migration"
    name="view"
    words={['Changes', 'Parity']}
    // The findings of the two views have different ids.
    onChoose={(view) => go({ id: undefined, query: view === '' ? {} : { view } })}
  />
);
