import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const root = new URL('../', import.meta.url).pathname;

// The walls need no types, and the files of these tests do not exist.
const eslint = new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked] });

async function brokenWalls(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: `${root}${file}` });
  const walls = ['@typescript-eslint/no-restricted-imports', 'no-restricted-syntax'];
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? 'none').filter((rule) => walls.includes(rule));
}

describe('lint refuses', () => {
  test.each([
    ['src/shared/objects.ts', `import type { Fax } from '../domain/fax.ts';`],
    ['src/domain/fax.ts', `import { Store } from '../store/store.ts';`],
    ['src/domain/fax.ts', `import type { World } from '../worlds/world.ts';`],
    ['src/domain/fax.ts', `import { hash } from 'node:crypto';`],
    ['src/domain/fax.ts', `import { hash } from 'crypto';`],
    ['src/domain/fax.ts', `import { faker } from '@faker-js/faker';`],
    ['src/domain/fax.ts', `import './../store/store.ts';`],
    ['src/domain/fax.ts', `export * from '../wire/fields.ts';`],
    ['src/domain/fax.ts', `const store = await import('../store/store.ts');`],
    ['src/numbering/e164.ts', `import type { Fax } from '../domain/fax.ts';`],
    ['src/wire/v2/faxes.ts', `import { sendFax } from '../../operations/faxes.ts';`],
    ['src/wire/v2/faxes.ts', `import { simulator } from '../../simulator.ts';`],
    ['src/wire/v2/faxes.ts', `import express from 'express';`],
    ['src/store/store.ts', `import { listFaxes } from '../operations/faxes.ts';`],
    ['src/store/store.ts', `import type { WorldDisk } from '../persistence/world-disk.ts';`],
    ['src/store/store.ts', `import { Low } from 'lowdb';`],
    ['src/operations/faxes.ts', `import { openDataDirectory } from '../persistence/data-directory.ts';`],
    ['src/operations/faxes.ts', `import { faxBody } from '../wire/v2/faxes.ts';`],
    ['src/operations/faxes.ts', `import { createWorld } from '../worlds/world.ts';`],
    ['src/http/routes/v2.ts', `import { Store } from '../../store/store.ts';`],
    ['src/http/routes/v2.ts', `import { object } from 'valibot';`],
    ['src/http/authenticate.ts', `import type { Request } from 'express';`],
    ['src/http/delay.ts', `import type { ServerResponse } from 'node:http';`],
    ['src/http/app.ts', `import { createWorld } from '../worlds/world.ts';`],
    ['fixtures/demo.ts', `import { Store } from '../src/store/store.ts';`],
    ['src/simulator.ts', `import { demo } from '../fixtures/demo.ts';`],
    ['src/index.ts', `import { generate } from '../fixtures/catalogue.ts';`],
    ['src/index.ts', `import { createApp } from './http/app.ts';`],
    ['src/commands/start.ts', `import { createSimulator } from '../simulator.ts';`],
  ])('in %s: %s', async (file, code) => {
    expect(await brokenWalls(file, code)).toHaveLength(1);
  });
});

describe('lint allows', () => {
  test.each([
    ['src/domain/fax.ts', `import { omitUndefined } from '../shared/objects.ts';`],
    ['src/wire/v2/faxes.ts', `import { errorText } from '../../shared/errors.ts';`],
    ['src/domain/fax.ts', `import type { FaxError } from './fax-error.ts';`],
    ['src/wire/v2/faxes.ts', `import { faxBody } from '../v1/faxes.ts'; import { iso } from '../time.ts';`],
    ['src/wire/v2/faxes.ts', `import { Refusal } from '../../domain/refusal.ts'; import * as v from 'valibot';`],
    ['src/numbering/e164.ts', `import { parse } from 'libphonenumber-js/min';`],
    ['src/persistence/lock.ts', `import { Low } from 'lowdb'; import { Store } from '../store/store.ts';`],
    ['src/http/app.ts', `import type { World } from '../worlds/world.ts'; import type { Schema } from 'valibot';`],
    ['fixtures/demo.ts', `import type { Contents } from '../src/store/contents.ts';`],
    [
      'src/simulator.ts',
      `import { createApp } from './http/app.ts'; import { HostedWorld } from './worlds/hosted-world.ts';`,
    ],
    ['src/index.ts', `import { createSimulator } from './simulator.ts';`],
    ['src/index.ts', `const { generate } = await import('../fixtures/catalogue.ts');`],
  ])('in %s: %s', async (file, code) => {
    expect(await brokenWalls(file, code)).toEqual([]);
  });
});

describe('the modules', () => {
  const files = ['src', 'fixtures'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => posix.join(folder, name)),
  );
  const importsOf = new Map(files.map((file) => [file, relativeImports(file)]));

  function relativeImports(file: string): string[] {
    const text = readFileSync(`${root}${file}`, 'utf8');
    return [...text.matchAll(/^(?:import|export|\}) .*?'(\.[^']*)';$/gm)].map(([, specifier = '']) =>
      posix.join(posix.dirname(file), specifier),
    );
  }

  /** The first way that leads from the end of a trail back onto it. */
  function cycleFrom(trail: readonly string[], done: Set<string>): readonly string[] | undefined {
    const file = trail.at(-1) ?? '';
    for (const next of importsOf.get(file) ?? []) {
      if (trail.includes(next)) return [...trail.slice(trail.indexOf(next)), next];
      const cycle = done.has(next) ? undefined : cycleFrom([...trail, next], done);
      if (cycle !== undefined) return cycle;
    }
    done.add(file);
    return undefined;
  }

  test('do not import each other in a circle, not even for types', () => {
    const done = new Set<string>();
    expect(files.map((file) => cycleFrom([file], done)).filter((cycle) => cycle !== undefined)).toEqual([]);
  });

  test('all stand behind a wall', async () => {
    const configs = await Promise.all(files.map((file) => eslint.calculateConfigForFile(`${root}${file}`)));
    const isOpen = configs.map(({ rules }) => !('@typescript-eslint/no-restricted-imports' in rules));
    expect(files.filter((_file, at) => isOpen[at])).toEqual([]);
  });

  test('are all known to this test', () => {
    expect([...importsOf.values()].flat().filter((file) => !importsOf.has(file))).toEqual([]);
  });
});

test('the shared functions have at most 130 lines together', () => {
  const files = readdirSync(`${root}src/shared`).map((name) => readFileSync(`${root}src/shared/${name}`, 'utf8'));
  expect(files.flatMap((text) => text.trimEnd().split('\n')).length).toBeLessThanOrEqual(130);
});
