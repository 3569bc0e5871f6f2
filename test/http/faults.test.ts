import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { startSimulator } from '../../src/index.ts';
import { sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

type Opened = ReturnType<typeof openSimulator>;

const fault = new Error('provoked');
const fail = (): never => {
  throw fault;
};
const broken = { success: false, message: 'Something went wrong in the simulator; its log says what' };

/** The parts of the default world that break, each by its name. */
const breaks: Readonly<Record<string, (opened: Opened) => void>> = {
  'the journal': ({ simulator }) => {
    simulator.parts.worlds.default.journal.note = fail;
  },
  'the count of requests': ({ simulator }) => {
    simulator.parts.requests.add = fail;
  },
  'what gives an answer its id': ({ simulator }) => {
    simulator.parts.worlds.default.memory.requests.next = fail;
  },
  'the clock that requests are noted with': ({ simulator }) => {
    simulator.parts.worlds.default.clock.now = fail;
  },
};

/** Calls that are refused: by a route, for want of one, and before a version is known. */
const refused = ['/v2.1/faxes/7', '/v2/faxes?page=0', '/v1/faxStatus?id=x', '/v2.1/nowhere', '/nowhere', '/v2.1/%zz'];

describe.each(Object.keys(breaks))('when %s fails', (what) => {
  const faults: unknown[] = [];
  const opened = openSimulator({ onFault: (thrown) => faults.push(thrown) });
  breaks[what]!(opened);

  test.each(refused)('a refusal is answered as a fault: %s', async (path) => {
    faults.length = 0;
    const { body } = await opened.live.get(path).expect(500);
    expect(body).toEqual(broken);
    expect(faults).toContain(fault);
  });

  test('so is a success', async () => {
    expect((await opened.live.get('/v2.1/faxes').expect(500)).body).toEqual(broken);
  });
});

test('a call of the control API whose refusal cannot be written is answered, and not in the journal', async () => {
  const opened = openSimulator({ onFault: () => undefined });
  breaks['what gives an answer its id']!(opened);
  await opened.anyone.get('/_faxsim/nothing').expect(500, broken);
  expect(opened.simulator.parts.worlds.default.journal.after(0)).toEqual([]);
});

test('a fault is answered though what hears of faults fails itself', async () => {
  const opened = openSimulator({ onFault: fail });
  breaks['the journal']!(opened);
  await opened.live.get('/v2.1/faxes/7').expect(500, broken);
  await opened.anyone.get('/nowhere').expect(500, broken);
});

describe('an answer of which a part was sent when a fault came', () => {
  const dribbled = (on: string) => ({
    source: JSON.stringify({
      name: 'slow',
      description: 'a test',
      rules: [{ id: 'x', on, do: { wire: { dribble: { chunks: 2, over: '1s' } } } }],
    }),
  });

  test.each([
    ['a success', '/v2.1/faxes/1'],
    ['a refusal', '/v2.1/faxes/7'],
  ])('is broken off: %s', async (_what, path) => {
    const faults: unknown[] = [];
    const opened = openSimulator({ faxes: [sentFax({ id: 1 })], onFault: (thrown) => faults.push(thrown) });
    await opened.anyone.post('/_faxsim/scenarios').send(dribbled('getFax')).expect(200);
    opened.clock.schedule = fail;
    await expect(opened.live.get(path)).rejects.toThrow(/aborted|hang up/);
    expect(faults).toEqual([fault]);
  });
});

test('a fault of the request log is reported, and the simulator goes on', async () => {
  const faults: unknown[] = [];
  const running = await startSimulator({ fixture: 'empty', onRequest: fail, onFault: (thrown) => faults.push(thrown) });
  try {
    await request(running.baseUrl).get('/nowhere').expect(404);
    await request(running.baseUrl).get('/v2.1/public/countries').expect(200);
    expect(faults).toEqual([fault, fault]);
  } finally {
    await running.close();
  }
});
