import { expect } from '@jest/globals';
import request from 'supertest';
import type { Response, Test } from 'supertest';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import type { Documents } from '../../src/documents/documents.ts';
import type { SystemClock } from '../../src/model/domain/system-clock.ts';
import type { PaceName } from '../../src/model/domain/pace.ts';
import { MemoryBlobs } from '../../src/store/memory/swept-blobs.ts';
import { addressPolicy } from '../../src/service/network/address-policy.ts';
import { nameLookup } from '../../src/service/network/name-lookup.ts';
import { checkUrl } from '../../src/service/network/url-check.ts';
import { createPost } from '../../src/service/webhooks/post.ts';
import type { Post } from '../../src/service/webhooks/post.ts';
import type { FindScenario } from '../../src/scenarios/library.ts';
import { ScenarioLibrary, scenarioFolder } from '../../src/scenarios/library.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import { readFixture } from '../../src/control/fixture-files/load-fixture.ts';
import { WorldRecipes } from '../../src/worlds/making/recipes.ts';
import type { WorldParts } from '../../src/worlds/world.ts';
import { generate } from '../../fixtures/catalogue.ts';
import { createSimulator } from '../../src/simulator.ts';
import type { Simulator, SimulatorOptions } from '../../src/simulator.ts';
import { StoreSnapshot } from '../../src/store/memory/snapshot.ts';
import type { Contents } from '../../src/store/memory/contents.ts';
import type { Disk } from '../../src/store/memory/store.ts';
import { standstill } from './clock.ts';
import { sparseContents } from './contents.ts';
import { holdToDocuments } from './documented.ts';
import { plainDocuments } from './documents.ts';
import { noon } from './examples.ts';
import { portOf } from './port.ts';

/** The records of the default world lie beside these, each collection by its name. */
interface Settings extends Partial<Contents> {
  readonly pace?: PaceName;
  /** The doubles of the outside world. */
  readonly parts?: Partial<Pick<WorldParts, 'fetchPage'>> & {
    readonly documents?: Documents;
    readonly post?: Post;
    readonly blobs?: MemoryBlobs;
    readonly disk?: Disk | undefined;
    readonly systemClock?: SystemClock;
    readonly findScenario?: FindScenario;
  };
  readonly access?: Partial<Pick<SimulatorOptions, 'strictAuth' | 'trustedProxies' | 'controlToken' | 'allowOrigins'>>;
  /** `idleMs`: real ms without a request after which a world is deleted. */
  readonly limits?: Partial<Record<'bodyBytesMax' | 'journalBytes' | 'idleMs', number>>;
  readonly onFault?: (fault: unknown) => void;
  /** Where the clocks of further worlds begin; null: at the time of the system clock. Default: at noon. */
  readonly newWorldsAt?: number | null;
}

const library = new ScenarioLibrary(scenarioFolder);

/** The start of further worlds. */
const recipe = {
  fixture: 'demo',
  ...{ fixtureSize: 0, seed: 7, account: {} },
  speed: 0,
} as const;

