import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { holds } from '../../src/scenarios/fact-tests.ts';
import { openSimulator } from '../support/simulator.ts';

const number = '+12025550177';
const spellings = [
  '+1 202 555 0177',
  '+1 (202) 555-0177',
  '(202) 555-0177',
  '202.555.0177',
  '1-202-555-0177',
  '001 202 555 0177',
  '011 1 202 555 0177',
];

describe('a number in a rule is the same however it is written', () => {
  test.each(spellings)('%s', (written) => {
    expect(holds(written, number)).toBe(true);
    expect(holds(written, ['+442079460018', number])).toBe(true);
    expect(holds({ in: [written] }, number)).toBe(true);
    expect(holds({ not: written }, number)).toBe(false);
    expect(holds({ contains: written }, number)).toBe(true);
    expect(holds({ contains: written.slice(-8) }, number)).toBe(true);
    expect(holds(number, written)).toBe(true);
    expect(holds(written, '+12025550178')).toBe(false);
    expect(holds({ contains: written }, '+12025550178')).toBe(false);
  });

  test('as the console writes it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9]\d{7,14}$/), (any) => {
        expect([holds(phoneText(any), any), holds({ contains: phoneText(any) }, any)]).toEqual([true, true]);
      }),
    );
  });

  test('and texts that are no numbers stay as they are', () => {
    expect(holds('2025550177', '202 555 0177')).toBe(false); // an id, and not a number
    expect(holds({ contains: '555 01' }, 'case 555-01')).toBe(false);
    expect(holds({ contains: '1 2' }, '+12')).toBe(false);
  });
});

describe.each(spellings)('with the number %s', (written) => {
  test.each(['busy-line', 'busy-then-answered'])('%s fires for its faxes alone', async (name) => {
    const { anyone, sent, clock, faxesNow } = opened();
    const on = `${name}(number=${encodeURIComponent(written).replaceAll(/[()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)})`;
    await anyone.post('/_faxsim/scenarios').send({ on }).expect(200);
    await sent({ to: number });
    await sent({ to: '+12025550199' });
    await clock.runUntilIdle();
    expect(await faxesNow()).toEqual([
      ['+12025550199', 'success', null],
      [number, 'failure', 17],
    ]);
  });

  test.each(['busy-line', 'busy-then-answered'])('%s fails it alone among the recipients of a fax', async (name) => {
    const { anyone, sent, clock, fax } = opened();
    const on = `${name}(number=${encodeURIComponent(written).replaceAll(/[()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)})`;
    await anyone.post('/_faxsim/scenarios').send({ on }).expect(200);
    const scripted = await sent({ 'to[]': ['+12025550196', number] });
    const magic = await sent({ 'to[]': ['+12025550196', '+15555551017'] });
    await clock.runUntilIdle();
    const [found, usual] = [await fax(scripted), await fax(magic)];
    expect(found).toMatchObject({ status: 'partialsuccess', error_id: 17 });
    expect(resultsOf(found)).toEqual(resultsOf(usual));
  });

  test('requests are found by their parameter', async () => {
    const { anyone, sent } = opened();
    await sent({ to: number });
    const { body } = await anyone.get('/_faxsim/requests/count').query({ 'params[to]': written }).expect(200);
    expect(body).toMatchObject({ data: { count: 1 } });
    const faxes = await anyone.get('/_faxsim/faxes').query({ number: written }).expect(200);
    expect(faxes.body).toMatchObject({ data: { total: 1 } });
    const searched = await anyone
      .get('/_faxsim/faxes')
      .query({ q: `${written.slice(-8)} queued` })
      .expect(200);
    expect(searched.body).toMatchObject({ data: { total: 1 } });
  });
});

/** The fax and its recipients, without ids, times and numbers. */
function resultsOf(fax: unknown) {
  const { status, cost, num_pages: pages, error_id: error, recipients } = fax as Record<string, unknown>;
  const results = (recipients as Record<string, unknown>[]).map((result) => ({ ...result, phone_number: 'any' }));
  return { status, cost, pages, error, results };
}

function opened() {
  const world = openSimulator();
  const faxesNow = async () => {
    const { body } = await world.anyone.get('/_faxsim/faxes').expect(200);
    const { data } = body as {
      data: { faxes: { status: string; recipients: { number: string }[]; error: { id: number } | null }[] };
    };
    return data.faxes.map(({ recipients, status, error }) => [recipients[0]?.number, status, error?.id ?? null]);
  };
  return { ...world, faxesNow };
}
