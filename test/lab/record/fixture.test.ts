import { parse } from 'yaml';
import { afterEach, describe, expect, test } from '@jest/globals';
import { recordingOutputs } from '../../../src/lab/record/outputs.ts';
import { personalKinds } from '../../../src/lab/record/personal-data.ts';
import type { PersonalKind } from '../../../src/lab/record/personal-data.ts';
import { openRecording } from './stand-in.ts';
import type { Plan, Recording } from './stand-in.ts';
import { making } from '../../support/report-making.ts';

/** A value of JSON. */
type Json = ReturnType<typeof JSON.parse>;

let recording: Recording;
afterEach(() => recording.close());

const lists = {
  faxes: '/v2.1/faxes?created_after=2010-01-01T00:00:00Z&per_page=50',
  phone_numbers: '/v2.1/phone_numbers',
  port_orders: '/v2.1/port_orders',
  blocking_rules: '/v2.1/blocking_rules',
  atas: '/v2.1/atas',
  services: '/v3/projects/{project}/services',
};

/** Asks for all lists of an account, as the stand-in has them. Returns them, and the fixture that keeps some kinds of personal data. */
async function recordLists(plan?: Plan) {
  recording = await openRecording(plan && { plan });
  const answers: Record<string, Json> = {};
  for (const [name, path] of Object.entries(lists)) {
    const line = `GET ${path.replace('/v3/projects/{project}', recording.project)}`;
    const { json } = await recording.call(line, undefined, { as: 'live' });
    answers[name] = json.data ?? json.services;
  }
  const report = { ...(await recording.finish()), to: 'here', refused: [] };
  const fixtureOf = async (...keep: readonly PersonalKind[]): Promise<string> =>
    (await recordingOutputs(recording, report, { keep, making })).files['fixture.yaml'];
  return { answers, fixtureOf };
}

const withUrl: Plan = (line, answer) => {
  if (line.startsWith('GET /v2.1/phone_numbers'))
    answer.body = answer.body.replaceAll('"callback_url":null', '"callback_url":"https://hook.clinic.example/1"');
};

test('each list of the account is in the fixture, and in a world that begins with it', async () => {
  const { answers, fixtureOf } = await recordLists();
  const fixture = await fixtureOf();
  expect(fixture).not.toContain('# left out');
  const world = await recording.simulator.world({ fixture, clock: 'manual' });
  const { key, secret } = world.credentials.live;
  for (const [name, path] of Object.entries(lists)) {
    const response = await fetch(world.baseUrl + path.replace('{project}', world.projectId), {
      headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}` },
    });
    const body = (await response.json()) as Json;
    const found = body.data ?? body.services;
    const facts = (all: Json) =>
      all.map(({ id, status, direction, is_locked: locked, quantity, resolution }: Json) =>
        JSON.stringify([name === 'services' || id, status, direction, locked, quantity, resolution]),
      );
    expect([name, facts(found).sort()]).toEqual([name, facts(answers[name]).sort()]);
    expect(found.length).toBeGreaterThan(0);
  }
});

describe('personal data', () => {
  const wordsOf: Readonly<Record<PersonalKind, (answers: Json) => readonly string[]>> = {
    numbers: ({ faxes, phone_numbers: numbers, port_orders: orders }) => [
      ...faxes.flatMap((fax: Json) => (fax.recipients ?? []).map((one: Json) => one.phone_number)),
      ...numbers.map((one: Json) => one.phone_number),
      ...orders.flatMap((order: Json) => order.port_numbers.map((one: Json) => one.port_number)),
    ],
    names: ({ port_orders: orders, atas }) => [
      ...orders.flatMap((order: Json) => [order.name_on_account, order.contact_email]),
      ...atas.map((ata: Json) => ata.name),
    ],
    addresses: ({ port_orders: orders }) => orders.flatMap((order: Json) => order.billing_address1 ?? []),
    texts: ({ faxes }) => faxes.flatMap((fax: Json) => Object.values(fax.tags ?? {})).map(String),
    urls: () => ['https://hook.clinic.example/1'],
  };

  test('are replaced in the fixture, but for the kinds that --keep names', async () => {
    const { answers, fixtureOf } = await recordLists(withUrl);
    const none = await fixtureOf();
    for (const kind of personalKinds) {
      // The rule for numbers makes numbers like those of the demo.
      const words = wordsOf[kind](answers).filter((word) => !/^\+1\d{3}55501/.test(word));
      const kept = await fixtureOf(kind);
      if (kind !== 'numbers') expect([kind, words.length > 0]).toEqual([kind, true]);
      // Cities and providers, which stay, may be values of tags too.
      const shown = kind === 'texts' ? JSON.stringify(parse(none).faxes) : none;
      expect([kind, words.filter((word) => shown.includes(word))]).toEqual([kind, []]);
      expect([kind, wordsOf[kind](answers).filter((word) => !kept.includes(word))]).toEqual([kind, []]);
      expect(none).not.toContain('(--keep)');
      expect(kept).toContain(`# ${kind}: as they are (--keep)`);
    }
    const pins = answers['port_orders'].flatMap((order: Json) => order.port_out_pin ?? []);
    // As a whole value: ids of faxes, which follow the time, can contain its digits.
    expect(pins.filter((pin: string) => new RegExp(`(?<!\\d)${pin}(?!\\d)`).test(none))).toEqual([]);
  });
});

test('a record with a value that no world takes is left out by name, and the fixture loads', async () => {
  const { fixtureOf } = await recordLists((line, answer) => {
    if (line.startsWith('GET /v2.1/faxes')) {
      const { data, ...rest } = JSON.parse(answer.body);
      const [first, ...others] = data;
      answer.body = JSON.stringify({ ...rest, data: [{ ...first, status: 'sending' }, ...others] });
    }
    if (line.includes('/services')) answer.body = answer.body.replace('"FINE"', '"COARSE"');
  });
  const fixture = await fixtureOf();
  expect(fixture.match(/^# left out: .*$/gm)).toEqual([
    expect.stringMatching(/^# left out: an entry of faxes: status must be .*, got "sending"$/),
    expect.stringMatching(/^# left out: an entry of services: resolution must be .*, got "COARSE"$/),
  ]);
  const world = await recording.simulator.world({ fixture, clock: 'manual' });
  expect((await world.faxes.list({ limit: 1000 })).faxes.length).toBeGreaterThan(40);
});
