import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { pluralize } from '../format.ts';
import { go } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';

/** Deletes all requests of the world, after a question that has their number. */
export function ClearRequests({ onCleared }: { readonly onCleared: () => void }) {
  const [count, setCount] = useState<number>();
  const openForm = async (): Promise<void> => {
    setCount((await ask<AnswerOf<'requests', 'count'>>('/requests/count')).count);
  };
  const clear = async (): Promise<void> => {
    await ask('/requests', { method: 'DELETE' });
    toast(`${pluralize(count ?? 0, 'request')} deleted`);
    go({ id: undefined });
    onCleared();
  };
  return (
    <>
      <Button onClick={openForm} title="Delete all recorded requests of this world">
        Clear…
      </Button>
      {count !== undefined && (
        <FormDialog
          title="Clear the requests"
          submit="Delete all"
          isDanger
          onSubmit={clear}
          onClose={() => setCount(undefined)}
        >
          <p class="problem">
            <strong>Lost are {pluralize(count, 'request')}</strong>, also those that a filter hides, and the way back to
            before them.
          </p>
          <p>Faxes and webhooks stay.</p>
        </FormDialog>
      )}
    </>
  );
}
