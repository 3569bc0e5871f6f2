import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { useEffect, useState } from 'preact/hooks';
import { Code } from '../ui/code.tsx';
import { copyText } from '../ui/copy.tsx';
import { Field, FormDialog } from '../ui/dialog.tsx';
import type { KnownSurroundings } from './fax-data.ts';
import { summaryOf } from './fax-summary.ts';
import { keepZone, keptZone, knownZone, shortZone, timesIn, zoneFault, zoneNames } from './summary-zone.ts';

interface SummaryDialogProps {
  readonly fax: FaxRecord;
  readonly known: KnownSurroundings;
  readonly onClose: () => void;
}

/** The dialog that chooses the zone of a summary, shows the text, and copies it. */
export function SummaryDialog({ fax, known, onClose }: SummaryDialogProps) {
  const [typed, setTyped] = useState(keptZone);
  const [text, setText] = useState('');
  const zone = knownZone(typed);
  useEffect(() => {
    let isGone = false;
    if (zone !== undefined) {
      void Promise.resolve(summaryOf(fax, known, timesIn(zone))).then((read) => isGone || setText(read));
    }
    return () => void (isGone = true);
  }, [zone, fax, ...Object.values(known)]);
  const copy = async (): Promise<void> => {
    keepZone(zone ?? '');
    await copyText(await summaryOf(fax, known, timesIn(zone ?? '')), 'the summary');
  };
  return (
    <FormDialog
      title={`Summary of fax ${fax.id}`}
      submit="Copy"
      onSubmit={copy}
      onClose={onClose}
      beside={<Code what="the summary" text={text} />}
    >
      <Field
        label="Time zone"
        hint={`A name or a city, such as Chicago; empty: that of this page, ${shortZone('')}. This browser keeps it for further summaries.`}
      >
        <input
          name="zone"
          list="time-zones"
          autocomplete="off"
          spellcheck={false}
          placeholder={shortZone('')}
          value={typed}
          onInput={({ currentTarget }) => {
            currentTarget.setCustomValidity(zoneFault(currentTarget.value));
            setTyped(currentTarget.value);
          }}
        />
      </Field>
      <datalist id="time-zones">
        {zoneNames().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FormDialog>
  );
}
