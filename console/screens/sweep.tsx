import { pluralize, durationText } from '../format.ts';
import { go, route } from '../router.ts';
import { messageOf } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Field } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Facts, Part } from '../ui/split.tsx';
import { Empty } from '../ui/states.tsx';
import { clearToasts, toast } from '../ui/toast.tsx';
import { readReport, report, showReport, verdicts } from './sweep-report.ts';
import type { SweepReport } from './sweep-report.ts';
import { SweepMatrix } from './sweep-matrix.tsx';
import { SweepRun } from './sweep-run.tsx';

/** The report of a sweep, which the page reads from a file and sends nowhere. */
export function SweepScreen() {
  return report.value === undefined ? <NoReport /> : <Report report={report.value} />;
}

function NoReport() {
  const open = (file: File): void => {
    file
      .text()
      .then((text) => showReport(readReport(file.name, text)))
      .then(clearToasts)
      .catch((error: unknown) => toast(messageOf(error), 'bad'));
  };
  return (
    <Empty title="Find failures that no test has scripted">
      <h1 class="hidden">Sweep</h1>
      <p>A sweep runs your tests once for each fault at each request, fax and webhook of them.</p>
      <Code text="npx faxsim sweep -- npm test" what="the command" />
      <Field label="Report" hint="Drop faxsim-sweep/report.json. It stays in this tab.">
        <input
          type="file"
          class="drop"
          accept=".json,application/json"
          onChange={({ currentTarget: { files } }) => [...(files ?? [])].forEach(open)}
        />
      </Field>
    </Empty>
  );
}

function Report({ report: stored }: { readonly report: SweepReport }) {
  const { results, findings, undone, legend, differences, took_ms: ms, possible } = stored;
  const { id } = route.value;
  const runs = results.filter(({ name }) =>
    id === undefined ? findings.some((finding) => finding.name === name) : name === id,
  );
  const close = (): void => {
    showReport(undefined);
    go({ id: undefined });
  };
  return (
    <article class="detail">
      <header class="list-head">
        <h1>
          Sweep{' '}
          <small>
            {pluralize(results.length, 'run')} in {durationText(ms)}, of {pluralize(possible, 'fault')} at all points
          </small>
        </h1>
        <Button onClick={close}>Open another</Button>
      </header>
      <h2 class="hidden">Verdicts</h2>
      <p class="counts">
        {Object.entries(verdicts).map(([verdict, tone]) => (
          <Badge key={verdict} tone={tone}>
            {`${results.filter((run) => run.verdict === verdict).length} ${verdict}`}
          </Badge>
        ))}
      </p>
      <div class="detail-columns">
        <SweepMatrix runs={results} />
        <div>
          <Part
            title={id === undefined ? pluralize(runs.length, 'finding') : 'Run'}
            actions={id !== undefined && <Link to={{ id: undefined }}>All findings</Link>}
          >
            {id === undefined && runs.length === 0 && <p class="muted">The program copes with every fault.</p>}
            {runs.map((run) => (
              <SweepRun key={run.name} run={run} finding={findings.find(({ name }) => name === run.name)} />
            ))}
          </Part>
          <Lines title="Not done" lines={undone.map(({ point, fault }) => `${fault} at ${point}`)} />
          <Lines title="Left out" lines={differences} />
          <Part title="Verdicts">
            <Facts facts={{ ...legend }} />
          </Part>
        </div>
      </div>
    </article>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Part title={title}>
      <ul class="rows">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Part>
  );
}
