import type { RequestCounts } from '../control/request-counts.ts';
import type { Overrides } from '../evidence/overrides.ts';
import type { FindScenario } from '../scenarios/saved-scenario.ts';
import type { Secrets, Worlds } from '../worlds/worlds.ts';
import type { BodyReader } from './params.ts';
import type { FindVersion, ParsedUrlCache } from './match-route.ts';
import type { FindNearest } from './nearest-route.ts';

/** The parts of the simulator that the steps of a request use. */
export interface Dependencies {
  readonly worlds: Worlds;
  readonly findVersion: FindVersion;
  readonly readBody: BodyReader;
  readonly readUrls: ParsedUrlCache;
  readonly findScenario: FindScenario;
  readonly secrets: Secrets;
  /** Counts the requests of all worlds. */
  readonly requests: RequestCounts;
  readonly findNearestRoute: FindNearest;
  /** Statuses and texts that replace assumed ones. */
  readonly overrides: Overrides;
  readonly onFault: (fault: unknown) => void;
}
