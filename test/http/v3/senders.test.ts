import { describe, expect, test } from '@jest/globals';
import { hour, phoneNumber, recipient, sentFax } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';
import { projectIn } from '../../support/sinch.ts';

const [first, second, third] = ['+13142666714', '+13142666715', '+13142666716'] as const;
const fax = { to: '+12025550123', contentUrl: 'https://example.com/a' };

interface Suspension {
  readonly suspended?: readonly string[];
}

/** An account with three numbers, of which the third is on a service of its own. */
async function open({ suspended = [] }: Suspension = {}) {
  const phoneNumbers = [first, second, third].map((number) =>
    phoneNumber({ number, suspended: suspended.includes(number) }),
  );
  const world = openSimulator({ phoneNumbers });
  const project = projectIn(world);
  const { body: ward } = await project.post('/services').send({ name: 'Ward' }).expect(201);
  await world.anyone.put(`/_faxsim/services/${ward.id}/numbers/${third}`).expect(200);
  const { body: list } = await project.get('/services').expect(200);
  const senderOf = async (fields: object = {}) =>
    (
      await project
        .post('/faxes')
        .send({ ...fax, ...fields })
        .expect(200)
    ).body.from;
  return { world, project, ward: String(ward.id), own: String(list.services[0].id), senderOf };
}

describe('a send of v3 without from', () => {
  test('is from defaultFrom of its service', async () => {
    const { project, own, senderOf } = await open();
    await project.patch(`/services/${own}`).send({ defaultFrom: second }).expect(200);
    expect(await senderOf()).toBe(second);
  });

  test('is from the first number of its service where that has no default', async () => {
    const { ward, senderOf } = await open();
    expect([await senderOf(), await senderOf({ from: '' }), await senderOf({ serviceId: ward })]).toEqual([
      first,
      first,
      third,
    ]);
  });

  test('is from the first number of the account where the service has none', async () => {
    const { project, senderOf } = await open();
    const { body: empty } = await project.post('/services').send({ name: 'Empty' }).expect(201);
    expect(await senderOf({ serviceId: empty.id })).toBe(first);
  });

  test('passes over a default that is suspended or released', async () => {
    const { world, project, own, senderOf } = await open({ suspended: [first] });
    await project.patch(`/services/${own}`).send({ defaultFrom: first }).expect(200);
    expect(await senderOf()).toBe(second);
    await project.patch(`/services/${own}`).send({ defaultFrom: second }).expect(200);
    await world.live.delete(`/v2.1/phone_numbers/${second}`).expect(200);
    expect(await senderOf()).toBe(third);
  });

  test('gets a hint only where its default is suspended or released', async () => {
    const { world, project, own, ward, senderOf } = await open();
    const remarks = async () => {
      const { body } = await world.anyone.get('/_faxsim/requests').expect(200);
      return body.data.requests.at(-1).lint.filter(({ rule }: { rule: string }) => rule === 'default-from');
    };
    const hint = {
      rule: 'default-from',
      level: 'hint',
      parameter: 'from',
      message: expect.stringContaining('released'),
    };
    await project.patch(`/services/${own}`).send({ defaultFrom: second }).expect(200);
    await senderOf();
    expect(await remarks()).toEqual([]);
    await world.live.delete(`/v2.1/phone_numbers/${second}`).expect(200);
    for (const [fields, found] of [
      [{}, [hint]],
      [{ from: '' }, [hint]],
      [{ from: third }, []],
      [{ serviceId: ward }, []],
    ] as const) {
      await senderOf(fields);
      expect(await remarks()).toEqual(found);
    }
  });

  test.each([
    ['of an account without a number', [], 'POST /v2.1/phone_numbers with country_code=1 and area_code=225'],
    ['of suspended numbers alone', [phoneNumber({ suspended: true })], 'All numbers of the account are suspended'],
  ])('%s is refused, and makes no fax', async (_what, phoneNumbers, hint) => {
    const project = projectIn(openSimulator({ phoneNumbers }));
    const { body, headers } = await project.post('/faxes').send(fax).expect(422);
    const message = 'No From number was specified or available on the project for use.';
    expect(body).toMatchObject({
      message,
      details: { fieldViolations: [{ field: 'from', description: message }] },
    });
    expect(headers['x-faxsim-hint']).toContain(hint);
    expect((await project.get('/faxes').expect(200)).body.totalItems).toBe(0);
  });

  test('goes through after the remedy of the hint', async () => {
    const world = openSimulator();
    await world.live.post('/v2.1/phone_numbers').send('country_code=1&area_code=225').expect(200);
    const { body } = await projectIn(world).post('/faxes').send(fax).expect(200);
    expect(body.from).toMatch(/^\+1225/);
  });
});

describe('the faxes of one request', () => {
  const to = ['+12025550101', '+12025550102', '+12025550103'];

  test('are listed in the order of its numbers, also across pages, between those of other requests', async () => {
    const { project, senderOf } = await open();
    await senderOf({ to: '+12025550100' });
    const { body } = await project
      .post('/faxes')
      .send({ ...fax, to })
      .expect(200);
    await senderOf({ to: '+12025550104' });
    const listed: { id: string; to: string }[] = [];
    for (const page of [1, 2, 3]) {
      listed.push(...(await project.get(`/faxes?pageSize=2&page=${page}`).expect(200)).body.faxes);
    }
    expect(listed.map((one) => one.to)).toEqual(['+12025550104', ...to, '+12025550100']);
    expect(listed.slice(1, 4).map(({ id }) => id)).toEqual(body.faxes.map(({ id }: { id: string }) => id));
  });

  test('are paid for, but for one to the number for tests', async () => {
    const { world, project } = await open();
    const balance = () => world.simulator.parts.worlds.default.store.account.balanceCents;
    const before = balance();
    await project
      .post('/faxes')
      .send({ ...fax, to: ['+19898989898', '+12025550101'] })
      .expect(200);
    await world.clock.advance(hour);
    expect(before - balance()).toBe(7);
  });
});

test('each of 5,000 numbers of one fax has an id that finds it', async () => {
  const recipients = Array.from({ length: 5000 }, (_, at) =>
    recipient({ number: `+1202${String(5_550_000 + at)}`, status: 'success' }),
  );
  const many = sentFax({ recipients });
  const project = projectIn(openSimulator({ faxes: [many] }));
  for (const index of [0, 4095, 4096, 4999]) {
    const { body } = await project.get(`/faxes/${project.idOf(many, index)}`).expect(200);
    expect(body.to).toBe(recipients[index]!.number);
  }
});
