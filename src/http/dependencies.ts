import type { SimulatorParts } from '../control/simulator-parts.ts';
import type { FindNearest, FindVersion } from './route.ts';
import type { BodyReader } from './params.ts';

/** The parts of the simulator, and those of the HTTP face, that the steps of a request use. */
export interface Dependencies extends SimulatorParts {
  readonly findVersion: FindVersion;
  readonly readBody: BodyReader;
  readonly findNearestRoute: FindNearest;
}
