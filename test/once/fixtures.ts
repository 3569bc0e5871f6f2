import { generate } from '../../fixtures/catalogue.ts';
import type { FixtureOptions } from '../../fixtures/catalogue.ts';
import type { FixtureName } from '../../src/model/domain/fixture-name.ts';
import type { Contents } from '../../src/store/memory/contents.ts';

const generated = new Map<string, Promise<Contents>>();

/** A fixture, generated once per process. */
export function fixture(name: FixtureName, options: FixtureOptions): Promise<Contents> {
  const key = JSON.stringify([name, options]);
  const contents = generated.get(key) ?? generate(name, options);
  generated.set(key, contents);
  return contents;
}
