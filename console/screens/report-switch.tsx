import { go } from '../router.ts';
import { Button } from '../ui/button.tsx';
import type { ReportFiles } from './report-files.ts';

export type ReportSwitchFiles = Pick<
  ReportFiles<object>,
  'opened' | 'fileName' | 'isClosed' | 'showFile' | 'showLatest'
>;

interface ReportSwitchProps {
  readonly files: ReportSwitchFiles;
  /** The report that is no file: `the report of this world`; undefined without one. */
  readonly own: string | undefined;
}

/** Leads from the report of a file to that of the world or of the directory, and back to the file. */
export function ReportSwitch({ files, own }: ReportSwitchProps) {
  const { value: name } = files.fileName;
  const isFile = files.opened.value !== undefined;
  const show = (change: () => void) => (): void => {
    change();
    go({ id: undefined }); // the address may name a finding of the other report
  };
  return (
    <>
      {isFile && <span class="muted">From the file {name}</span>}
      {own !== undefined && (isFile || files.isClosed.value) && (
        <Button onClick={show(files.showLatest)}>Show {own}</Button>
      )}
      {name !== undefined && !isFile && <Button onClick={show(files.showFile)}>Show the file {name}</Button>}
    </>
  );
}
