import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const root = new URL('../', import.meta.url).pathname;

// The walls need no types, and the files of these tests do not exist.
const withoutTypes = [tseslint.configs.disableTypeChecked, { rules: { 'compiler/errors': 'off' } } as const];
const eslint = new ESLint({ cwd: root, overrideConfig: withoutTypes });

async function brokenWalls(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: `${root}${file}` });
  const walls = [
    '@typescript-eslint/no-restricted-imports',
    'no-restricted-syntax',
    'regexp/no-super-linear-backtracking',
    'regexp/no-super-linear-move',
  ];
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? 'none').filter((rule) => walls.includes(rule));
}

describe('lint refuses', () => {
  test.each([
    ['src/model/domain/fax.ts', `import { Store } from '../../store/memory/store.ts';`],
    ['src/model/domain/fax.ts', `import type { World } from '../../worlds/world.ts';`],
    ['src/model/domain/fax.ts', `import { faker } from '@faker-js/faker';`],
    ['src/model/domain/fax.ts', `import './../../store/memory/store.ts';`],
    ['src/model/domain/fax.ts', `export * from '../../wire/fields.ts';`],
    ['src/model/domain/fax.ts', `const store = await import('../../store/memory/store.ts');`],
    ['src/wire/v2/faxes.ts', `import { sendFax } from '../../service/operations/faxes.ts';`],
    ['src/wire/v2/faxes.ts', `import { simulator } from '../../simulator.ts';`],
    ['src/wire/v2/faxes.ts', `import express from 'express';`],
    ['src/wire/v2/faxes.ts', `import { hash } from 'node:crypto';`],
    ['src/store/memory/store.ts', `import { listFaxes } from '../../service/operations/faxes.ts';`],
    ['src/scenarios/engine.ts', `import type { World } from '../worlds/world.ts';`],
    ['src/service/operations/faxes.ts', `import { createWorld } from '../../worlds/world.ts';`],
    ['src/service/webhooks/attempt.ts', `import { world } from '../../control/worlds.ts';`],
    ['src/worlds/making/recipes.ts', `const { generate } = await import('../../../fixtures/catalogue.ts');`],
    ['src/worlds/world.ts', `import { controlRoute } from '../control/control-route.ts';`],
    ['src/control/faxes.ts', `import { createApp } from '../http/app.ts';`],
    ['src/http/app.ts', `import { sweep } from '../lab/sweep/sweep.ts';`],
    ['src/http/app.ts', `import { startSimulator } from '../index.ts';`],
    ['src/lab/sweep/sweep.ts', `import { start } from '../../cli/start.ts';`],
    ['src/lab/sweep/judge.ts', `import { World } from '../../worlds/world.ts';`],
    ['src/lab/sweep/report/sections.ts', `import type { Fax } from '../../../model/domain/fax.ts';`],
    ['src/lab/achievements/deeds.ts', `import { judge } from '../sweep/judge.ts';`],
    ['src/lab/achievements/run-record.ts', `import { hash } from 'node:crypto';`],
    ['src/lab/sweep/sweep.ts', `import { comparePrograms } from '../parity/parity.ts';`],
    ['src/lab/parity/lists.ts', `import type { ObservedRequest } from '../../worlds/journal/observed-request.ts';`],
    ['src/package/jest/matchers.ts', `import { startSimulator } from '../../index.ts';`],
    ['src/package/jest/matchers.ts', `import { loadBundle } from '../../lab/bundles/bundle-file.ts';`],
    ['src/package/testcontainers/faxsim-container.ts', `import { createApp } from '../../http/app.ts';`],
    ['src/package/entry.ts', `import { createSimulator } from '../simulator.ts';`],
    ['src/index.ts', `import { entry } from './package/entry.ts';`],
    ['src/lab/sweep/sweep.ts', `import { closeAfterTests } from '../../package/close-after-tests.ts';`],
    ['src/lab/migrate/report.ts', `import { readFile } from 'node:fs/promises';`],
    ['src/index.ts', `import { start } from './cli/start.ts';`],
    ['console/main.tsx', `import { jsonReport } from '../src/lab/sweep/report/json.ts';`],
    ['console/main.tsx', `import { World } from '../src/worlds/world.ts';`],
    ['fixtures/demo.ts', `import type { World } from '../src/worlds/world.ts';`],
    [
      'src/worlds/history/bundled-secrets.ts',
      `export const any = (texts: string[]) => new RegExp(texts.join('|'), 'g');`,
    ],
    ['src/http/app.ts', `export const made = (text: string) => RegExp(text);`],
    ['src/cli/help.ts', `export const bare = (url: string) => url.replace(/\\/+$/, '');`],
    ['console/screens/guide-text.ts', `export const parts = (url: string) => /^(.*?)\\((.*)\\)$/s.exec(url);`],
  ])('in %s: %s', async (file, code) => {
    expect(await brokenWalls(file, code)).toHaveLength(1);
  });
});

