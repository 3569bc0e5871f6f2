import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { History } from '../../src/worlds/history/history.ts';
import { HistorySpace } from '../../src/worlds/history/history-space.ts';
import { bytesOf, entryBytes, replayBytes } from '../../src/worlds/history/note-sizes.ts';
import { reachOf } from '../../src/worlds/history/reach.ts';
import type { ControlStep, HistoryStep, RequestStep } from '../../src/worlds/history/step.ts';
import { entryParts, keptBodyBytes } from '../../src/worlds/journal/entry.ts';
import { Journal } from '../../src/worlds/journal/journal.ts';
import type { ObservedRequest } from '../../src/worlds/journal/observed-request.ts';
import { sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

const limit = 60_000;
const settings = { speed: 0, scenarios: [] };

/** A request of its own, with a text of this length as its body. */
const observation = (name: number, bodyBytes: number): ObservedRequest => ({
  profile: {
    ...{ version: 'v2.1', operation: 'sendFax', method: 'POST', hasPlainPath: true, headers: [], knownParams: [] },
    ...{ key: 'live', knownSecrets: { texts: [], has: () => false }, isLate: false, isUnmatched: false, nearest: null },
  },
  ...{ at: name, tookMicros: 1, url: `/v2.1/faxes?name=${name}`, params: { name }, bodyBytes },
  ...{ replacedParams: [], bracketedParams: [], readsAfterEnd: 0, isDefaultFromUnusable: false, rule: null },
  ...{ refusal: null, requestId: null, record: null, createdFaxIds: [] },
  answer: { status: 200, type: null, message: null, text: '{}', tag: null, bytes: 2, broken: null },
});

/** A world of requests and changes beside a list of all that it was given, without any bound. */
class Twin {
  readonly history: History;
  journal: Journal;
  #names = 0;
  /** All requests that were neither taken back nor cleared, by name. */
  requests: number[] = [];
  /** All steps that were not taken back: the names of requests, and 0 for control calls. */
  steps: number[] = [];
  /** The number of steps and changes that were not taken back. */
  #notes = 0;
  #held: RequestStep[] = [];

  constructor(space: HistorySpace) {
    this.history = new History(space, { sizeOf: () => 0, suspect: () => undefined });
    this.journal = new Journal(this.history);
  }

  #step(bodyBytes: number, changes: number): RequestStep {
    const from = this.history.mark;
    for (let count = 0; count < changes; count++) this.change();
    const observed = observation(++this.#names, bodyBytes);
    const replayData = { hasBody: true, tag: null, answerHeaders: undefined };
    const timing = { from, to: this.history.mark, lasted: 0, settings };
    const parts = entryParts(observed, 'x'.repeat(bodyBytes));
    this.requests.push(this.#names);
    this.steps.push(this.#names);
    this.#notes++;
    return { kind: 'request', id: this.journal.lastId + 1, ...parts, ...timing, replayData };
  }

  request(bodyBytes: number, changes: number): void {
    this.journal.note(this.#step(bodyBytes, changes));
  }

  hold(bodyBytes: number): void {
    const step: RequestStep = { ...this.#step(bodyBytes, 0), heldUntil: 5, wasHeld: true };
    if (this.journal.hold(step, 5)) this.#held.push(step);
  }

  /** Answers the held request that came first; one that was cleared meanwhile is shown again. */
  release(): void {
    const held = this.#held.shift();
    if (held === undefined) return;
    const name = held.observed.at;
    if (this.history.steps.includes(held)) this.#notes++;
    this.journal.noteRelease(held, { ...held, heldUntil: undefined }, 6);
    if (!this.requests.includes(name)) this.requests.push(name);
  }

  foreign(bodyBytes: number): void {
    this.journal.noteForeign(entryParts(observation(++this.#names, bodyBytes), undefined));
    this.requests.push(this.#names);
  }

  control(): void {
    const { mark } = this.history;
    const timing = { from: mark, to: mark, lasted: 0, settings };
    const step: ControlStep = {
      kind: 'control',
      at: 0,
      line: 'POST /clock',
      isMove: true,
      input: {},
      error: null,
      ...timing,
    };
    this.history.noteStep(step);
    this.steps.push(0);
    this.#notes++;
  }

  change(): void {
    const change = { collection: 'faxes' as const, key: 7, before: undefined, record: sentFax({ id: 7 }) };
    this.history.noteChange({ ...change, highestKey: undefined }, 0);
    this.#notes++;
  }

  clear(): void {
    this.journal.clear();
    this.requests = [];
  }

  /** Returns to before one of the requests that can be reached. */
  rewind(which: number): void {
    const reachable = this.history.steps.filter((step) => step.kind === 'request');
    const step = reachable[which % (reachable.length || 1)];
    if (step === undefined) return;
    const reach = reachOf(this.history, step.id);
    const first = this.history.requests.get(reach.before)?.observed.at ?? 0;
    const notes = this.history.notes.items.length;
    // A request that was cleared while it was held stays cleared, although its answer had shown it again.
    const kept = new Set(this.journal.after(0).map((entry) => (entry.id < reach.before ? entry.observed.at : 0)));
    const lost = this.history.requests.after(reach.before - 1).map(({ observed }) => observed.at);
    this.journal.close();
    this.history.rewind(reach);
    this.journal = this.journal.continued();
    this.requests = this.requests.filter((name) => kept.has(name) || !lost.includes(name));
    this.steps.splice(this.steps.indexOf(first));
    this.#notes += this.history.notes.items.length - notes;
    this.#held = [];
  }

  /** The history has the end of all that it was given, and counts the memory of that part. */
  check(): void {
    const { history, journal } = this;
    const shown = journal.after(0);
    expect(shown.map(({ observed }) => observed.at)).toEqual(this.requests.slice(this.requests.length - shown.length));
    expect([journal.size, journal.dropped]).toEqual([shown.length, this.requests.length - shown.length]);
    expect(shown.every((entry) => journal.get(entry.id) === entry)).toBe(true);
    const names = history.steps.map((step) => (step.kind === 'request' ? step.observed.at : 0));
    expect(names).toEqual(this.steps.slice(this.steps.length - names.length));
    expect(history.dropped).toBe(this.#notes - history.notes.items.length);
    const all = history.requests.after(0);
    const isKept = (step: HistoryStep): boolean =>
      step.from >= history.firstMark && (step.kind === 'control' || history.requests.get(step.id) === step);
    expect(history.steps.every(isKept)).toBe(true);
    const changes = history.changesSince(0).map(([, change]) => bytesOf(change));
    const parts = [...all.map(entryBytes), ...history.steps.map(replayBytes), ...changes];
    expect(history.bytes).toBe(parts.reduce((sum, bytes) => sum + bytes, 0));
  }
}

const size = fc.oneof(fc.nat(500), fc.nat(3000), fc.constant(70_000));
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ request: size, changes: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ hold: size }) },
  { weight: 1, arbitrary: fc.record({ rewind: fc.nat() }) },
  fc.record({ foreign: size }),
  fc.constantFrom('control' as const, 'change' as const),
  fc.constantFrom('clear' as const, 'release' as const),
);

/** A cleared request is answered, and this is taken back. */
const takenBackAnswer: [boolean, typeof action extends fc.Arbitrary<infer Action> ? Action : never][] = [
  [true, { hold: 0 }],
  [true, 'clear'],
  [true, { request: 0, changes: 0 }],
  [true, 'release'],
  [true, { rewind: 1 }],
];

test('two worlds with a full memory keep the end of all that came, whatever was cleared and taken back', () => {
  const given = fc.array(fc.tuple(fc.boolean(), action), { maxLength: 100, size: 'max' });
  fc.assert(
    fc.property(given, (actions) => {
      const space = new HistorySpace(limit);
      const [busy, quiet] = [new Twin(space), new Twin(space)];
      for (const [isQuiet, given] of actions) {
        const world = isQuiet ? quiet : busy;
        if (typeof given === 'string') world[given]();
        else if ('request' in given) world.request(given.request, given.changes);
        else if ('hold' in given) world.hold(given.hold);
        else if ('foreign' in given) world.foreign(given.foreign);
        else world.rewind(given.rewind);
        world.check();
        expect(busy.history.bytes + quiet.history.bytes).toBeLessThanOrEqual(limit);
      }
      const requests = busy.history.requests.lastId;
      for (const one of [busy, quiet]) {
        one.check();
        one.history.close();
      }
      expect([busy.history.bytes, quiet.history.bytes, busy.history.requests.lastId]).toEqual([0, 0, requests]);
    }),
    { numRuns: 26, examples: [[takenBackAnswer]] },
  );
});

test('a file that is too large for a bundle is in the journal by its name and size, and stays in memory by its beginning', async () => {
  const opened = openSimulator({ limits: { bodyBytesMax: 10_000_000, journalBytes: 1_000_000 } });
  const large = Buffer.from('a line of text\n'.repeat(400_000));
  await opened.live.post('/v2.1/faxes').field({ to: '+12025550101' }).attach('file', large, 'a.txt').expect(200);
  const { history } = opened.simulator.parts.worlds.default;
  const [step] = history.steps;
  expect(step).toMatchObject({ kind: 'request', observed: { params: null } });
  expect(step?.kind === 'request' && step.replayData?.hasBody).not.toBe(true);
  expect(step?.kind === 'request' && step.body?.length).toBe(keptBodyBytes);
  expect(history.bytes).toBeLessThan(100_000);
  const { data: shown } = (await opened.anyone.get('/_faxsim/requests/1').expect(200)).body;
  expect(shown.params).toMatchObject({ to: '+12025550101', file: { file: 'a.txt', size: large.length } });
});

test('a clear takes requests from the journal alone: their world returns to before them', async () => {
  const { anyone, live } = openSimulator();
  for (let count = 0; count < 4; count++) await live.get('/v2.1/faxes').expect(200);
  await anyone.delete('/_faxsim/requests').expect(200);
  await live.get('/v2.1/faxes').expect(200);
  const listed = async () =>
    (await anyone.get('/_faxsim/requests')).body.data.requests.map(({ id }: { id: number }) => id);
  expect(await listed()).toEqual([5]);
  await anyone.post('/_faxsim/rewind').send({ request: 3 }).expect(200);
  expect(await listed()).toEqual([]);
  await live.get('/v2.1/faxes').expect(200);
  expect(await listed()).toEqual([3]);
});

test('a request that began before the oldest change that is left is refused as out of reach', () => {
  const history = new History(new HistorySpace(20_000), { sizeOf: () => 0, suspect: () => undefined });
  const journal = new Journal(history);
  const noteRequest = (from: number): void => {
    const timing = { from, to: history.mark, lasted: 0, settings };
    const observed = observation(journal.lastId + 1, 0);
    journal.note({ kind: 'request', id: journal.lastId + 1, observed, ...timing, replayData: undefined });
  };
  for (let count = 0; count < 40; count++) {
    const { mark } = history;
    history.noteEvent({ kind: 'progress', name: 'faxes 7', at: count });
    noteRequest(mark);
  }
  expect(history.firstMark).toBeGreaterThan(0);
  noteRequest(0); // it was under way from the beginning
  expect(() => reachOf(history, journal.lastId)).toThrow(/can no longer be reached, since the history was full/);
});
