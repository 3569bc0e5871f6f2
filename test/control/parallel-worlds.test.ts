import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSimulator } from '../../src/index.ts';
import type { RunningSimulator } from '../../src/index.ts';
import { repeats } from '../support/soak.ts';

const suites = repeats(8, 20);
const rounds = repeats(2, 50);
const day = 86_400_000;

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ clock: 0, fixture: 'empty' });
});
afterAll(() => simulator.close());

interface Answer {
  readonly status: number;
  readonly rule: string | null;
  readonly body: { readonly data: Record<string, unknown> & { readonly length?: number } };
}

/** Calls with an API key at the root: it alone tells the worlds apart. */
function caller(pair?: { key: string; secret: string }) {
  const auth = pair && { Authorization: `Basic ${btoa(`${pair.key}:${pair.secret}`)}` };
  return async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${simulator.baseUrl}${path}`, {
      method,
      headers: { ...auth, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, rule: answer.headers.get('X-Faxsim-Rule'), body: (await answer.json()) as never };
  };
}

/** The work of one test file: with a clock, a scenario and data that no other has at the time. */
async function suite(number: number, round: number): Promise<void> {
  const anyone = caller();
  const start = Date.UTC(2020, 0, 1) + (number * rounds + round) * day;
  const scenario = ['outage', 'storage-disabled', 'cancel-too-late', 'empty-balance'][number % 4] ?? '';
  const made = await anyone('POST', '/_faxsim/worlds', {
    ...{ id: `suite-${number}-${round}`, fixture: 'empty', seed: number, clock: 0 },
    ...{ start_time: new Date(start).toISOString(), settings: { balance_cents: 10_000 } },
  });
  const { id, credentials } = made.body.data as { id: string; credentials: { live: { key: string; secret: string } } };
  const call = caller(credentials.live);
  const control = (method: string, path: string, body?: object) => anyone(method, `/w/${id}/_faxsim${path}`, body);

  const to = `+1202555${String(1000 + number).slice(1)}0`;
  for (let sent = 0; sent <= number % 3; sent++) {
    const { status } = await call('POST', '/v2.1/faxes', { to, content_url: 'http://10.0.0.1/', tag: { suite: id } });
    expect(status).toBe(200);
  }
  const listed = await call('GET', '/v2.1/faxes');
  expect(listed.body.data).toHaveLength((number % 3) + 1);
  for (const fax of listed.body.data as unknown as { tags: unknown; created_at: string }[]) {
    expect(fax).toMatchObject({ tags: { suite: id } });
    expect(Date.parse(fax.created_at)).toBe(start);
  }
  await control('POST', '/scenarios', { on: scenario });
  const touched = await call('GET', '/v2.1/faxes');
  expect({ status: touched.status, rule: touched.rule !== null }).toEqual(
    scenario === 'outage' ? { status: 503, rule: true } : { status: 200, rule: false },
  );
  const moved = await control('POST', '/clock', { advance: `${number + 1}ms` });
  expect(moved.body.data).toMatchObject({ now: new Date(start + number + 1).toISOString() });
  await control('POST', '/reset');
  expect((await call('GET', '/v2.1/faxes')).body.data).toHaveLength(0);
  await anyone('DELETE', `/_faxsim/worlds/${id}`);
}

test('many test files share a server, again and again, and none sees anything of another', async () => {
  const all = Array.from({ length: suites }, async (_, number) => {
    for (let round = 0; round < rounds; round++) await suite(number, round);
  });
  await Promise.all(all);
  const { body } = await caller()('GET', '/_faxsim/worlds');
  expect(body.data).toHaveLength(1);
});
