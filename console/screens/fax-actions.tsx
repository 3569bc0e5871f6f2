import { missedAmong } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { ask, askBlob, baseUrl, callService } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { useOpenActions } from '../open-actions.ts';
import type { OpenAction } from '../open-actions.ts';
import { go } from '../router.ts';
import { saveFile } from '../save-file.ts';
import { Button } from '../ui/button.tsx';
import { Copy, copyText } from '../ui/copy.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { lazy } from '../ui/lazy.tsx';
import { toast } from '../ui/toast.tsx';
import { curlOf } from '../../src/model/shared/curl.ts';
import type { KnownSurroundings } from './fax-data.ts';
import { allNumbers, isOnItsWay } from './fax-words.ts';
import { summaryOf } from './fax-summary.ts';
import { notifiesNobody } from './notified.tsx';
import { keptZone, shortZone } from './summary-zone.ts';
import { asText } from '../../src/model/shared/conversion.ts';

const FailDialog = lazy('the errors', async () => (await import('./fax-fail-form.tsx')).FailDialog);

const SummaryDialog = lazy('the summary', async () => (await import('./fax-summary-dialog.tsx')).SummaryDialog);

type DialogName = 'fail' | 'summary' | 'drop' | 'delete';

interface ActionsProps {
  readonly fax: FaxRecord;
  /** The other data about the fax; a part is undefined while it loads. */
  readonly known: KnownSurroundings;
  readonly onChange: () => void;
}

/** The actions that are possible in the current state of a fax. */
export function FaxActions({ fax, known, onChange }: ActionsProps) {
  const dialog = useMemo(() => signal<DialogName | undefined>(undefined), []);
  const work = workOf(fax, onChange, (name) => (dialog.value = name));
  useOpenActions(paletteActions(fax, work));
  const { id, is_test: isTest, file } = fax;
  const close = (): void => {
    dialog.value = undefined;
  };
  return (
    <div class="actions" role="group" aria-label="Actions">
      <CourseButtons fax={fax} resends={known.resends} work={work} />
      <Copy what="the curl command" text={() => curlText(id, isTest)}>
        curl
      </Copy>
      <Copy what="a summary of this fax for a mail" text={() => summaryOf(fax, known)}>
        Copy summary
      </Copy>
      <Button isLocal title="Choose the time zone of the summary" onClick={work.summarize}>
        in {shortZone(keptZone())}…
      </Button>
      <Copy what="the link to this page" text={() => location.href}>
        Link
      </Copy>
      {file === 'stored' && (
        <Button kind="danger" onClick={work.drop}>
          Delete the file…
        </Button>
      )}
      <Button kind="danger" onClick={work.remove}>
        Delete…
      </Button>
      {dialog.value === 'fail' && <FailDialog fax={fax} onDone={onChange} onClose={close} />}
      {dialog.value === 'summary' && <SummaryDialog fax={fax} known={known} onClose={close} />}
      {dialog.value === 'drop' && <DropDialog id={id} onDone={onChange} onClose={close} />}
      {dialog.value === 'delete' && <DeleteDialog id={id} onClose={close} />}
    </div>
  );
}

type FaxWork = ReturnType<typeof workOf>;

/** Returns the function of each action. */
function workOf(fax: FaxRecord, onChange: () => void, open: (name: DialogName) => void) {
  const { id, is_test: isTest } = fax;
  const does = (run: () => Promise<unknown>, done: string) => async (): Promise<void> => {
    await run();
    toast(done);
    onChange();
  };
  return {
    finish: does(() => ask(`/faxes/${id}/finish`, { method: 'POST', input: {} }), `Fax ${id} has succeeded`),
    cancel: does(() => callService(`/v2.1/faxes/${id}/cancel`, { isTest }), `Fax ${id} is being cancelled`),
    resend: (): Promise<void> => resend(fax),
    sendToMissed: async (): Promise<void> => (await import('./send-again.ts')).openSendToMissed(fax),
    runOn: async (): Promise<void> => {
      await (await import('./fax-run.ts')).runUntilEnd(fax);
      onChange();
    },
    fail: () => open('fail'),
    summarize: () => open('summary'),
    drop: () => open('drop'),
    remove: () => open('delete'),
  };
}

interface CourseProps {
  readonly fax: FaxRecord;
  /** The faxes that send it again; undefined until they are read. */
  readonly resends: KnownSurroundings['resends'];
  readonly work: FaxWork;
}

