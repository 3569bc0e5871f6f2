import type {
  FaxList,
  RequestList,
  SettingsRecord,
  WebhookRecord,
  World,
} from '../../src/control/client/named-types.ts';
import { readWorld } from '../../src/lab/migrate/evidence.ts';
import { reportOf } from '../../src/lab/migrate/report.ts';
import type { CallReport, MigrationReport } from '../../src/lab/migrate/report.ts';
import {
  boardTexts,
  callTitle,
  fieldTexts,
  neededTexts,
  parameterTexts,
  requestLine,
  sentTexts,
  summaryOf,
} from '../../src/lab/migrate/text.ts';
import { ask } from '../api.ts';
import { useResource } from '../resource.ts';
import { route, world } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/badge.tsx';
import { Code } from '../ui/code.tsx';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { ViewSwitch } from '../ui/view-switch.tsx';
import { Parity } from './parity.tsx';
import { ReportStart } from './report-start.tsx';

/** The work for the program that moves to v3, and the proof that its successor does the same. */
export function MigrationScreen() {
  return (
    <>
      <div class="list-head">
        <ViewSwitch label="Before and after the migration" name="view" words={['Changes', 'Parity']} />
      </div>
      {route.value.query['view'] === 'parity' ? <Parity /> : <Changes />}
    </>
  );
}

/** The changes that the program of this world needs, by its requests so far. */
function Changes() {
  const report = useResource(world.value, readReport, { changedBy: ({ kind }) => kind === 'request' });
  if (report.error !== undefined) return <Failed error={report.error} onRetry={report.reload} />;
  if (report.data === undefined) return <Loading what="the requests" />;
  return report.data.requests === 0 ? <NoRequests /> : <Report report={report.data} />;
}

async function readReport(signal: AbortSignal): Promise<MigrationReport> {
  const evidence = await readWorld({
    worlds: { show: () => ask<World>('/world', { signal }) },
    requests: { list: (input) => ask<RequestList>('/requests', { input: { ...input }, signal }) },
    webhooks: { list: (input) => ask<WebhookRecord[]>('/webhooks', { input: { ...input }, signal }) },
    faxes: { list: (input) => ask<FaxList>('/faxes', { input: { ...input }, signal }) },
    settings: { show: () => ask<SettingsRecord>('/settings', { signal }) },
  });
  return reportOf([evidence]);
}

function NoRequests() {
  return (
    <ReportStart
      title="Migration"
      purpose="Run your program of v1, v2 or v2.1 in this world, and see the work that v3 means for it."
      command="npx faxsim migrate -- npm test"
      then="The report appears here with the first request, from the command or from any program of this world."
      tells={{
        Calls: 'Each request that was sent, beside the one that v3 needs',
        Traps: 'Code that still runs with v3, and does something else',
        Gaps: 'Parts of the old API without a counterpart',
        Tasks: 'A list for your board',
      }}
    />
  );
}

function Report({ report }: { readonly report: MigrationReport }) {
  const { calls, fields, webhooks } = report;
  return (
    <article class="detail">
      <header class="list-head">
        <h1>
          Migration <small>{summaryOf(report)}</small>
        </h1>
      </header>
      <div class="detail-columns migration-columns">
        <div>
          <h2 class="hidden">Calls</h2>
          {calls.map((call) => (
            <Call key={call.operation} call={call} />
          ))}
          {webhooks !== null && (
            <Part title={`Webhooks, ${webhooks.count}`}>
              <p>
                {webhooks.taken} taken, to {webhooks.urls.join(', ')}
              </p>
            </Part>
          )}
          <Part title="Parameters">
            <Lines texts={parameterTexts(calls)} />
          </Part>
          {fields.length > 0 && (
            <Part title="Fields that the program got">
              <p>* marks those whose use later requests show.</p>
              <Lines texts={fieldTexts(fields)} />
            </Part>
          )}
        </div>
        <Findings report={report} />
      </div>
    </article>
  );
}

function Findings({ report }: { readonly report: MigrationReport }) {
  const { traps, gaps, mistakes, tasks } = report;
  return (
    <div>
      <h2 class="hidden">Findings</h2>
      <Part title="Traps, the most harmful first">
        {traps.map(({ id, title, certainty, because, harm, todo }) => (
          <Finding key={id} title={title} tone={certainty === 'shown' ? 'bad' : 'waiting'} mark={certainty}>
            {[because, `${harm}. ${todo}`]}
          </Finding>
        ))}
      </Part>
      {gaps.length > 0 && (
        <Part title="Without a counterpart">
          {gaps.map(({ what, because, instead }) => (
            <Finding key={what} title={what} tone="bad" mark="gone">
              {[because, instead]}
            </Finding>
          ))}
        </Part>
      )}
      {mistakes.length > 0 && (
        <Part title="Mistakes in requests of v3">
          {mistakes.map(({ what, because, message }) => (
            <Finding key={`${what} ${message}`} title={what} tone="bad" mark="mistake">
              {[because, message]}
            </Finding>
          ))}
        </Part>
      )}
      <Part title="For your board">
        <Code text={boardText(tasks)} what="the list" />
      </Part>
    </div>
  );
}

const boardText = (tasks: MigrationReport['tasks']): string =>
  boardTexts(tasks)
    .map((text) => `- [ ] ${text}`)
    .join('\n');

/** The request that was sent beside the one that v3 needs. */
function Call({ call }: { readonly call: CallReport }) {
  const { sent, needed, todo, to } = call;
  const old = [`${sent.method} ${sent.path}`, ...sentTexts(sent.params)].join('\n');
  const requests = needed.map((one) => [requestLine(one), ...neededTexts(one)].join('\n'));
  const next = requests.length === 0 ? (to ?? 'no counterpart') : requests.join('\n\n');
  return (
    <Part title={callTitle(call)}>
      <div class="pair">
        <Code text={old} what="the request that was sent" />
        <Code text={next} what="the request of v3" />
      </div>
      {todo !== '' && to !== null && <p>{todo}.</p>}
    </Part>
  );
}

function Lines({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul class="rows">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

interface FindingProps {
  readonly title: string;
  readonly tone: Tone;
  readonly mark: string;
  readonly children: readonly string[];
}

function Finding({ title, tone, mark, children }: FindingProps) {
  return (
    <section class="active-scenario sweep-run">
      <h4>
        <Badge tone={tone}>{mark}</Badge> {title}
      </h4>
      {children.map((sentence) => (
        <p key={sentence}>{sentence}.</p>
      ))}
    </section>
  );
}
