import { expect, test } from '@jest/globals';
import { generate } from '../../fixtures/catalogue.ts';
import { readFixture } from '../../src/control/fixture-files/load-fixture.ts';
import { dataTimeAt, WorldRecipes } from '../../src/worlds/making/recipes.ts';
import type { FixtureSources, WorldRecipe } from '../../src/worlds/making/recipes.ts';
import { plainDocuments } from '../support/documents.ts';
import { standstill } from '../support/clock.ts';
import { noon } from '../support/examples.ts';

const recipe: WorldRecipe = {
  fixture: 'demo',
  fixtureSize: 10,
  seed: 7,
  dataTime: noon,
  account: {},
  time: undefined,
  speed: 0,
  scenarios: [],
  pace: 'real',
};

/** Sources that note the fixtures which they generate. */
function counting() {
  const generated: string[] = [];
  const sources: FixtureSources = {
    generate: (name, options) => {
      generated.push(name);
      return generate(name, options);
    },
    readFile: readFixture,
  };
  return { generated, sources };
}

test('the simulators of a process generate a small fixture once', async () => {
  const { generated, sources } = counting();
  const [first, second] = [1, 2].map(() => new WorldRecipes(plainDocuments(), sources, standstill));
  const states = [await first?.stateOf(recipe), await second?.stateOf(recipe)];
  expect(states[1]?.store).toBe(states[0]?.store);
  expect(generated).toEqual(['demo']);
});

test('each simulator generates a large fixture for itself, since its records would stay in memory', async () => {
  const { generated, sources } = counting();
  for (const recipes of [1, 2].map(() => new WorldRecipes(plainDocuments(), sources, standstill)))
    await recipes.stateOf({ ...recipe, fixture: 'large' });
  expect(generated).toEqual(['large', 'large']);
});

test('the data of worlds leads up to the last full minute', () => {
  expect(dataTimeAt(noon + 59_999)).toBe(noon);
});
