import { isFixtureText } from '../../model/domain/fixture-name.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { SettingName } from '../../model/settings/settings.ts';
import { CliError, FaultyFile } from '../../model/shared/errors.ts';
import type { Origin } from '../../store/disk/world-file.ts';
import type { WorldRecipe, WorldRecipes } from './recipes.ts';

/** The options that decide the records and ids of a world; undefined if an option was not given. */
interface AskedOrigin {
  readonly data: string | undefined;
  readonly fixture: WorldRecipe['fixture'] | undefined;
  readonly fixtureSize: number | undefined;
  readonly seed: number | undefined;
}

/**
 * Throws a CliError if the world of a data directory has another origin than the given options. With another seed, its faxes
 * would have other ids in v3.
 */
export async function assertSameOrigin(origin: Origin, asked: AskedOrigin, recipes: WorldRecipes): Promise<void> {
  const { data = '', fixture, fixtureSize, seed } = asked;
  if (fixture !== undefined) await assertSameFixture(origin, { data, fixture, recipes });
  if (seed !== undefined && seed !== origin.seed) {
    refuseOther('seed', `${data} was made with the seed ${origin.seed}, not with ${seed}`, 'seed');
  }
  if (fixtureSize !== undefined && fixtureSize !== origin.fixtureSize && origin.fixture === 'large') {
    refuseOther('fixtureSize', `${data} was made with ${origin.fixtureSize} faxes, not with ${fixtureSize}`, 'size');
  }
}

interface AskedFixture {
  readonly data: string;
  readonly fixture: WorldRecipe['fixture'];
  readonly recipes: WorldRecipes;
}

async function assertSameFixture(origin: Origin, { data, fixture, recipes }: AskedFixture): Promise<void> {
  if (fixture !== origin.fixture) {
    const made = isFixtureText(origin.fixture) ? 'a text' : `the fixture ${origin.fixture}`;
    const given = isFixtureText(fixture) ? 'this text' : fixture;
    refuseOther('fixture', `${data} was made from ${made}, not from ${given}`, 'fixture');
  }
  const hash = await recipes.hashOf(fixture).catch(explainFixture);
  if (origin.fixtureHash === undefined || hash === origin.fixtureHash) return;
  refuseOther('fixture', `${data} was made from ${fixture} before that file was changed`, 'fixture');
}

function refuseOther(setting: SettingName, fact: string, word: string): never {
  const advice = `leave out the ${word} to go on with these records, or give the new one a directory of its own`;
  throw new CliError(`${fact}: ${advice}`, { setting });
}

/** Throws a CliError in place of an error about a fixture. */
export function explainFixture(error: unknown): never {
  if (error instanceof Refusal) throw new CliError(error.message, { setting: 'scenarios' });
  if (!(error instanceof FaultyFile)) throw error;
  const { faults } = error;
  // Faults have semicolons of their own.
  const text = faults.length === 1 ? faults.join() : `${faults.length} faults\n  ${faults.join('\n  ')}`;
  throw new CliError(text, { setting: 'fixture' });
}
