import { ViewSwitch } from '../ui/view-switch.tsx';

/** The two views of the migration: the work for the program, and the proof that its successor does the same. */
export const MigrationViews = () => (
  <ViewSwitch label="Before and after the migration" name="view" words={['Changes', 'Parity']} />
);
