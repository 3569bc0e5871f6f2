import { useEffect } from 'preact/hooks';
import { isParityId, parityReport } from '../../src/lab/parity/report/sections.ts';
import type { ParityFile } from '../../src/lab/parity/report/sections.ts';
import { Button } from '../ui/button.tsx';
import { go } from '../router.ts';
import { Report, ReportScreen, Verdict } from '../ui/report.tsx';
import { Loading } from '../ui/states.tsx';
import { MigrationViews } from './migration-views.tsx';
import { ReportDrop } from './report-drop.tsx';
import { ReportFiles } from './report-files.ts';
import { ReportStart } from './report-start.tsx';
import { ReportSwitch } from './report-switch.tsx';

const comparisons = new ReportFiles<ParityFile>({
  format: 'faxsim parity',
  version: 1,
  parts: ['runs', 'achieved', 'findings'],
  path: '/parity',
  show: parityReport,
});

/** The comparison of a v2.1 program with its successor, from a file or from the simulator's directory. */
export function Parity() {
  useEffect(comparisons.follow, []);
  const file = comparisons.report.value;
  if (file !== undefined) return <Comparison file={file} />;
  return comparisons.isReading.value ? <Loading what="the report" /> : <NoReport />;
}

const NoReport = () => (
  <ReportStart
    title="Parity"
    views={<MigrationViews />}
    purpose="Both programs run, and what they achieve is compared: proof that the new one does what the old one did."
    command="npx faxsim parity --old 'npm run test:old' --new 'npm run test:new'"
    then="The report appears here when the programs have run in the directory of this simulator."
    tells={{
      Numbers: 'Faxes, files, webhooks and money of both programs, side by side',
      Findings: 'What the new program does differently, with the requests of both',
      Faults: 'Whether both cope with the same faults',
    }}
  >
    <ReportDrop files={comparisons} what="comparison" path="faxsim-parity/report.json" />
  </ReportStart>
);

function Comparison({ file }: { readonly file: ParityFile }) {
  const { marks, summary, sections } = parityReport(file);
  const close = (): void => {
    comparisons.close();
    go({ id: undefined });
  };
  return (
    <ReportScreen
      title="Parity"
      verdict={<Verdict marks={marks} />}
      summary={summary}
      made={file.made}
      actions={
        <>
          <MigrationViews />
          <ReportSwitch files={comparisons} own={comparisons.reopen.value && 'the comparison in the directory'} />
          <Button onClick={close}>Open another</Button>
        </>
      }
    >
      <Report sections={sections} isId={isParityId} made={file.made} />
    </ReportScreen>
  );
}
