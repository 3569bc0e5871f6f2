import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { zonedText } from '../format.ts';
import { go, isOnScreen } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Failed } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { lossText, useMoment } from './rewind-moment.ts';

const open = signal<number | undefined>(undefined);

/** Opens the dialog that asks whether to rewind the world to before this request. */
export const openRewind = (before: number): void => {
  open.value = before;
};
const close = (): void => {
  open.value = undefined;
};

/** The dialog of a rewind. It names the loss. */
export function RewindForm() {
  return open.value === undefined ? null : <RewindDialog id={open.value} />;
}

function RewindDialog({ id }: { readonly id: number }) {
  const { data, error } = useMoment(id);
  if (error !== undefined) {
    return (
      <Dialog title="Rewind" onClose={close}>
        <Failed error={error} />
      </Dialog>
    );
  }
  const step = data?.step;
  if (step === undefined) return null;
  const rewind = async (): Promise<void> => {
    const { request } = await ask<AnswerOf<'history', 'rewind'>>('/rewind', { method: 'POST', input: { request: id } });
    toast(`The world is as it was before request ${request}`);
    if (isOnScreen('requests')) go({ id: undefined });
  };
  const { request: first } = step.first;
  return (
    <FormDialog title={`Rewind to before request ${first}`} submit="Rewind" isDanger onSubmit={rewind} onClose={close}>
      <p class="problem">
        <strong>This removes</strong> {lossText(step)}.
      </p>
      {first !== id && <p>Request {id} overlaps with it, so that both go.</p>}
      <p>
        The clock returns to {zonedText(step.clock)}. From there, the world goes on differently. The texts of scenarios
        that you sent stay. A rewind stops only before requests; a snapshot returns to any other moment. It brings no
        requests back: a bundle keeps them.
      </p>
      <SnapshotFirst of={first} />
    </FormDialog>
  );
}

/** A button that keeps the present state of the world under a name. */
function SnapshotFirst({ of: request }: { readonly of: number }) {
  const [isTaken, setTaken] = useState(false);
  const name = `before-rewind-to-${request}`;
  const take = async (): Promise<void> => {
    await ask(`/snapshots/${name}`, { method: 'PUT' });
    setTaken(true);
  };
  if (!isTaken) return <Button onClick={take}>Take a snapshot first</Button>;
  return (
    <p role="status">
      The snapshot <code>{name}</code> is taken. Restore it on the page Worlds.
    </p>
  );
}