/** A simulator with nothing in it but what is given, at noon on a clock that stands still. */
export function openSimulator(settings: Settings = {}) {
  const {
    pace = 'fast',
    parts = {},
    access = {},
    limits = {},
    newWorldsAt = noon,
    onFault = (fault: unknown) => {
      console.error(fault); // a test that causes one fails on its status, and wants to know why
    },
    ...contents
  } = settings;
  const { documents = plainDocuments(), blobs = new MemoryBlobs(), disk, systemClock = standstill } = parts;
  const {
    post = createPost({ policy: addressPolicy(), lookUp: nameLookup() }),
    fetchPage = ({ url }) => Promise.resolve({ kind: 'url', url }),
    findScenario = (name) => library.find(name),
  } = parts;
  const { bodyBytesMax = 100_000, journalBytes = 1_000_000, idleMs = 3_600_000 } = limits;
  const state = {
    store: StoreSnapshot.of(sparseContents(contents)),
    time: noon,
    speed: 0,
    scenarios: [],
    seed: 7,
    pace,
  };
  const simulator: Simulator = createSimulator({
    world: {
      ...{ blobs, credentials: defaultCredentials, state, firstState: () => state },
      ...(disk !== undefined && {
        keeping: { save: (updates) => disk.save(updates), follow: () => Promise.resolve() },
      }),
    },
    tools: { systemClock, documents, post, fetchPage },
    making: {
      recipes: new WorldRecipes(documents, { generate, readFile: readFixture }, systemClock),
      defaults: { ...recipe, time: newWorldsAt ?? undefined, pace },
      ...{ worldsMax: 2000, idleMs },
    },
    findScenario,
    library,
    checkUrl: (url) =>
      checkUrl(url, { policy: addressPolicy(), lookUp: nameLookup(), ownPorts: [], isInContainer: false }),
    ...{
      strictAuth: false,
      sinchErrors: 'docs',
      trustedProxies: [],
      controlToken: undefined,
      allowOrigins: [],
      ca: undefined,
    },
    ...access,
    ...{ bodyBytesMax, journalBytes, onFault },
    about: {
      version: '0.0.0',
      process: 'here:1',
      settings: {},
      sweep: { directory: 'faxsim-sweep' },
      parityDirectory: 'faxsim-parity',
      endsWithProgram: false,
    },
  });
  holdToDocuments(simulator.app);
  const { live, test } = defaultCredentials;
  const anyone = request.agent(simulator.app);
  const callers = {
    /** Calls with the live key pair, by Basic authentication. */
    live: request.agent(simulator.app).auth(live.key, live.secret),
    test: request.agent(simulator.app).auth(test.key, test.secret),
  };
  const send = (fields: Fields = {}, { as = 'live', text = 'a page' }: Sending = {}) =>
    callers[as]
      .post('/v2.1/faxes')
      .field('to' in fields || 'to[]' in fields ? fields : { to: '+12025550123', ...fields })
      .attach('file', Buffer.from(text), 'a.txt');
  return {
    ...callers,
    clock: simulator.parts.worlds.default.clock,
    simulator,
    /** Resolves to how many files are stored after a sweep. */
    sweep: async () => {
      await simulator.parts.worlds.default.blobs.sweep();
      return blobs.size;
    },
    /** Calls without credentials. */
    anyone,
    /** Calls an operation of v1 with the live keys as parameters. */
    v1: (operation: string, params: object = {}) =>
      anyone
        .post(`/v1/${operation}`)
        .type('form')
        .send({ ...keyParams, ...params }),
    /** Sends a page, to +12025550123 unless the fields say otherwise. */
    send,
    /** The id of a fax that is sent so. */
    sent: (...order: Parameters<typeof send>) => idOf(send(...order)),
    /** Receives a document that is text, with the test keys. */
    receive: (fields: Fields = {}, text = 'a page') =>
      callers.test
        .post('/v2.1/faxes')
        .field({ direction: 'received', ...fields })
        .attach('file', Buffer.from(text), 'a.pdf'),
    /** A fax as v2.1 shows it. */
    fax: (id: unknown) => dataOf(callers.live.get(`/v2.1/faxes/${String(id)}`)),
    /** The faxes that came in, as v2.1 shows them. */
    receivedFaxes: () => dataOf(callers.live.get('/v2.1/faxes?direction=received')),
    /** Listens on a free port; resolves to the base URL. */
    listen: async () => `http://127.0.0.1:${await portOf(await simulator.listen({ port: 0, host: '127.0.0.1' }))}`,
    /** Switches on a scenario of these rules, each in YAML. */
    switchOn: (...rules: string[]) => simulator.parts.worlds.default.scenarios.switchOn(scenarioOf(...rules)),
  };
}

export type World = ReturnType<typeof openSimulator>;

type Fields = Readonly<Record<string, string | string[]>>;

interface Sending {
  readonly as?: 'live' | 'test';
  readonly text?: string;
}

/** The scenario `given` of these rules, each in YAML. */
const scenarioOf = (...rules: string[]) =>
  loadScenario(
    'given.yaml',
    `name: given\ndescription: a test\nrules:\n${rules.map((rule) => `  - ${rule}\n`).join('')}`,
  );

/** The data of a call, which succeeds. */
export async function dataOf(call: Test): Promise<Response['body']> {
  return (await call.expect(200)).body.data;
}

/** The id of the fax that a call makes. */
export const idOf = async (call: Test): Promise<number> => (await dataOf(call)).id;

/** The message of a call that is refused, and has no more than that in its body. */
export async function refusalOf(call: Test, status = 422): Promise<string> {
  const { body } = await call.expect(status);
  expect(body).toEqual({ success: false, message: expect.any(String) });
  return body.message;
}

/** The pairs as parameters. */
export const keyParams = { api_key: defaultCredentials.live.key, api_secret: defaultCredentials.live.secret };
export const testParams = { api_key: defaultCredentials.test.key, api_secret: defaultCredentials.test.secret };

/** The data of an answer that lists records, by their ids. */
export function ids(response: { body: unknown }): unknown[] {
  const { data } = response.body as { data: { id: unknown }[] };
  return data.map((record) => record.id);
}
