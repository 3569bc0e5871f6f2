import { scenarioText } from '../src/model/shared/scenario-text.ts';
import type { ComponentType } from 'preact';
import { useMemo } from 'preact/hooks';
import { route } from './router.ts';
import type { ScreenName } from './routes.ts';
import { FaxForms } from './screens/fax-forms.tsx';
import { NoScreen } from './screens/not-found.tsx';
import { useScenarios } from './screens/scenario-data.ts';
import { open as webhookDialog } from './screens/webhook-dialog.ts';
import type { IconName } from './ui/icon.tsx';
import { lazy } from './ui/lazy.tsx';
import { Split } from './ui/split.tsx';
import { Empty } from './ui/states.tsx';
import { isTable } from './ui/table.tsx';

// Screens that are loaded on demand, because most visits do not open them.
const ActivityScreen = lazy('the activity', async () => (await import('./screens/activity-stream.tsx')).ActivityScreen);
const ClockScreen = lazy('the clock', async () => (await import('./screens/clock.tsx')).ClockScreen);
const ConnectScreen = lazy('the clients', async () => (await import('./screens/connect.tsx')).ConnectScreen);
const EvidenceScreen = lazy('the evidence', async () => (await import('./screens/evidence.tsx')).EvidenceScreen);
const GuidesScreen = lazy('the guides', async () => (await import('./screens/guides.tsx')).GuidesScreen);
const ExplorerScreen = lazy('the explorer', async () => (await import('./screens/explorer.tsx')).ExplorerScreen);
const MigrationScreen = lazy('the report', async () => (await import('./screens/migration.tsx')).MigrationScreen);
const OverviewScreen = lazy('the overview', async () => (await import('./screens/overview.tsx')).OverviewScreen, {
  style: 'first',
});
const SettingsScreen = lazy('the settings', async () => (await import('./screens/settings.tsx')).SettingsScreen);
const SweepScreen = lazy('the sweep', async () => (await import('./screens/sweep.tsx')).SweepScreen);
const WorldsScreen = lazy('the worlds', async () => (await import('./screens/worlds.tsx')).WorldsScreen);

// Parts of screens that are loaded on demand.
const WebhookList = lazy('the webhooks', async () => (await import('./screens/webhook-list.tsx')).WebhookList);
const WebhookHead = lazy('the head', async () => (await import('./screens/webhook-list.tsx')).WebhookHead);
const Endpoints = lazy('the endpoints', async () => (await import('./screens/webhook-endpoints.tsx')).Endpoints);
const FaxList = lazy('the faxes', async () => (await import('./screens/fax-list.tsx')).FaxList);
const FaxDetail = lazy('the fax', async () => (await import('./screens/fax-detail.tsx')).FaxDetail);
const WebhookDetail = lazy('the webhook', async () => (await import('./screens/webhook-detail.tsx')).WebhookDetail);
const WebhookForms = lazy('the form', async () => (await import('./screens/webhook-forms.tsx')).WebhookForms);
const RequestList = lazy('the requests', async () => (await import('./screens/request-list.tsx')).RequestList);
const RequestDetail = lazy('the request', async () => (await import('./screens/request-detail.tsx')).RequestDetail);
const ScenarioList = lazy('the scenarios', async () => (await import('./screens/scenario-list.tsx')).ScenarioList);
const ScenarioDetail = lazy('the scenario', async () => (await import('./screens/scenario-detail.tsx')).ScenarioDetail);
const ScenarioEditor = lazy('the editor', async () => (await import('./screens/scenario-editor.tsx')).ScenarioEditor);

export interface Screen {
  readonly title: string;
  readonly icon: IconName;
  /** The letter that opens the screen after `g`. */
  readonly letter: string;
  readonly content: ComponentType;
}

/** The screen for an unknown address. */
export const noScreen = { title: 'No such screen', content: NoScreen };

