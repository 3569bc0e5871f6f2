import { signal } from '@preact/signals';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { zonedText } from '../format.ts';
import { go, isOnScreen } from '../router.ts';
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
        The clock returns to {zonedText(step.clock)}. From there, the world goes on differently. To keep what it holds
        now, take a snapshot before.
      </p>
    </FormDialog>
  );
}
