import { useState } from 'preact/hooks';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { ask, fileInput } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { usefulText } from '../form-text.ts';
import { useResource } from '../resource.ts';
import { go, world } from '../router.ts';
import { Field, FormDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { ErrorField, FileField, fileOf, useErrors } from './fax-fields.tsx';

/** A dialog in which a caller sends a fax to the account. */
export function ReceiveForm({ onClose }: { readonly onClose: () => void }) {
  const errors = useErrors('received');
  const receive = async (form: FormData): Promise<void> => {
    const file = fileOf(form);
    const to = usefulText(form, 'to');
    const input = {
      from: usefulText(form, 'from'),
      to: to === otherNumber ? usefulText(form, 'to_number') : to,
      caller_name: usefulText(form, 'caller_name'),
      pages: usefulText(form, 'pages'),
      error: usefulText(form, 'error'),
      file: file && (await fileInput(file)),
    };
    const { fax, blocked_by: rule } = await ask<AnswerOf<'simulate', 'receive'>>('/receive', { method: 'POST', input });
    if (fax === null) toast(`Blocking rule ${rule ?? ''} rejected the call`, 'bad');
    else go({ screen: 'faxes', id: String(fax.id) });
  };
  return (
    <FormDialog title="Receive a fax" submit="Receive" draft="receive" onSubmit={receive} onClose={onClose}>
      <p>A caller sends a fax to this account. Empty fields are filled in.</p>
      <FileField hint="PDF, picture, text or HTML. Without a file, a document is made." />
      <Field label="From">
        <input name="from" type="tel" placeholder="+12025550123" autocomplete="off" />
      </Field>
      <ToField />
      <Field label="Caller name">
        <input name="caller_name" autocomplete="off" />
      </Field>
      <Field label="Pages" hint="Of a document that is made">
        <input name="pages" type="number" min="1" max="1000" />
      </Field>
      <ErrorField label="The call" none="Succeeds" errors={errors} />
    </FormDialog>
  );
}

interface OwnNumber {
  readonly number: string;
  readonly city: string | null;
  readonly state: string | null;
  readonly ata_name: string | null;
}

/** The value of the choice of a number that is not one of the account's. */
const otherNumber = 'other';

/** A number of the account, or any other. */
function ToField() {
  const [isOther, setOther] = useState(false);
  const numbers = useResource(world.value, (signal) =>
    ask<readonly OwnNumber[]>('/records/phone_numbers', { input: { limit: 500 }, signal }),
  );
  return (
    <>
      <Field label="To">
        <select name="to" onChange={(event) => setOther(event.currentTarget.value === otherNumber)}>
          <option value="">Any number of the account</option>
          {numbers.data?.map(({ number, city, state, ata_name: ata }) => (
            <option key={number} value={number}>
              {[phoneText(number), ata ?? [city, state].filter(Boolean).join(', ')].filter(Boolean).join(' · ')}
            </option>
          ))}
          <option value={otherNumber}>Another number…</option>
        </select>
      </Field>
      {isOther && (
        <Field label="Number">
          <input name="to_number" type="tel" placeholder="+12025550123" autocomplete="off" required />
        </Field>
      )}
    </>
  );
}
