import type { LongWork } from '../model/domain/long-work.ts';
import type { SinchErrorForm } from '../model/domain/sinch-options.ts';
import type { FindScenario, ScenarioFiles } from '../scenarios/library.ts';
import type { UrlFinding } from '../service/network/url-check.ts';
import type { Exchange, ObservedExchange } from '../worlds/journal/exchange.ts';
import type { HistorySpace } from '../worlds/history/history-space.ts';
import type { WorldFactory } from '../worlds/hosting/world-factory.ts';
import type { World } from '../worlds/world.ts';
import type { Worlds } from '../worlds/hosting/worlds.ts';
import type { Secrets } from '../worlds/hosting/secrets.ts';
import type { RequestCounts } from './request-counts.ts';

/** The parts of a simulator that are given at its start. */
export interface GivenParts {
  readonly findScenario: FindScenario;
  readonly library: ScenarioFiles;
  /** Whether webhooks reach a URL, with advice if they do not. Sends no webhook. */
  readonly checkUrl: (url: string) => Promise<UrlFinding>;
  readonly about: SimulatorInfo;
  /** Whether v2.1 accepts only Basic authentication, as the real service is believed to do. */
  readonly strictAuth: boolean;
  /** The form of the error bodies of v3. */
  readonly sinchErrors: SinchErrorForm;
  /** The largest request body, in bytes. */
  readonly bodyBytesMax: number;
  /** Addresses and blocks of proxies whose X-Forwarded-Proto and X-Forwarded-Host count. */
  readonly trustedProxies: readonly string[];
  /** The token for control calls from other machines, if any. */
  readonly controlToken: string | undefined;
  /** Further origins whose pages may call the simulator, and whose host names it accepts; `*` means all. */
  readonly allowOrigins: readonly string[];
  /** The certificate of the authority that clients must trust, in PEM; undefined without HTTPS. */
  readonly ca: string | undefined;
  /** Called with faults of the simulator, which no request should be able to cause. */
  readonly onFault: (fault: unknown) => void;
}

/** The parts that requests and control calls use, created once for a simulator. */
export interface SimulatorParts extends GivenParts {
  readonly worlds: Worlds;
  readonly factory: WorldFactory;
  /** Counts the requests of all worlds. */
  readonly requests: RequestCounts;
  /** The memory that the journals of all worlds share. */
  readonly historySpace: Pick<HistorySpace, 'dropped'>;
  readonly secrets: Secrets;
  /** The long work of all worlds. */
  readonly work: LongWork;
  /** Adds a request that another server has answered to a world's journal, without changing records. */
  readonly observe: (exchange: Exchange, world: World) => Promise<ObservedExchange>;
}

/** The directory, below that of a sweep, for the report of a part of the sweep that runs again. */
export const againDirectory = 'again';

/** The sweep that the console shows. */
export interface SweepSource {
  /** The directory of the sweep's report. */
  readonly directory: string;
  /** Called when a program reads the report. */
  readonly onRead?: () => void;
}

/** Facts about the process of the simulator. */
export interface SimulatorInfo {
  readonly version: string;
  /** Host and process id, which differ for each process behind a balancer. */
  readonly process: string;
  /** The settings of the start, without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly sweep: SweepSource;
  /** The directory of the parity report that the console shows. */
  readonly parityDirectory: string;
  /** Whether the simulator ends with the tests that it was started for, so that messages must not name its console. */
  readonly endsWithProgram: boolean;
}
