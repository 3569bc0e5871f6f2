import type { ClockState, FaxRecord, FaxStep } from '../../src/control/client/named-types.ts';
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
    if (page > 0) await moveToEndOf(fax, page);
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

/** Moves the clock to just before the step that follows a page, once that page is known to exist. */
async function moveToEndOf({ id }: FaxRecord, page: number): Promise<void> {
  const steps = await ask<readonly FaxStep[]>(`/faxes/${id}/forecast`);
  const pages = steps.find((step) => step.pages !== null)?.pages ?? undefined;
  if (pages === undefined) {
    const reason = 'are unknown before its URL is fetched: first step the clock to its conversion';
    throw new Error(`The pages of fax ${id} ${reason}`);
  }
  if (page > pages) throw new Error(`The page must be at most ${pages}: fax ${id} has no more`);
  const end = steps.flatMap((step) => step.page_ends).find((one) => one.page === page);
  if (end === undefined) throw new Error(`Fax ${id} transmits no page ${page} any more`);
  const { now: present } = await ask<ClockState>('/clock');
  if (end.at <= present) throw new Error(`Fax ${id} has already transmitted page ${page}`);
  const lastMs = Date.parse(end.at) - 1;
  if (lastMs > Date.parse(present))
    await ask('/clock', { method: 'POST', input: { set: new Date(lastMs).toISOString() } });
}
