import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import type { OwnWorld, RunningSimulator } from '../../../src/index.ts';
import { comparePrograms } from '../../../src/lab/parity/parity.ts';
import type { RunProgram } from '../../../src/lab/sweep/trial-run.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty', pace: 'instant' });
});
afterAll(() => simulator.close());

const programOf =
  (run: (world: OwnWorld) => Promise<void>): RunProgram =>
  async (world) => {
    await run(world);
    return { how: 'passed', detail: 'exit code 0', output: '', ms: 1 };
  };

/** Sends a letter, and reads its fax until it is done, at most so many times. All reads come some time after its end. */
async function sendAndWait(
  world: OwnWorld,
  post: (path: string, form: FormData) => Promise<string>,
  read: (path: string) => Promise<string>,
  { isDone, readsMax }: { readonly isDone: (status: string) => boolean; readonly readsMax: number },
) {
  const form = new FormData();
  form.set('to', '+12025550123');
  form.set('file', new Blob(['Dear customer'], { type: 'text/plain' }), 'letter.txt');
  const id = await post('/faxes', form);
  await world.clock.advance('1m');
  for (let reads = 0; reads < readsMax; reads++) if (isDone(await read(`/faxes/${id}`))) return;
}

async function answerOf(world: OwnWorld, path: string, body?: FormData) {
  const authorization = `Basic ${btoa(`${world.credentials.live.key}:${world.credentials.live.secret}`)}`;
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetch(`${world.baseUrl}${path}`, { method, headers: { authorization }, body: body ?? null });
  return (await answer.json()) as Readonly<Record<'id' | 'status', unknown>> & {
    readonly data: Readonly<Record<'id' | 'status', unknown>>;
  };
}

const oldProgram = async (world: OwnWorld): Promise<void> =>
  sendAndWait(
    world,
    async (path, form) => String((await answerOf(world, `/v2.1${path}`, form)).data.id),
    async (path) => String((await answerOf(world, `/v2.1${path}`)).data.status),
    { isDone: (status) => status === 'success', readsMax: 60 },
  );

const newProgram = (isDone: (status: string) => boolean) => async (world: OwnWorld) =>
  sendAndWait(
    world,
    async (path, form) => String((await answerOf(world, `/v3/projects/${world.projectId}${path}`, form)).id),
    async (path) => String((await answerOf(world, `/v3/projects/${world.projectId}${path}`)).status),
    { isDone, readsMax: 6 },
  );

const compared = async (isDone: (status: string) => boolean) => {
  const { findings, remarks, runs } = await comparePrograms({
    ...{ simulator, skipsWaits: true, signal: new AbortController().signal },
    old: programOf(oldProgram),
    new: programOf(newProgram(isDone)),
  });
  return { found: findings.map(({ sentence }) => sentence), remarks: remarks.map(({ kind }) => kind), runs };
};

describe('a wait that the program gives up', () => {
  test.each([
    ['success', 2],
    ['SUCCESS', 3],
  ])('for the status “%s” is a finding, as a run with this word shows', async (word, runs) => {
    const { found, remarks, runs: counted } = await compared((status) => status === word);
    expect(found).toEqual([
      expect.stringMatching(
        new RegExp(
          `^the program reads the fax to \\+12025550123 6 times after its end in place of \\d, .*: with “${word}” as the status it goes on at once, and v3 has COMPLETED$`,
        ),
      ),
    ]);
    expect(remarks).toEqual([]);
    expect(counted.new).toBe(runs);
  });

  test('for no word at all, of a program that is slow, is a thing to look at', async () => {
    expect(await compared(() => false)).toMatchObject({ found: [], remarks: ['endless wait'] });
  });

  test('is no matter for a program that knows the words of v3', async () => {
    expect(await compared((status) => status === 'COMPLETED')).toEqual({
      found: [],
      remarks: [],
      runs: { old: 2, new: 1 },
    });
  });
});