/** The buttons of an unfinished fax, or of a sent one. */
function CourseButtons({ fax, resends = [], work }: CourseProps) {
  const isSent = fax.direction === 'sent';
  if (!isOnItsWay(fax)) {
    // One resends without a file to see the refusal.
    const meaning = fax.file === 'stored' ? resendText(fax, resends) : 'The file is gone, so the service refuses this';
    return isSent ? (
      <>
        <Button kind={resends.length > 0 ? 'plain' : kindFor(fax, 'failure')} title={meaning} onClick={work.resend}>
          Resend
        </Button>
        {missedAmong(fax.recipients).length > 0 && (
          <Button kind={kindFor(fax, 'partialsuccess')} onClick={work.sendToMissed}>
            {toMissed(fax)}…
          </Button>
        )}
      </>
    ) : null;
  }
  return (
    <>
      <Button
        kind="primary"
        title="The fax arrives now, even if a scenario would make it fail: the clock lets it take its own course"
        onClick={work.finish}
      >
        Succeed now
      </Button>
      <Button onClick={work.fail}>Fail with…</Button>
      <Button icon="skip" title="Move the clock until this fax has ended" onClick={work.runOn}>
        Until it ends
      </Button>
      {isSent && <Button onClick={work.cancel}>Cancel</Button>}
    </>
  );
}

/** The kind of a button that is the next step after a fax has ended in this status. Without its file, there is none. */
const kindFor = ({ status, file }: FaxRecord, nextAfter: FaxRecord['status']) =>
  status === nextAfter && file === 'stored' ? 'primary' : 'plain';

const toMissed = (fax: FaxRecord): string => `Send to the ${missedAmong(fax.recipients).length} not reached`;

function resendText(fax: FaxRecord, resends: readonly FaxRecord[]): string {
  const reached = fax.status === 'partialsuccess' ? ', also to those that it has reached' : '';
  const former = resends.map(({ id }) => `fax ${id}`).join(', ');
  return `${former === '' ? 'Send the fax again' : `It was sent again as ${former}. Send it once more`}${fax.recipients.length > 1 ? `, to ${allNumbers(fax)}${reached}` : ''}`;
}

/** The actions for the palette. */
function paletteActions(fax: FaxRecord, work: FaxWork): readonly OpenAction[] {
  const { id, is_test: isTest, direction, file } = fax;
  const onItsWay = isOnItsWay(fax);
  const isSent = direction === 'sent';
  return [
    ...(onItsWay
      ? [
          action(`Let fax ${id} succeed now`, work.finish),
          action(`Fail fax ${id} with…`, work.fail),
          action(`Move the clock until fax ${id} ends`, work.runOn),
        ]
      : []),
    ...(onItsWay && isSent ? [action(`Cancel fax ${id}`, work.cancel)] : []),
    ...(isSent && !onItsWay ? [action(`Resend fax ${id}`, work.resend)] : []),
    ...(!onItsWay && missedAmong(fax.recipients).length > 0
      ? [action(`${toMissed(fax)} by fax ${id}…`, work.sendToMissed)]
      : []),
    ...(file === 'stored' ? [action(`Download fax ${id} as PDF`, () => download(id))] : []),
    action(`Copy the id of fax ${id}`, () => copyText(String(id), 'the id')),
    action(`Copy the curl command of fax ${id}`, async () => copyText(await curlText(id, isTest), 'the command')),
    action(`Copy a summary of fax ${id} in a time zone…`, work.summarize),
    action(`Copy the link to fax ${id}`, () => copyText(location.href, 'the link')),
    action(`Delete fax ${id}…`, work.remove),
  ];
}

const action = (name: string, run: () => unknown): OpenAction => ({ name, run });

const download = async (id: number): Promise<void> => saveFile(await askBlob(`/faxes/${id}/file`), `fax-${id}.pdf`);

async function resend({ id, is_test: isTest, callback_url: url }: FaxRecord): Promise<void> {
  const { data } = await callService(`/v2.1/faxes/${id}/resend`, { isTest });
  const newId = typeof data === 'object' && data !== null && 'id' in data ? asText(data.id) : undefined;
  const told = (await notifiesNobody(url)) ? '. No webhook tells of it, because no callback URL is set' : '';
  toast(`Fax ${id} is sent again as fax ${newId ?? ''}${told}`);
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

function DropDialog({ id, onDone, onClose }: FaxDialogProps & { readonly onDone: () => void }) {
  const drop = async (): Promise<void> => {
    await ask(`/faxes/${id}`, { method: 'PATCH', input: { file_state: 'deleted' } });
    toast(`The file of fax ${id} is deleted`);
    onDone();
  };
  return (
    <FormDialog
      title={`Delete the file of fax ${id}`}
      submit="Delete the file"
      isDanger
      onSubmit={drop}
      onClose={onClose}
    >
      <p class="problem">
        <strong>This removes the pages of the fax</strong>, as when a client deletes the file. The fax stays.
      </p>
      <p>A later resend is refused with 422. Only a rewind or a reset of the world brings the file back.</p>
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
      <p class="problem">
        <strong>This removes the fax and its file</strong> from the world.
      </p>
      <p>A reset of the world brings back the faxes of its fixture.</p>
    </FormDialog>
  );
}