/** The screens, in the order of the navigation. A new one also needs its name in `routes.ts`. */
export const screens: Readonly<Record<ScreenName, Screen>> = {
  overview: { title: 'Overview', icon: 'overview', letter: 'v', content: OverviewScreen },
  faxes: { title: 'Faxes', icon: 'fax', letter: 'f', content: FaxesScreen },
  webhooks: { title: 'Webhooks', icon: 'webhook', letter: 'w', content: WebhooksScreen },
  requests: { title: 'Requests', icon: 'request', letter: 'r', content: RequestsScreen },
  activity: { title: 'Activity', icon: 'activity', letter: 'y', content: ActivityScreen },
  scenarios: { title: 'Scenarios', icon: 'scenario', letter: 's', content: ScenariosScreen },
  sweep: { title: 'Sweep', icon: 'sweep', letter: 'p', content: SweepScreen },
  migration: { title: 'Migration', icon: 'migration', letter: 'm', content: MigrationScreen },
  clock: { title: 'Clock', icon: 'clock', letter: 't', content: ClockScreen },
  worlds: { title: 'Worlds', icon: 'world', letter: 'o', content: WorldsScreen },
  settings: { title: 'Settings', icon: 'settings', letter: 'n', content: SettingsScreen },
  connect: { title: 'Connect', icon: 'connect', letter: 'c', content: ConnectScreen },
  explorer: { title: 'API', icon: 'api', letter: 'a', content: ExplorerScreen },
  evidence: { title: 'Evidence', icon: 'evidence', letter: 'e', content: EvidenceScreen },
  guides: { title: 'Guides', icon: 'guide', letter: 'd', content: GuidesScreen },
};

/** All faxes of the world beside the chosen one. */
function FaxesScreen() {
  const { id } = route.value;
  const list = useMemo(() => <FaxList />, []);
  return (
    <>
      <Split
        list={list}
        isTable={isTable.value}
        detail={id === undefined ? undefined : <FaxDetail key={id} id={id} />}
        detailLabel={id === undefined ? 'Fax' : `Fax ${id}`}
        placeholder={
          <Empty title="Choose a fax">
            <p>Its pages, its timeline and its recipients are shown here.</p>
          </Empty>
        }
      />
      <FaxForms />
    </>
  );
}

/** The delivery log beside the chosen webhook, or the URLs that it goes to. */
function WebhooksScreen() {
  const { id, query } = route.value;
  const list = useMemo(() => <WebhookList />, []);
  const isEndpoints = id === undefined && query['view'] === 'endpoints';
  return (
    <>
      {isEndpoints ? (
        <div class="stream">
          <WebhookHead>Webhooks</WebhookHead>
          <Endpoints />
        </div>
      ) : (
        <Split
          list={list}
          isTable={isTable.value}
          detail={id === undefined ? undefined : <WebhookDetail key={id} id={id} />}
          detailLabel={id === undefined ? 'Webhook' : `Webhook ${id}`}
          placeholder={
            <Empty title="Choose a webhook">
              <p>
                What was sent, what your application answered, why an attempt failed, and how the signature is computed
                are shown here. <kbd>j</kbd> and <kbd>k</kbd> move through the list.
              </p>
            </Empty>
          }
        />
      )}
      {webhookDialog.value !== undefined && <WebhookForms />}
    </>
  );
}

/** The request journal beside the chosen request. */
function RequestsScreen() {
  const { id } = route.value;
  const list = useMemo(() => <RequestList />, []);
  return (
    <Split
      list={list}
      isTable={isTable.value}
      detail={id === undefined ? undefined : <RequestDetail key={id} id={id} />}
      detailLabel={id === undefined ? 'Request' : `Request ${id}`}
      placeholder={
        <Empty title="Choose a request">
          <p>
            What your client sent, what it got, which rule fired, and what lint says are shown here. <kbd>j</kbd> and{' '}
            <kbd>k</kbd> move through the list.
          </p>
        </Empty>
      }
    />
  );
}

/** The library of scenarios beside the chosen one, or beside the editor. */
function ScenariosScreen() {
  const { id, query } = route.value;
  const data = useScenarios();
  const isEdited = query['view'] === 'edit';
  const from = `${id ?? ''} ${query['request'] ?? query['finding'] ?? ''}`;
  const chosen = id === undefined ? undefined : <ScenarioDetail key={id} id={id} data={data} />;
  return (
    <Split
      list={<ScenarioList data={data} />}
      isTable={isTable.value}
      detail={isEdited ? <ScenarioEditor key={from} data={data} /> : chosen}
      detailLabel={isEdited ? 'Editor' : id === undefined ? 'Scenario' : `Scenario ${scenarioText(id)}`}
      placeholder={
        <Empty title="Choose a scenario">
          <p>
            A scenario injects faults into requests, faxes, port orders and webhooks. Its parameters, hits and verdicts
            are shown here. <kbd>j</kbd> and <kbd>k</kbd> move through the list.
          </p>
        </Empty>
      }
    />
  );
}
