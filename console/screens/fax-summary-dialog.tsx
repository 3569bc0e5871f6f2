import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { useContext, useEffect, useState } from 'preact/hooks';
import { Code } from '../ui/code.tsx';
import { copyText } from '../ui/copy.tsx';
import { Field, FormDialog } from '../ui/dialog.tsx';
import { FaultContext } from '../ui/field.tsx';
import type { KnownSurroundings } from './fax-data.ts';
import { summaryOf } from './fax-summary.ts';
import { keepZone, keptZone, knownZone, shortZone, timesIn, zoneFault, zoneNames } from './summary-zone.ts';

interface SummaryDialogProps {
  readonly fax: FaxRecord;
  readonly known: KnownSurroundings;
  readonly onClose: () => void;
}

/** The dialog that chooses the zone of a summary, shows the text, and copies it. An unknown zone has no text. */
export function SummaryDialog({ fax, known, onClose }: SummaryDialogProps) {
  const [typed, setTyped] = useState(keptZone);
  const zone = knownZone(typed);
  const text = useSummary(fax, known, zone);
  const copy = async (): Promise<void> => {
    if (zone === undefined) throw new Error(zoneFault(typed));
    keepZone(zone);
    await copyText(await summaryOf(fax, known, timesIn(zone)), 'the summary');
  };
  return (
    <FormDialog
      title={`Summary of fax ${fax.id}`}
      submit="Copy"
      onSubmit={copy}
      onClose={onClose}
      beside={
        <div class="summary-preview">
          {zone === undefined && <p>No summary: choose a time zone first.</p>}
          {text !== undefined && <Code what="the summary" text={text} />}
        </div>
      }
    >
      <Field
        label="Time zone"
        hint={`A large city, an abbreviation or an offset, such as Chicago, CST or +05:30; empty: that of this page, ${shortZone('')}. This browser keeps it for further summaries.`}
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
      <FaultAtOnce typed={typed} />
      <datalist id="time-zones">
        {zoneNames().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FormDialog>
  );
}

/** The summary in a zone; undefined while it is read, and for an unknown zone. */
function useSummary(fax: FaxRecord, known: KnownSurroundings, zone: string | undefined): string | undefined {
  const [read, setRead] = useState<{ readonly zone: string; readonly text: string }>();
  useEffect(() => {
    let isGone = false;
    if (zone !== undefined) {
      void Promise.resolve(summaryOf(fax, known, timesIn(zone))).then((text) => isGone || setRead({ zone, text }));
    }
    return () => void (isGone = true);
  }, [zone, fax, ...Object.values(known)]);
  return read?.zone === zone ? read?.text : undefined;
}

/** Shows the fault of the zone while it is typed. Other fields show theirs when the form is sent. */
function FaultAtOnce({ typed }: { readonly typed: string }) {
  const faults = useContext(FaultContext);
  const fault = zoneFault(typed);
  useEffect(() => {
    faults.value = { ...faults.value, zone: fault === '' ? undefined : fault };
  }, [typed]);
  return null;
}
