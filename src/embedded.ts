/**
 * The entry of the package. It loads slow parts before a start: faker, and modules that node loads when it first
 * listens.
 */
import 'node:cluster';
import 'node:dns';
import '../fixtures/catalogue.ts';

export { ControlError, startSimulator } from './index.ts';
export type {
  AnswerOf,
  AnsweredRequest,
  Credentials,
  Duration,
  FixtureName,
  InputOf,
  KeyPair,
  Overrides,
  OwnWorld,
  PaceName,
  RunningSimulator,
  SettleOptions,
  StartOptions,
  Surface,
  WorldHandle,
} from './index.ts';
export { openSimulator } from './open-simulator.ts';
export type { OpenedSimulator } from './open-simulator.ts';
export type * from './control/client/named-types.ts';
