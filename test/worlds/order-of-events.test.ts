import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { account } from '../support/examples.ts';
import { answering } from '../support/posts.ts';
import { openSimulator } from '../support/simulator.ts';
import { SlowMachine } from '../support/slow-machine.ts';

/** A machine whose time goes on with every look at it, so that two looks never see the same ms. */
class BusyMachine extends SlowMachine {
  #looks = 0;

  override now(): number {
    return super.now() + ++this.#looks;
  }
}

interface Session {
  /** The ms of a save; null: without a disk. */
  readonly saveMs: number | null;
  readonly inflight: boolean;
  readonly isBusyLine: boolean;
  readonly hasUrl: boolean;
  readonly sends: readonly { readonly number: string; readonly passMs: number }[];
}

interface Event {
  readonly at: string;
  readonly kind: string;
  readonly summary: string;
}

/** Sends faxes on a clock that runs by itself. Returns the activity, and the history of each fax. */
async function viewsOf({ saveMs, inflight, isBusyLine, hasUrl, sends }: Session) {
  const machine = new BusyMachine(3);
  const { anyone, live, simulator } = openSimulator({
    account: account({ balanceCents: 100_000, inflightWebhooks: inflight }),
    parts: {
      systemClock: machine,
      post: machine.post(40, answering(500)),
      ...(saveMs !== null && { disk: machine.disk(saveMs) }),
    },
  });
  await machine.during(anyone.post('/_faxsim/clock').send({ speed: 1 }).expect(200));
  if (isBusyLine) await machine.during(anyone.post('/_faxsim/scenarios').send({ on: 'busy-line' }).expect(200));
  const ids: number[] = [];
  for (const { number, passMs } of sends) {
    const fields = { to: number, ...(hasUrl && { callback_url: 'http://app.example/' }) };
    const sending = live.post('/v2.1/faxes').field(fields).attach('file', Buffer.from('a page'), 'a.txt').expect(200);
    ids.push((await machine.during(sending)).body.data.id as number);
    await machine.pass(passMs);
    for (let reads = 0; reads < 8; reads++) {
      await machine.pass(20);
      await machine.during(live.get('/v2.1/account/status').expect(200)); // some come while the disk still saves a step
    }
  }
  await machine.pass(20_000);
  const read = async (path: string) => (await machine.during(anyone.get(`/_faxsim/${path}`).expect(200))).body.data;
  const activity = (await read('activity/entries?limit=1000')).entries as (Event & {
    readonly fax_id: number | null;
  })[];
  const histories = await Promise.all(
    ids.map(async (id) => ({ id, events: (await read(`faxes/${id}/history`)).events as Event[] })),
  );
  await machine.during(simulator.close());
  return { activity, histories };
}

const timesOf = (events: readonly Event[]): string[] => events.map(({ at }) => at);

/** The events of both views: a request of a fax is its own entry of the activity, as is a change by a call. */
const shared = ['created', 'step', 'webhook', 'rule'];

const session = fc.record({
  saveMs: fc.constantFrom(null, 0, 25),
  inflight: fc.boolean(),
  isBusyLine: fc.boolean(),
  hasUrl: fc.boolean(),
  sends: fc.array(
    fc.record({
      number: fc.constantFrom('+12025550101', '+15555551017', '+15555551004'),
      passMs: fc.constantFrom(0, 50, 700),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

describe('on a clock that never shows a time twice', () => {
  test('the activity and the history of a fax have the same times, and none goes back', async () => {
    const check = async (given: Session): Promise<void> => {
      const { activity, histories } = await viewsOf(given);
      expect(timesOf(activity)).toEqual(timesOf(activity).toSorted());
      for (const { id, events } of histories) {
        expect(timesOf(events)).toEqual(timesOf(events).toSorted());
        const entries = new Set(timesOf(activity.filter(({ fax_id: fax }) => fax === id)));
        const others = events.filter(({ kind, at }) => shared.includes(kind) && !entries.has(at));
        expect(others).toEqual([]);
      }
    };
    await fc.assert(fc.asyncProperty(session, check), { numRuns: 12 });
  }, 60_000);

  test.each([null, 25])('a webhook without a URL follows its cause, with a disk of %p ms', async (saveMs) => {
    const sends = [{ number: '+15555551017', passMs: 0 }];
    const { activity, histories } = await viewsOf({
      ...{ saveMs, sends, inflight: false, isBusyLine: true, hasUrl: false },
    });
    for (const events of [activity, histories[0]?.events ?? []]) {
      const words = events.map(({ summary }) => summary.replace(/^Fax \d+ to \S+ /, '').replace(/^Fax \d+ has/, 'has'));
      const at = (start: string) => words.findIndex((text) => text.includes(start));
      expect(
        [at('accepted'), at('has its course'), at('fails'), at('recorded only')].toSorted((a, b) => a - b),
      ).toEqual([at('accepted'), at('has its course'), at('fails'), at('recorded only')]);
      expect(at('accepted')).toBeGreaterThan(-1);
      expect(events[at('recorded only')]?.at).toBe(events[at('fails')]?.at);
    }
  });
});
