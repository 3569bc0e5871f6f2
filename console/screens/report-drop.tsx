import { useState } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { Field } from '../ui/dialog.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { clearToasts } from '../ui/toast.tsx';
import type { ReportFiles } from './report-files.ts';
import { ReportSwitch } from './report-switch.tsx';
import type { ReportSwitchFiles } from './report-switch.tsx';

interface ReportDropProps {
  readonly files: Pick<ReportFiles<object>, 'open' | 'reopen'> & ReportSwitchFiles;
  /** The report of the world, which can be shown; undefined for that of the directory. */
  readonly own?: string | undefined;
  /** The word for a closed report: `sweep`. */
  readonly what: string;
  /** The path of a report file: `faxsim-sweep/report.json`. */
  readonly path: string;
}

/** A way back to the closed report, and a drop area for the report.json of another directory. */
export function ReportDrop({ files, own, what, path }: ReportDropProps) {
  const reopen = files.reopen.value;
  const [fault, setFault] = useState<string>();
  const open = (file: File): void => {
    setFault(undefined);
    file
      .text()
      .then((text) => files.open(file.name, text))
      .then(clearToasts)
      .catch((error: unknown) => setFault(messageOf(error)));
  };
  return (
    <>
      <ReportSwitch files={files} own={own ?? (reopen && `the latest ${what}`)} />
      <Field label="Report" hint={`Or drop ${reopen === undefined ? 'a' : 'another'} ${path}. It stays in this tab.`}>
        <FileInput accept=".json,application/json" onFiles={(chosen) => chosen.forEach(open)} />
      </Field>
      {fault !== undefined && (
        <p class="problem" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
