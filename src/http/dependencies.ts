import type { RequestCounts } from '../control/request-counts.ts';
import type { Overrides } from '../model/settings/overrides.ts';
import type { FindScenario } from '../scenarios/saved-scenario.ts';
import type { Secrets, Worlds } from '../worlds/worlds.ts';
import type { PageRules } from './page-guard.ts';
import type { BodyReader } from './params.ts';
import type { FindNearest, FindVersion } from './match-route.ts';

/** The parts of the simulator that the steps of a request use. */
export interface Dependencies extends PageRules {
  readonly worlds: Worlds;
  readonly findVersion: FindVersion;
  readonly readBody: BodyReader;
  readonly findScenario: FindScenario;
  readonly secrets: Secrets;
  /** Counts the requests of all worlds. */
  readonly requests: RequestCounts;
  readonly findNearestRoute: FindNearest;
  /** Statuses and texts that replace assumed ones. */
  readonly overrides: Overrides;
  readonly onFault: (fault: unknown) => void;
}
