import { Button } from '../ui/button.tsx';
import { Field } from '../ui/dialog.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { clearToasts, toastFailure } from '../ui/toast.tsx';
import type { ReportFiles } from './report-files.ts';

interface ReportDropProps {
  readonly files: Pick<ReportFiles<object>, 'open' | 'reopen'>;
  /** The word for a closed report: `sweep`. */
  readonly what: string;
  /** The path of a report file: `faxsim-sweep/report.json`. */
  readonly path: string;
}

/** A way back to the closed report, and a drop area for the report.json of another directory. */
export function ReportDrop({ files, what, path }: ReportDropProps) {
  const reopen = files.reopen.value;
  const open = (file: File): void => {
    file
      .text()
      .then((text) => files.open(file.name, text))
      .then(clearToasts)
      .catch(toastFailure);
  };
  return (
    <>
      {reopen !== undefined && <Button onClick={reopen}>Show the latest {what}</Button>}
      <Field label="Report" hint={`Or drop ${reopen === undefined ? 'a' : 'another'} ${path}. It stays in this tab.`}>
        <FileInput accept=".json,application/json" onFiles={(chosen) => chosen.forEach(open)} />
      </Field>
    </>
  );
}
