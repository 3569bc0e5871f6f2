/**
 * The entry of the package. It loads slow parts before a start: faker, and modules that node loads when it first
 * listens.
 */
import 'node:cluster';
import 'node:dns';
import '../../fixtures/catalogue.ts';
import { startSimulator } from '../index.ts';
import type { StartOptions } from '../index.ts';
import { openerOf } from './open-simulator.ts';
import type { OpenedSimulator } from './open-simulator.ts';

export { ControlError } from '../index.ts';
export { startSimulator };
export type {
  AnswerOf,
  AnsweredRequest,
  Credentials,
  Duration,
  FixtureName,
  InputOf,
  KeyPair,
  OwnWorld,
  PaceName,
  RunningSimulator,
  SettleOptions,
  StartOptions,
  Surface,
  WorldHandle,
} from '../index.ts';
export type { OpenedSimulator };
export type * from '../control/client/named-types.ts';

/**
 * Opens the simulator that FAXSIM_URL names; `faxsim exec`, `faxsim sweep` and the action for GitHub set this variable. Without the
 * variable, starts a simulator with the options. Rejects with a ControlError if no simulator answers.
 *
 * @example
 * let simulator;
 * beforeAll(async () => {
 *   simulator = await openSimulator();
 * });
 * afterEach(() => simulator.endTest());
 * afterAll(() => simulator.close());
 */
export function openSimulator(options?: StartOptions): Promise<OpenedSimulator> {
  return openerOf(startSimulator)(options);
}
