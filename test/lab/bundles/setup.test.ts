import { expect, test } from '@jest/globals';
import { compareSetups } from '../../../src/lab/bundles/setup.ts';
import { formatVersion } from '../../../src/store/memory/format-version.ts';
import { readState } from '../../../src/lab/bundles/sides.ts';

const now = Date.parse('2031-01-01T00:00:00Z');
const exported = {
  format: 'faxsim world',
  version: formatVersion,
  seed: 1,
  pace: 'real',
  clock: { now, speed: 0 },
  scenarios: [{ name: 'outage', by: 'control' }],
  contents: {},
};

/** The lines of each setting that differs. */
function differences(one: object, other: object) {
  const [first, second] = [one, other].map((changed) => readState({ ...exported, ...changed }, 'x').setup);
  const differing = compareSetups(first!, second!).filter(({ grade }) => grade === 'differs');
  return Object.fromEntries(differing.map(({ what, differences }) => [what, differences]));
}

test('two worlds with the same setup have no difference', () => {
  expect(differences({}, {})).toEqual({});
  expect(differences({}, { clock: { now: now + 999, speed: 0 } })).toEqual({});
});

test('each difference of two worlds in clock, scenarios, seed and pace has its name', () => {
  const busy = { name: 'busy-line(number=+1%20202%20555%200150)', by: 'control' };
  const other = { clock: { now: now + 3_600_000, speed: 2 }, seed: 2, pace: 'fast', scenarios: [busy] };
  expect(differences({}, other)).toEqual({
    clock: ['time: 2031-01-01T00:00:00Z, then 2031-01-01T01:00:00Z', 'speed: 0 (frozen), then 2'],
    scenarios: ['outage is on in the first only', 'busy-line(number=+1 202 555 0150) is on in the second only'],
    seed: ['1, then 2'],
    pace: ['real, then fast'],
  });
});

test('a scenario with other rules and another order of precedence are differences', () => {
  const [outage] = exported.scenarios;
  const own = { name: 'own', by: 'control', source: 'a' };
  expect(differences({ scenarios: [own] }, { scenarios: [{ ...own, source: 'b' }] })).toEqual({
    scenarios: ['own has other rules in the second'],
  });
  expect(differences({ scenarios: [own, outage] }, { scenarios: [outage, own] })).toEqual({
    scenarios: ['they have another order of precedence in the second'],
  });
});

test('frozen clocks differ by a second, and running clocks by more than a minute at their speed', () => {
  const at = (ms: number, speed: number) => ({ clock: { now: now + ms, speed } });
  expect(differences(at(0, 0), at(1000, 0))).toHaveProperty('clock');
  expect(differences(at(0, 60), at(3_600_000, 60))).toEqual({});
  expect(differences(at(0, 60), at(3_601_000, 60))).toHaveProperty('clock');
});
