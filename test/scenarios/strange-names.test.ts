import { describe, expect, test } from '@jest/globals';
import { lintScenario } from '../../src/scenarios/load.ts';
import { openSimulator, refusalOf } from '../support/simulator.ts';

const faultsOf = (rule: string, above = ''): readonly string[] =>
  lintScenario('a.yaml', `name: a\ndescription: b\n${above}rules:\n  - ${rule}\n`).faults;

/** Names that every JavaScript object has. */
const names = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty'];
/** Of these, the ones that no mapping of the user’s own names keeps. */
const dropped = names.slice(0, 3);

describe('a scenario file has no silent names', () => {
  test.each(names)('as a key of a rule, of its effects and of its conditions: %s', (name) => {
    const partsOf = (rule: string) =>
      faultsOf(rule).map((fault) => /^a.yaml:4: rule x: (\S+) (?:is|cannot)/.exec(fault)?.[1]);
    const rule = `{ id: x, on: listFaxes, ${name}: 1, where: { ${name}: 1 }, do: { fail: invalid, ${name}: 1 } }`;
    expect(partsOf(rule).toSorted()).toEqual([name, `where.${name}`, `do.${name}`].toSorted());
    expect(partsOf(`{ id: x, on: '*', where: { fax.id: { ${name}: 1 } }, do: { fail: invalid } }`)).toEqual([
      `where.fax.id.${name}`,
    ]);
  });

  test.each(dropped)('as a header, and as a parameter: %s', (name) => {
    const headers = `{ id: x, on: getFax, do: { respond: { status: 200, headers: { ${name}: y } } } }`;
    expect(faultsOf(headers)).toEqual([`a.yaml:4: rule x: do.respond.headers.${name} cannot be a name here`]);
    const params = faultsOf('{ id: x, on: getFax, do: { fail: invalid } }', `params: { ${name}: 1 }\n`);
    expect(params).toEqual([`a.yaml:3: params.${name} cannot be a name here`]);
  });

  test('as unknown facts beside a faulty condition', () => {
    const faults = faultsOf('{ id: x, on: getFax, where: { fax.idd: 1, fax.id: [1] }, do: { fail: invalid } }');
    expect(faults.map((fault) => /where\.(\S+) /.exec(fault)?.[1]).toSorted()).toEqual(['fax.id', 'fax.idd']);
  });

  test('also if several keys of one mapping are unknown', () => {
    const faults = faultsOf('{ id: x, on: getFax, one: 1, two: 2, do: { fail: invalid, three: 3, four: 4 } }');
    expect(faults.map((fault) => /: (\S+) is not known here/.exec(fault)?.[1]).toSorted()).toEqual([
      ...['do.four', 'do.three', 'one', 'two'],
    ]);
  });
});

test.each(dropped)('a rule cannot be switched on with a condition that is dropped: %s', async (name) => {
  const { anyone, live } = openSimulator();
  const source = `{"name":"a","description":"b","rules":[{"id":"x","on":"listFaxes","where":{"${name}":"1"},"do":{"fail":"invalid"}}]}`;
  expect(await refusalOf(anyone.post('/_faxsim/scenarios').send({ source }))).toContain(name);
  await live.get('/v2/faxes').expect(200);
});

describe('the control API has no silent names', () => {
  test.each(names)('as an unknown parameter: %s', async (name) => {
    const { anyone } = openSimulator();
    const body = `{"${name}":1}`;
    const sent = anyone.patch('/_faxsim/settings').type('json').send(body);
    expect(await refusalOf(sent)).toMatch(new RegExp(`^${name} is not known here`));
  });

  test.each(dropped)('in conditions on parameters, and in a comparison: %s', async (name) => {
    const { anyone, live } = openSimulator();
    await live.get('/v2/faxes').expect(200);
    const verify = (params: string) =>
      refusalOf(anyone.post('/_faxsim/requests/verify').type('json').send(`{"params":${params}}`));
    expect(await verify(`{"${name}":"x"}`)).toBe(`params[${name}] cannot be a name here`);
    expect(await verify(`{"to":{"${name}":"x"}}`)).toContain('params[to] must be a value');
  });
});
