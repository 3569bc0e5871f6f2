import type { RequestCounts } from '../control/request-counts.ts';
import type { Overrides } from '../evidence/overrides.ts';
import type { FindScenario } from '../scenarios/saved-scenario.ts';
import type { Secrets, Worlds } from '../worlds/worlds.ts';
import type { BodyReader } from './params.ts';
import type { FindVersion, ReadUrls } from './match-route.ts';
import type { FindNearest } from './nearest-route.ts';

/** What the steps of all requests work with. */
export interface Dependencies {
  readonly worlds: Worlds;
  readonly versions: FindVersion;
  readonly readBody: BodyReader;
  readonly readUrls: ReadUrls;
  readonly findScenario: FindScenario;
  readonly secrets: Secrets;
  /** Counts the requests of all worlds. */
  readonly requests: RequestCounts;
  readonly nearest: FindNearest;
  /** What is to be otherwise than assumed. */
  readonly overrides: Overrides;
  readonly onFault: (fault: unknown) => void;
}
