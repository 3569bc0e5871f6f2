import { expect, test } from '@jest/globals';
import { directions, faxStatuses } from '../../src/model/domain/fax.ts';
import { portOrderStatuses } from '../../src/model/domain/port-order.ts';
import { absenceOf, comparableFields, itemFields, plainFacts } from '../../src/scenarios/facts.ts';
import { lintScenario } from '../../src/scenarios/load.ts';
import { simulateCall } from '../../src/service/operations/inbound-faxes.ts';
import { account, phoneNumber, portOrderParams } from '../support/examples.ts';
import { answering } from '../support/posts.ts';
import { openSimulator } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

const events = ['fax', 'webhook', 'portOrder'] as const;

const facts = [
  ...plainFacts,
  'fax.tags.case',
  ...Object.entries({ ...comparableFields, ...itemFields }).flatMap(([record, fields]) =>
    fields.filter((field) => field !== 'tags').map((field) => `${record}.${field}`),
  ),
];

const known = events.flatMap((on) =>
  facts.filter((fact) => absenceOf(fact, [on]) === undefined).map((fact) => rule(on, `${fact}: { exists: true }`)),
);

/** Rules about a status of a fax, of one direction and of both, and of an order. */
const statuses = [
  ...(['fax', 'webhook'] as const).flatMap((on) =>
    ['', ...directions.map((direction) => `, fax.direction: ${direction}`)].flatMap((more) =>
      faxStatuses.map((status) => rule(on, `fax.status: ${status}${more}`)),
    ),
  ),
  ...portOrderStatuses.map((status) => rule('portOrder', `order.status: ${status}`)),
  ...portOrderStatuses.map((status) => rule('portOrder', `order.port_numbers.status: ${status}`)),
];

function rule(on: (typeof events)[number], where: string): string {
  const effect = on === 'portOrder' ? 'course: [{ after: 1s, status: rejected }]' : 'delay: 1ms';
  return `{ id: x, on: ${on}, where: { ${where} }, do: { ${effect} } }`;
}

const warningsOf = (given: string): readonly string[] =>
  lintScenario('a.yaml', `name: a\ndescription: b\nrules:\n  - ${given}\n`).warnings;

const isNever = (given: string): boolean => warningsOf(given).some((warning) => warning.includes('never'));

const own = '+13142666714';
const billing = {
  ...{ billing_number: '+12025550170', billing_address1: '1 Main St', billing_city: 'Springfield' },
  ...{ billing_state: 'Illinois', billing_zip: '62701' },
};

/**
 * Those of the rules that fire in a world in which faxes and orders of all kinds are made, and their webhooks posted.
 * Each rule fires once and leaves later events to the others, until a round of events fires none.
 */
async function firing(given: readonly string[]): Promise<string[]> {
  const world = openSimulator({
    account: account({
      ...{ sendCallbackUrl: 'http://localhost:3000/', receiveCallbackUrl: 'http://localhost:3000/' },
      ...{ inflightWebhooks: true, faxRetries: 1, webhookVersion: 'v2.1' },
    }),
    phoneNumbers: [phoneNumber({ number: own })],
    parts: { post: answering(200) },
  });
  world.switchOn(...given.map((text, index) => text.replace('id: x', `id: r${index}, times: 1`)));
  const { scenarios } = world.simulator.parts.worlds.default;
  const fired = () => given.filter((_text, index) => (scenarios.report()[index]?.fired ?? 0) > 0);
  let before = -1;
  for (let ported = 2000; before < fired().length; ported++) {
    before = fired().length;
    await passRound(world, ported);
  }
  return fired();
}

async function passRound({ send, live, clock, simulator }: World, ported: number): Promise<void> {
  const { default: context } = simulator.parts.worlds;
  await send({ caller_id: own, 'tag[case]': '4711' }).expect(200);
  await send({ to: '+15555551017' }).expect(200);
  await send({ 'to[]': ['+12025550123', '+15555551017'] }).expect(200);
  await send({ batch_delay: '60' }).expect(200);
  await simulateCall(context, { to: own });
  await simulateCall(context, { to: own, error: 34 });
  const order = { name_of_business: 'A', port_out_pin: '1234', port_type: 'business', ...billing };
  const numbers = { 'port_numbers[]': `+1202555${ported}` };
  await live
    .post('/v2.1/port_orders')
    .type('form')
    .send({ ...portOrderParams, ...order, ...numbers })
    .expect(200);
  await clock.runUntilIdle();
}

test('a rule on faxes fires for the pages of a document that is not converted yet, also of one that is resent', async () => {
  const world = openSimulator();
  world.switchOn(
    '{ id: x, on: fax, where: { fax.num_pages: { gt: 1 } }, do: { course: [{ after: 1s, status: failure, error: 17 }] } }',
  );
  const { clock } = world;
  const [short, long] = [await world.sent(), await world.sent({}, { text: 'page\fpage' })];
  await clock.runUntilIdle();
  expect(await world.fax(short)).toMatchObject({ status: 'success', num_pages: 1 });
  expect(await world.fax(long)).toMatchObject({ status: 'failure', error_id: 17 });
  world.simulator.parts.worlds.default.scenarios.switchOff('given');
  const again = await world.sent({}, { text: 'page\fpage' });
  await clock.runUntilIdle();
  world.switchOn(
    '{ id: x, on: fax, where: { fax.num_pages: 2 }, do: { course: [{ after: 1s, status: failure, error: 17 }] } }',
  );
  const { body } = await world.live.post(`/v2.1/faxes/${again}/resend`).expect(200);
  await clock.runUntilIdle();
  expect(await world.fax(body.data.id)).toMatchObject({ status: 'failure', error_id: 17 });
});

test('a check of a rule on a later status says when the rule is matched and what to write instead', () => {
  const [warning = ''] = warningsOf(rule('fax', 'fax.status: success'));
  expect(warning).toContain('matches received faxes only: when it is created, a sent fax is queued or pendingbatch');
  expect(warning).toContain('for a later status use on: webhook or on: getFax');
});

test('a check takes no rule about a fact that is never known then', async () => {
  expect(known.filter(isNever)).toEqual([]);
  expect(await firing(known)).toEqual(known);
});

test('a check says of a rule about a status that it never fires if no event has that status', async () => {
  expect(await firing(statuses)).toEqual(statuses.filter((given) => !isNever(given)));
});
