import type { ComponentType } from 'preact';
import type { ScreenName } from './routes.ts';
import { ClockScreen } from './screens/clock.tsx';
import { ConnectScreen } from './screens/connect.tsx';
import { EvidenceScreen } from './screens/evidence.tsx';
import { FaxesScreen } from './screens/faxes.tsx';
import { NoScreen } from './screens/not-found.tsx';
import { RequestsScreen } from './screens/requests.tsx';
import { ScenariosScreen } from './screens/scenarios.tsx';
import { SweepScreen } from './screens/sweep.tsx';
import { WebhooksScreen } from './screens/webhooks.tsx';
import { WorldsScreen } from './screens/worlds.tsx';
import type { IconName } from './ui/icon.tsx';

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
  evidence: { title: 'Evidence', icon: 'evidence', letter: 'e', content: EvidenceScreen },
};
