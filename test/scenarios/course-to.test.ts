import { describe, expect, test } from '@jest/globals';
import { openSimulator } from '../support/simulator.ts';

const [good, bad, other] = ['+12025550196', '+12025550195', '+12025550197'];

const busy = (to: string): string =>
  `{ id: busy, on: fax, do: { course: [{ after: 1s, status: inprogress }, { after: 1s, status: failure, error: 17, to: ${to} }] } }`;

/** The status of a fax, and the statuses of its recipients. */
async function statusesOf(world: Pick<ReturnType<typeof openSimulator>, 'live'>, id: number) {
  const { body } = await world.live.get(`/v2.1/faxes/${id}`).expect(200);
  const { status, recipients } = body.data as { status: string; recipients: { status: string }[] };
  return [status, ...recipients.map((recipient) => recipient.status)];
}

describe('a step of a course with `to`', () => {
  test.each([
    [`'${bad}'`, [good, bad], ['partialsuccess', 'success', 'failure']],
    [`'${bad}'`, [bad, good, bad], ['partialsuccess', 'failure', 'success', 'failure']],
    [`{ in: ['${bad}', '${other}'] }`, [bad, other], ['failure', 'failure', 'failure']],
    [`{ not: '${bad}' }`, [good, bad], ['partialsuccess', 'failure', 'success']],
    [`{ contains: '' }`, [good, bad], ['failure', 'failure', 'failure']],
    [`'${other}'`, [good, bad], ['success', 'success', 'success']],
    [`'${other}'`, [good], ['success', 'success']],
  ])('that is %s ends a fax to %j as %j', async (to, numbers, statuses) => {
    const world = openSimulator();
    world.switchOn(busy(to));
    const id = await world.sent({ 'to[]': numbers });
    await world.clock.runUntilIdle();
    expect(await statusesOf(world, id)).toEqual(statuses);
  });

  test('fails a received fax only if its number meets the condition', async () => {
    const world = openSimulator();
    world.switchOn(busy(`'${bad}'`));
    for (const to of [good, bad]) await world.anyone.post('/_faxsim/receive').send({ to }).expect(200);
    await world.clock.runUntilIdle();
    const faxes: unknown = await world.receivedFaxes();
    expect(faxes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ to_number: good, status: 'success' }),
        expect.objectContaining({ to_number: bad, status: 'failure' }),
      ]),
    );
  });

  test('lasts in an exported world', async () => {
    const here = openSimulator();
    here.switchOn(busy(`'${bad}'`));
    const id = await here.sent({ 'to[]': [good, bad] });
    const { body } = await here.anyone.get('/_faxsim/export').expect(200);
    const there = openSimulator();
    await there.anyone
      .post('/_faxsim/import')
      .send({ ...body.data, scenarios: [] })
      .expect(200);
    await there.simulator.parts.worlds.default.clock.runUntilIdle();
    expect(await statusesOf(there, id)).toEqual(['partialsuccess', 'success', 'failure']);
  });
});
