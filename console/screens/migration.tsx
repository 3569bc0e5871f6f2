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
import { reportOf } from '../../src/lab/migrate/report.ts';
import type { MigrationReport } from '../../src/lab/migrate/report.ts';
import { migrationReport } from '../../src/lab/migrate/sections.ts';
import { ofConsoleText, ofControlsText } from '../../src/model/shared/words.ts';
import { ask, baseUrl } from '../api.ts';
import { useResource } from '../resource.ts';
import { route, world } from '../router.ts';
import { Report, ReportScreen, Verdict } from '../ui/report.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { MigrationViews } from './migration-views.tsx';
import { Parity } from './parity.tsx';
import { ReportStart } from './report-start.tsx';

/** The changes for a program that moves to v3, and its comparison with the successor. */
export function MigrationScreen() {
  return route.value.query['view'] === 'parity' ? <Parity /> : <Changes />;
}

/** The changes that the program needs, according to its requests so far. */
function Changes() {
  const report = useResource(world.value, readReport, { changedBy: ({ kind }) => kind === 'request' });
  if (report.error !== undefined) return <Failed error={report.error} onRetry={report.reload} />;
  if (report.data === undefined) return <Loading what="the requests" />;
  return report.data.requests === 0 ? <NoRequests report={report.data} /> : <Changed report={report.data} />;
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

function NoRequests({ report }: { readonly report: MigrationReport }) {
  const others = `${ofConsoleText(report.of_console)}${ofControlsText(report.webhooks_of_controls)}`;
  return (
    <ReportStart
      title="Migration"
      views={<MigrationViews />}
      purpose="Run your program of v1, v2 or v2.1 in this world, and see the work that v3 means for it."
      command={`eval "$(npx faxsim env --url ${baseUrl()})"; npm test`}
      then={`The report appears here with the first request of any program of this world${others}. The command npx faxsim migrate -- npm test has a simulator of its own, and prints its report.`}
      tells={{
        Calls: 'Each request that was sent, beside the one that v3 needs',
        Traps: 'Code that still runs with v3, and does something else',
        Gaps: 'Parts of the old API without a counterpart',
        Tasks: 'A list for your board',
      }}
    />
  );
}

function Changed({ report }: { readonly report: MigrationReport }) {
  const { marks, summary, sections } = migrationReport(report);
  return (
    <ReportScreen title="Migration" verdict={<Verdict marks={marks} />} summary={summary} actions={<MigrationViews />}>
      <Report sections={sections} isOfThisWorld />
    </ReportScreen>
  );
}
