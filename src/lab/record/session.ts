import { startFrom } from '../../index.ts';
import type { RunningSimulator } from '../../index.ts';
import type { ApiCall } from '../../http/api-call.ts';
import { faceFinder } from '../../http/face.ts';
import { bodyReader } from '../../http/body.ts';
import { faces } from '../../http/faces/faces.ts';
import type { World } from '../../worlds/world.ts';
import { Notes } from '../verify/report.ts';
import { compareAnswers } from './compare-answers.ts';
import { secretsIn } from './key-files.ts';
import type { AccountKeys } from './key-files.ts';
import { Recorder } from './recorder.ts';
import { SecretTexts } from './secret-texts.ts';
import { StandIns } from './stand-ins.ts';
import type { Upstream } from './upstream.ts';

export interface SessionOptions {
  readonly upstream: Upstream;
  readonly keys: AccountKeys;
  readonly mayCost: boolean;
  readonly port?: number;
  readonly onRefused: (line: string) => void;
}

/** The differences, and the number of answers that were compared. */
type RecordedFindings = Notes['findings'] & { readonly compared: number };

/** A running recording: a proxy in front of the real service, and a world that gets the same requests. */
export interface RecordingSession {
  readonly baseUrl: string;
  readonly simulator: RunningSimulator;
  readonly keys: AccountKeys;
  readonly recorder: Recorder;
  readonly secrets: SecretTexts;
  /** Closes the server. Resolves to all differences between the answers. */
  readonly finish: () => Promise<RecordedFindings>;
  readonly close: () => Promise<void>;
}

const gigabyte = 2 ** 30;

/** Starts a recording. Its world sends no webhooks, because the program gets those of the service. */
export async function openSession({
  upstream,
  keys,
  mayCost,
  port = 0,
  onRefused,
}: SessionOptions): Promise<RecordingSession> {
  const worlds: World[] = [];
  const simulator = await startFrom(
    { port: 0, fixture: 'empty', journal: gigabyte },
    {
      post: () => Promise.resolve({ answer: { status: 200, body: '' }, failure: null, isRefused: false, tookMs: 0 }),
      fetchPage: ({ url }) => Promise.resolve({ kind: 'url', url }),
      onWorld: (world) => void worlds.push(world),
    },
  );
  const secrets = new SecretTexts();
  for (const secret of secretsIn(keys)) secrets.add(secret);
  const { credentials, projectId } = simulator;
  const recorder = new Recorder({
    upstream,
    standIns: new StandIns(keys, { ...credentials, projectId }),
    secrets,
    mayCost,
    onRefused,
    reader: {
      findFace: faceFinder(faces),
      readBody: bodyReader({ bytesMax: gigabyte }),
      onFault: () => undefined,
    },
    world: {
      baseUrl: simulator.baseUrl,
      latestRefusal: () => {
        const journal = worlds.at(-1)?.journal;
        const refusal = journal?.get(journal.lastId)?.observed.refusal;
        return refusal ? { kind: refusal.kind, field: refusal.field ?? null } : null;
      },
    },
  });
  const baseUrl = `http://127.0.0.1:${await recorder.listen(port)}`;
  return {
    baseUrl,
    simulator,
    keys,
    recorder,
    secrets,
    finish: async () => {
      await recorder.close();
      return findingsOf(recorder, secrets);
    },
    close: async () => {
      await recorder.close();
      await simulator.close();
    },
  };
}

function findingsOf({ pairs }: Recorder, secrets: SecretTexts): RecordedFindings {
  const notes = new Notes(secrets.clean);
  let compared = 0;
  for (const { call, exchange, own, failure } of pairs) {
    notes.requests += 1;
    const { status, headers, body } = exchange.answer;
    if (failure !== undefined) skipUnanswered(call, failure, notes);
    if (own === undefined || status === null) continue;
    const found = new Headers();
    for (const [name, value] of headers) found.append(name, value);
    const real = { status, headers: found, bytes: body ?? new Uint8Array() };
    if (compareAnswers(call, real, { own, notes })) compared += 1;
  }
  return { ...notes.findings, compared };
}

function skipUnanswered({ face, route }: ApiCall, failure: string, notes: Notes): void {
  const version = face?.version ?? 'v3'; // tokens are of v3
  notes.skip({ version, operation: route?.operation ?? 'unknownRoute', reason: `no answer came: ${failure}` });
}