describe('lint allows', () => {
  test.each([
    ['src/model/domain/fax.ts', `import { omitUndefined } from '../shared/objects.ts';`],
    ['src/model/domain/fax.ts', `import type { FaxError } from './fax-error.ts';`],
    ['src/wire/v2/faxes.ts', `import { faxBody } from '../v1/faxes.ts'; import { iso } from '../time.ts';`],
    ['src/wire/v2/faxes.ts', `import { Refusal } from '../../model/domain/refusal.ts'; import * as v from 'valibot';`],
    ['src/wire/evidence.ts', `import faxes from '../../docs/evidence/faxes.yaml';`],
    ['src/store/disk/lock.ts', `import { Low } from 'lowdb'; import { Store } from '../memory/store.ts';`],
    ['src/index.ts', `const { generate } = await import('../fixtures/catalogue.ts');`],
    ['fixtures/documents/sheet.ts', `import { letter } from '../../src/documents/letter-page.ts';`],
    ['src/http/faces/v2.ts', `import { Store } from '../../store/memory/store.ts';`],
    ['src/package/sweep.ts', `import { startSimulator } from '../index.ts';`],
    ['src/lab/sweep/user-files.ts', `import { parse } from '../../scenarios/inheritance.ts';`],
    ['src/lab/parity/side.ts', `import { achievedTransmissions } from '../achievements/deeds.ts';`],
    ['src/lab/bundles/achieved.ts', `import { deedsIn } from '../achievements/deeds.ts';`],
    ['src/lab/migrate/traps.ts', `import { toE164 } from '../../model/numbering/phone-text.ts';`],
    ['console/screens/parity.tsx', `import type { jsonReport } from '../../src/lab/parity/report/json.ts';`],
    ['console/screens/sweep-report.ts', `import type { jsonReport } from '../../src/lab/sweep/report/json.ts';`],
    ['console/screens/migration.tsx', `import { reportOf } from '../../src/lab/migrate/report.ts';`],
    ['fixtures/demo.ts', `import type { Contents } from '../src/store/memory/contents.ts';`],
    ['src/simulator.ts', `import { createApp } from './http/app.ts';`],
    ['src/index.ts', `const { openWorld } = await import('./worlds/open-world.ts');`],
  ])('in %s: %s', async (file, code) => {
    expect(await brokenWalls(file, code)).toEqual([]);
  });
});

describe('the modules', () => {
  const files = ['src', 'console', 'fixtures'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => posix.join(folder, name)),
  );
  const importsOf = new Map(files.map((file) => [file, relativeImports(file)]));

  function relativeImports(file: string): string[] {
    const text = readFileSync(`${root}${file}`, 'utf8');
    return [...text.matchAll(/^(?:import|export|\}) .*?'(\.[^']*\.tsx?)';$/gm)].map(([, specifier = '']) =>
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

  test('lie in rooms: at most four files stand right below src', () => {
    const loose = files.filter((file) => posix.dirname(file) === 'src');
    expect(loose).toContain('src/index.ts');
    expect(loose.length).toBeLessThanOrEqual(4);
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
