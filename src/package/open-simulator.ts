import { connect, ControlError } from '../control/client/connect.ts';
import { defaultWorld } from '../control/client/world-handle.ts';
import type { OwnWorld, WorldHandle } from '../control/client/world-handle.ts';
import type { WorldOrder } from '../control/client/named-types.ts';
import { failureOfConcurrent, failureOfTest } from './failed-test.ts';
import { noteTest, runningTest, testOf } from './running-test.ts';
import type { RunningSimulator, StartOptions } from '../index.ts';

/** A simulator for the tests of a file: a running one, or their own. */
export interface OpenedSimulator extends AsyncDisposable {
  readonly baseUrl: string;
  /**
   * Makes a world for a test, with the name of the test in Jest, and in Vitest after `beginTest`. If FAXSIM_URL names a
   * world, as under `faxsim sweep`, all tests share it: it gets the settings, scenarios and clock of the order, and
   * keeps its other parameters.
   */
  readonly world: (order?: WorldOrder) => Promise<OwnWorld>;
  /**
   * Begins a test of Vitest: call it before each one, with the argument of `beforeEach`. The worlds of concurrent tests
   * then have the names of their tests.
   */
  readonly beginTest: (context: unknown) => void;
  /**
   * Ends a test: call it after each one, in Vitest and node:test with the argument of `afterEach`. The worlds of a
   * failed test get its message: the console lists them first, and `--bundle-on-failure` bundles them.
   */
  readonly endTest: (context?: unknown) => Promise<void>;
  /** Closes a simulator that was started here. A simulator that was running before keeps its worlds, to show and bundle them. */
  readonly close: () => Promise<void>;
}

/** Makes `openSimulator` from a function that starts a simulator. That function is not loaded if a simulator already runs. */
export const openerOf =
  (start: (options?: StartOptions) => Promise<Pick<RunningSimulator, 'baseUrl' | 'world' | 'close'>>) =>
  async (options?: StartOptions): Promise<OpenedSimulator> => {
    const { FAXSIM_URL: baseUrl = '', FAXSIM_CONTROL_TOKEN: token = '' } = process.env;
    if (baseUrl === '') {
      const started = await start(options);
      return opened(started.baseUrl, { makeWorld: (order) => started.world(order), close: started.close });
    }
    const named = connect({ baseUrl, token: token === '' ? undefined : token });
    await named.server.info().catch((error: unknown) => {
      throw error instanceof ControlError ? explained(error) : error;
    });
    const makeWorld = named.id === defaultWorld ? (order?: WorldOrder) => named.world(order) : sharing(named);
    return opened(baseUrl, { makeWorld, close: () => Promise.resolve() });
  };

const explained = ({ message, status, code }: ControlError): ControlError =>
  new ControlError(
    `FAXSIM_URL must be the base URL of a running simulator: ${message}; without it, tests start their own`,
    {
      code,
      ...(status !== undefined && { status }),
    },
  );

interface Ways {
  readonly makeWorld: (order?: WorldOrder) => Promise<OwnWorld>;
  readonly close: () => Promise<void>;
}

function opened(baseUrl: string, { makeWorld, close }: Ways): OpenedSimulator {
  let open: WorldOfTest[] = [];
  const end = async (): Promise<void> => {
    // Jest calls no hook after a concurrent test.
    await Promise.all(open.map(({ world, test }) => noteFailure(world, test && failureOfConcurrent(test))));
    await close();
  };
  return {
    baseUrl,
    beginTest: noteTest,
    world: async (order) => {
      const test = runningTest()?.name;
      const world = await makeWorld(test === undefined ? order : { name: test, ...order });
      open.push({ world, test });
      return world;
    },
    endTest: async (context) => {
      const ended = open.filter(({ test }) => isOfEnded(test, context));
      open = open.filter((one) => !ended.includes(one));
      const message = failureOfTest(context);
      await Promise.all(ended.map(({ world }) => noteFailure(world, message)));
    },
    close: end,
    [Symbol.asyncDispose]: end,
  };
}

interface WorldOfTest {
  readonly world: OwnWorld;
  /** The name of the test that has the world; undefined if the runner does not tell it. */
  readonly test: string | undefined;
}

/** Whether a world belongs to the test that ends. Concurrent tests keep their worlds. */
const isOfEnded = (test: string | undefined, context: unknown): boolean => {
  const ending = testOf(context)?.name;
  return test === undefined || ending === undefined || test === ending;
};

/** The message of the test counts, not the note: the test may have closed its world. */
const noteFailure = async (world: OwnWorld, message: string | undefined): Promise<unknown> =>
  message === undefined ? undefined : world.worlds.fail({ message }).catch(() => undefined);

/**
 * Makes the function that passes the same world to all tests. At the second test, it says on stderr that the tests may
 * disturb each other.
 */
function sharing(world: WorldHandle): Ways['makeWorld'] {
  let given = 0;
  return async ({ settings, scenarios, clock, ...order } = {}) => {
    if (order.import !== undefined)
      throw new ControlError('import needs a world of its own, and FAXSIM_URL names one', { status: 422 });
    if (++given === 2) console.error(sharedNote);
    if (settings !== undefined && settings !== null) await world.settings.change(settings);
    for (const name of [scenarios ?? []].flat()) await world.scenarios.on(name);
    if (clock !== undefined && clock !== null) await world.clock.move({ speed: clock });
    const { credentials, project_id: projectId } = await world.worlds.show();
    const close = () => Promise.resolve();
    return { ...world, credentials, projectId, close, [Symbol.asyncDispose]: close };
  };
}

const sharedNote =
  'faxsim: these tests share the world of FAXSIM_URL; where one disturbs another, run them one at a time, as by the name of a test';
