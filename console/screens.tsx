import type { ComponentType } from 'preact';
import type { ScreenName } from './routes.ts';
import { FaxesScreen } from './screens/faxes.tsx';
import { NoScreen } from './screens/not-found.tsx';
import { RequestsScreen } from './screens/requests.tsx';
import { ScenariosScreen } from './screens/scenarios.tsx';
import { WebhooksScreen } from './screens/webhooks.tsx';
import type { IconName } from './ui/icon.tsx';
import { lazy } from './ui/lazy.tsx';

// The screens that most visits do not open.
const ClockScreen = lazy('the clock', async () => (await import('./screens/clock.tsx')).ClockScreen);
const ConnectScreen = lazy('the clients', async () => (await import('./screens/connect.tsx')).ConnectScreen);
const EvidenceScreen = lazy('the evidence', async () => (await import('./screens/evidence.tsx')).EvidenceScreen);
const GuidesScreen = lazy('the guides', async () => (await import('./screens/guides.tsx')).GuidesScreen);
const ExplorerScreen = lazy('the explorer', async () => (await import('./screens/explorer.tsx')).ExplorerScreen);
const SweepScreen = lazy('the sweep', async () => (await import('./screens/sweep.tsx')).SweepScreen);
const WorldsScreen = lazy('the worlds', async () => (await import('./screens/worlds.tsx')).WorldsScreen);

export interface Screen {
  readonly title: string;
  readonly icon: IconName;
  /** The letter that leads here after `g`. */
  readonly letter: string;
  readonly content: ComponentType;
}

/** In place of a screen. */
export const noScreen = { title: 'No such screen', content: NoScreen };

/** The screens, in the order of the navigation. A new one also needs its name in `routes.ts`. */
export const screens: Readonly<Record<ScreenName, Screen>> = {
  faxes: { title: 'Faxes', icon: 'fax', letter: 'f', content: FaxesScreen },
  webhooks: { title: 'Webhooks', icon: 'webhook', letter: 'w', content: WebhooksScreen },
  requests: { title: 'Requests', icon: 'request', letter: 'r', content: RequestsScreen },
  scenarios: { title: 'Scenarios', icon: 'scenario', letter: 's', content: ScenariosScreen },
  sweep: { title: 'Sweep', icon: 'sweep', letter: 'p', content: SweepScreen },
  clock: { title: 'Clock', icon: 'clock', letter: 't', content: ClockScreen },
  worlds: { title: 'Worlds', icon: 'world', letter: 'o', content: WorldsScreen },
  connect: { title: 'Connect', icon: 'connect', letter: 'c', content: ConnectScreen },
  explorer: { title: 'API', icon: 'api', letter: 'a', content: ExplorerScreen },
  evidence: { title: 'Evidence', icon: 'evidence', letter: 'e', content: EvidenceScreen },
  guides: { title: 'Guides', icon: 'guide', letter: 'd', content: GuidesScreen },
};
