import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { ask, baseUrl, callService } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { go } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { curlOf } from './curl.ts';
import { ErrorField, useErrors } from './fax-fields.tsx';
import { isOnItsWay } from './fax-words.ts';

interface FaxActionsProps {
  readonly fax: FaxRecord;
  readonly onChange: () => void;
}

/** All that can be done with a fax in its state. */
export function FaxActions({ fax, onChange }: FaxActionsProps) {
  const dialog = useMemo(() => signal<'fail' | 'delete' | undefined>(undefined), []);
  const { id, is_test: isTest, direction, file } = fax;
  const path = `/faxes/${id}`;
  const does = (work: () => Promise<unknown>, done: string) => async (): Promise<void> => {
    await work();
    toast(done);
    onChange();
  };
  const change = (method: 'POST' | 'PATCH', at: string, input: object) => () =>
    ask(at, { method, input: { ...input } });
  const serve = (action: string) => () => callService(`/v2.1/faxes/${id}/${action}`, { isTest });
  const onItsWay = isOnItsWay(fax);
  return (
    <div class="actions" role="group" aria-label="Actions">
      {onItsWay && (
        <>
          <Button kind="primary" onClick={does(change('POST', `${path}/finish`, {}), `Fax ${id} is finished`)}>
            Finish now
          </Button>
          <Button onClick={() => (dialog.value = 'fail')}>Fail with…</Button>
          {direction === 'sent' && (
            <Button onClick={does(serve('cancel'), `Fax ${id} is being cancelled`)}>Cancel</Button>
          )}
        </>
      )}
      {direction === 'sent' && !onItsWay && file === 'stored' && (
        <Button onClick={() => resend(id, isTest)}>Resend</Button>
      )}
      {file === 'stored' && (
        <Button onClick={does(change('PATCH', path, { file_state: 'deleted' }), `The file of fax ${id} is deleted`)}>
          Drop the stored file
        </Button>
      )}
      <Copy what="the curl command" text={() => curlText(id, isTest)}>
        curl
      </Copy>
      <Copy what="the link to this page" text={() => location.href}>
        Link
      </Copy>
      <Button kind="danger" onClick={() => (dialog.value = 'delete')}>
        Delete…
      </Button>
      {dialog.value === 'fail' && <FailDialog id={id} onDone={onChange} onClose={() => (dialog.value = undefined)} />}
      {dialog.value === 'delete' && <DeleteDialog id={id} onClose={() => (dialog.value = undefined)} />}
    </div>
  );
}

async function resend(id: number, isTest: boolean): Promise<void> {
  const { data } = await callService(`/v2.1/faxes/${id}/resend`, { isTest });
  const newId = typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : undefined;
  toast(`Fax ${id} is sent again as fax ${newId ?? ''}`);
  if (newId !== undefined) go({ id: newId });
}

async function curlText(id: number, isTest: boolean): Promise<string> {
  const { credentials } = await ask<AnswerOf<'worlds', 'show'>>('/world');
  const { key, secret } = isTest ? credentials.test : credentials.live;
  return curlOf({ url: `${baseUrl()}/v2.1/faxes/${id}`, user: `${key}:${secret}` });
}

interface FaxDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

function FailDialog({ id, onDone, onClose }: FaxDialogProps & { readonly onDone: () => void }) {
  const errors = useErrors('sent');
  const fail = async (form: FormData): Promise<void> => {
    await ask(`/faxes/${id}/finish`, { method: 'POST', input: { status: 'failure', error: form.get('error') } });
    toast(`Fax ${id} failed`);
    onDone();
  };
  return (
    <FormDialog title={`Fail fax ${id}`} submit="Fail" isDanger onSubmit={fail} onClose={onClose}>
      <p>The fax ends now with this error, and its webhook is delivered.</p>
      <ErrorField label="Error" errors={errors} />
    </FormDialog>
  );
}

function DeleteDialog({ id, onClose }: FaxDialogProps) {
  const remove = async (): Promise<void> => {
    await ask(`/faxes/${id}`, { method: 'DELETE' });
    toast(`Fax ${id} is deleted`);
    go({ id: undefined });
  };
  return (
    <FormDialog title={`Delete fax ${id}`} submit="Delete" isDanger onSubmit={remove} onClose={onClose}>
      <p>The fax and its file are removed from this world. A reset of the world brings back what its fixture had.</p>
    </FormDialog>
  );
}
