/** The package's face. With it comes what a start would have to wait for: faker, and what node loads when it first listens. */
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
  StartOptions,
  Surface,
  WorldHandle,
} from './index.ts';
export type * from './client/named-types.ts';
