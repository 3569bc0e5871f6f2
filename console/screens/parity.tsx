import { useEffect } from 'preact/hooks';
import type { parityJson } from '../../src/lab/parity/report/json.ts';
import { durationText, pluralize } from '../format.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Facts, Part } from '../ui/split.tsx';
import { ReportDrop } from './report-drop.tsx';
import { ReportFiles } from './report-files.ts';
import { ReportStart } from './report-start.tsx';

/** The report as `report.json` has it. */
type ParityReport = WithRemarks<ReturnType<typeof parityJson>>;

/** Earlier reports have no remarks. */
type WithRemarks<T extends { readonly remarks: unknown }> = Omit<T, 'remarks'> & Partial<Pick<T, 'remarks'>>;

const comparisons = new ReportFiles<ParityReport>({ format: 'faxsim parity', version: 1, path: '/parity' });

/** The comparison of a program of v2.1 with its successor: that of a file, or of the directory in which the simulator runs. */
export function Parity() {
  useEffect(comparisons.follow, []);
  const report = comparisons.report.value;
  return report === undefined ? <NoReport /> : <Report report={report} />;
}

function NoReport() {
  const reopen = comparisons.reopen.value;
  return (
    <ReportStart
      title="Parity"
      purpose="Both programs run, and what they achieve is compared: proof that the new one does what the old one did."
      command="npx faxsim parity --old 'npm run test:old' --new 'npm run test:new'"
      then="The report appears here when the programs have run in the directory of this simulator."
      tells={{
        Achieved: 'Faxes, files, webhooks and money of both programs, side by side',
        Findings: 'What the new program does differently, with the requests of both',
        Faults: 'Whether both cope with the same faults',
      }}
    >
      {reopen !== undefined && <Button onClick={reopen}>Show the latest comparison</Button>}
      <ReportDrop files={comparisons} path="faxsim-parity/report.json" />
    </ReportStart>
  );
}

function Report({ report }: { readonly report: ParityReport }) {
  const { achieved, findings, remarks = [], faults, left_out: noise, runs, took_ms: ms } = report;
  const ran = `${pluralize(runs.old, 'run')} of the old program, ${runs.new} of the new one, in ${durationText(ms)}`;
  return (
    <article class="detail">
      <header class="list-head">
        <h1>
          Parity <small>{ran}</small>
        </h1>
        <Button onClick={comparisons.close}>Open another</Button>
      </header>
      <h2 class="hidden">Report</h2>
      <div class="detail-columns migration-columns">
        <Part title="Achieved">
          <Achieved achieved={achieved} />
          {noise.length > 0 && <Facts facts={{ 'Left out': noise.map((what) => <div key={what}>{what}</div>) }} />}
        </Part>
        <div>
          <Part title={pluralize(findings.length, 'finding')}>
            {findings.length === 0 && <p class="muted">The new program achieves what the old one does.</p>}
            {findings.map((finding) => (
              <Difference key={finding.sentence} finding={finding} />
            ))}
          </Part>
          {remarks.length > 0 && (
            <Part title="To look at">
              {remarks.map((remark) => (
                <Difference key={remark.sentence} finding={remark} />
              ))}
            </Part>
          )}
          {faults !== null && <Faults faults={faults} />}
        </div>
      </div>
    </article>
  );
}

function Achieved({ achieved: { old, new: now } }: Pick<ParityReport, 'achieved'>) {
  return (
    <table class="achieved">
      <thead>
        <tr>
          <td />
          <th scope="col">old</th>
          <th scope="col">new</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(old).map(([name, value]) => (
          <tr key={name} class={value === now[name] ? undefined : 'differs'}>
            <th scope="row">{name}</th>
            <td>{value}</td>
            <td>{now[name]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Findings of earlier reports have none that follow from them. */
type Shown = Partial<ParityReport['findings'][number]> & Omit<ParityReport['findings'][number], 'follows'>;

function Difference({ finding: { kind, sentence, old, new: now, follows = [] } }: { finding: Shown }) {
  const consequences = follows.map((one) => <div key={one.sentence}>{`${one.kind}: ${one.sentence}`}</div>);
  return (
    <section class="active-scenario sweep-run">
      <h4>
        <Badge tone="bad">{kind}</Badge>
      </h4>
      <p>{sentence}.</p>
      {follows.length > 0 && <Facts facts={{ 'It follows': consequences }} />}
      <Facts facts={{ Old: <Calls calls={old} />, New: <Calls calls={now} /> }} />
    </section>
  );
}

const Calls = ({ calls }: { readonly calls: readonly string[] }) => (
  <>
    {(calls.length === 0 ? ['no request'] : calls).map((text) => (
      <div key={text}>
        <code>{text}</code>
      </div>
    ))}
  </>
);

/** The faults with which the new program copes worse than the old one. */
function Faults({ faults }: { readonly faults: NonNullable<ParityReport['faults']> }) {
  const { runs, worse, not_compared: notCompared } = faults;
  return (
    <Part title={`Copes worse with ${pluralize(worse.length, 'fault')}`}>
      <p class="muted">{`${pluralize(runs.old, 'run')} of the old program with a fault, ${runs.new} of the new one`}</p>
      {notCompared > 0 && (
        <p class="muted">{`${pluralize(notCompared, 'fault')} not compared, since --budget ended before`}</p>
      )}
      {worse.map(({ name, fault, says, point, verdict, because, old }) => (
        <section key={name} class="active-scenario sweep-run">
          <h4>
            <Badge tone="bad">{verdict}</Badge> {fault} at {point}
          </h4>
          <p>{[says, ...because].join('. ')}.</p>
          <Facts facts={{ 'The old program': old ?? 'makes no such request' }} />
          <Code text={`npx faxsim sweep --only ${name}`} what="the option that shows it again, with the new program" />
        </section>
      ))}
    </Part>
  );
}
