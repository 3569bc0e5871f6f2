import type { FaxRecord, FaxStep } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { Field, FormDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { ErrorSearch } from './error-search.tsx';
import { asNumber } from '../../src/model/shared/conversion.ts';

interface FailDialogProps {
  readonly fax: FaxRecord;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The dialog that ends a fax with an error, now or on one of its pages. */
export function FailDialog({ fax, onDone, onClose }: FailDialogProps) {
  const { id } = fax;
  const pages = pagesOf(fax);
  const fail = async (form: FormData): Promise<void> => {
    const page = asNumber(form.get('page') ?? 0);
    if (page > 0) await moveToEndOf(await converted(fax), page);
    await ask(`/faxes/${id}/finish`, { method: 'POST', input: { status: 'failure', error: form.get('error') } });
    toast(`Fax ${id} failed`);
    onDone();
  };
  return (
    <FormDialog title={`Fail fax ${id}`} submit="Fail" isDanger onSubmit={fail} onClose={onClose}>
      <p>The fax ends with this error, and the webhook is delivered.</p>
      <ErrorSearch />
      {fax.direction === 'sent' && (
        <Field
          label="On page"
          hint={`${pages === 0 ? '' : `Of ${pages}. `}The clock moves to the end of that page. Empty: at once.`}
        >
          <input name="page" type="number" min="1" max={pages === 0 ? undefined : pages} />
        </Field>
      )}
    </FormDialog>
  );
}

const pagesOf = ({ pages, document_pages: converted }: FaxRecord): number => Math.max(pages, converted);

/** The fax after its conversion, to which the clock is moved, so that the number of pages is known. */
async function converted(fax: FaxRecord): Promise<FaxRecord> {
  if (pagesOf(fax) > 0 || fax.due === null) return fax;
  await ask('/clock', { method: 'POST', input: { set: fax.due.at } });
  return ask<FaxRecord>(`/faxes/${fax.id}`);
}

/** Moves the clock to just before the step that follows a page. Without webhooks for pages, pages share the time of the call. */
async function moveToEndOf(fax: FaxRecord, page: number): Promise<void> {
  const { id, due } = fax;
  const pages = pagesOf(fax);
  if (page > pages) throw new Error(`The page must be at most ${pages}: fax ${id} has no more`);
  const steps = await ask<readonly FaxStep[]>(`/faxes/${id}/forecast`);
  const next = steps[steps.findIndex(({ summary }) => summary.startsWith(`transmits page ${page} of`)) + 1];
  const isPaged = steps.some(({ step }) => step === 'page');
  const from = Date.parse(steps.find(({ step }) => step === 'answer')?.at ?? due?.at ?? '');
  const end = Date.parse(steps.find(({ step }) => step === 'hangup')?.at ?? '');
  const at = isPaged && next !== undefined ? Date.parse(next.at) : from + ((end - from) * page) / pages;
  if (!Number.isFinite(at)) throw new Error(`Fax ${id} transmits no such page any more`);
  await ask('/clock', { method: 'POST', input: { set: new Date(Math.floor(at) - 1).toISOString() } });
}
