import type {
  ActivityPage,
  FaxHistory,
  FaxList,
  RequestList,
  SettingsRecord,
  WebhookRecord,
  World,
} from '../../src/control/client/named-types.ts';
import { readWorld } from '../../src/lab/migrate/evidence.ts';
import { hasTraffic, reportOf } from '../../src/lab/migrate/report.ts';
import type { MigrationReport } from '../../src/lab/migrate/report.ts';
import { isMigrationId, migrationReport } from '../../src/lab/migrate/sections.ts';
import { ofConsoleText, ofControlsText } from '../../src/model/shared/words.ts';
import { ask, baseUrl } from '../api.ts';
import { useResource } from '../resource.ts';
import { go, route, world } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Report, ReportScreen, Verdict } from '../ui/report.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { MigrationViews } from './migration-views.tsx';
import { Parity } from './parity.tsx';
import { ReportDrop } from './report-drop.tsx';
import { ReportFiles } from './report-files.ts';
import { ReportStart } from './report-start.tsx';
import { ReportSwitch } from './report-switch.tsx';

/** The changes for a program that moves to v3, and its comparison with the successor. */
export function MigrationScreen() {
  return route.value.query['view'] === 'parity' ? <Parity /> : <Changes />;
}

const migrations = new ReportFiles<MigrationReport>({
  format: 'faxsim migrate',
  version: 1,
  parts: ['calls', 'fields', 'traps', 'gaps'],
  show: migrationReport,
});

const ownReport = 'the report of this world';

/** The changes that a program needs: from a file, else according to the requests of the world so far. */
function Changes() {
  const opened = migrations.opened.value;
  return opened === undefined ? <ChangesOfWorld /> : <Changed report={opened} isOfThisWorld={false} />;
}

function ChangesOfWorld() {
  const report = useResource(world.value, readReport, { changedBy: ({ kind }) => kind === 'request' });
  if (report.error !== undefined) return <Failed error={report.error} onRetry={report.reload} />;
  if (report.data === undefined) return <Loading what="the requests" />;
  const isEmpty = !hasTraffic(report.data);
  if (isEmpty || migrations.isClosed.value) return <Start report={report.data} isEmpty={isEmpty} />;
  return <Changed report={report.data} isOfThisWorld />;
}

async function readReport(signal: AbortSignal): Promise<MigrationReport> {
  const evidence = await readWorld({
    worlds: { show: () => ask<World>('/world', { signal }) },
    requests: { list: (input) => ask<RequestList>('/requests', { input: { ...input }, signal }) },
    webhooks: { list: (input) => ask<WebhookRecord[]>('/webhooks', { input: { ...input }, signal }) },
    faxes: {
      list: (input) => ask<FaxList>('/faxes', { input: { ...input }, signal }),
      history: ({ id }) => ask<FaxHistory>(`/faxes/${id}/history`, { signal }),
    },
    activity: { list: (input) => ask<ActivityPage>('/activity/entries', { input: { ...input }, signal }) },
    settings: { show: () => ask<SettingsRecord>('/settings', { signal }) },
  });
  return reportOf([evidence]);
}

interface StartProps {
  readonly report: MigrationReport;
  /** Whether the world has no request yet. */
  readonly isEmpty: boolean;
}

function Start({ report, isEmpty }: StartProps) {
  const others = `${ofConsoleText(report.of_console)}${ofControlsText(report.webhooks_of_controls)}`;
  return (
    <ReportStart
      title="Migration"
      views={<MigrationViews />}
      purpose="Run your program of v1, v2 or v2.1 in this world, and see the work that v3 means for it."
      command={`eval "$(npx faxsim env --url ${baseUrl()})"; npm test`}
      then={`The report appears here with the first request of any program of this world${others}.`}
      tells={{
        Traps: 'Code that still runs with v3, and does something else',
        Gaps: 'Parts of the old API without a counterpart',
        Tasks: 'A list for your board',
        Calls: 'Each request that was sent, beside the one that v3 needs',
      }}
    >
      <p>
        <code>npx faxsim migrate --html report.html -- npm test</code> runs a program in a simulator of its own, so it
        adds nothing to this world. Open its report.json here.
      </p>
      <ReportDrop
        files={migrations}
        own={isEmpty ? undefined : ownReport}
        what="migration"
        path="report.json of faxsim migrate"
      />
    </ReportStart>
  );
}

function Changed({ report, isOfThisWorld }: { readonly report: MigrationReport; readonly isOfThisWorld: boolean }) {
  const { marks, summary, sections } = migrationReport(report);
  const close = (): void => {
    migrations.close();
    go({ id: undefined });
  };
  return (
    <ReportScreen
      title="Migration"
      verdict={<Verdict marks={marks} />}
      summary={summary}
      made={report.made}
      actions={
        <>
          <MigrationViews />
          <ReportSwitch files={migrations} own={ownReport} />
          <Button onClick={close}>{isOfThisWorld ? 'Open a report' : 'Open another'}</Button>
        </>
      }
    >
      <Report sections={sections} isId={isMigrationId} made={report.made} isOfThisWorld={isOfThisWorld} />
    </ReportScreen>
  );
}
