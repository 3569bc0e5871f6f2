import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { settingNames, settings } from '../src/options.ts';

const root = new URL('../', import.meta.url);

interface Instruction {
  readonly name: string;
  readonly text: string;
}

function read(file: string): string {
  return readFileSync(new URL(file, root), 'utf8');
}

/** The instructions of each stage, in order. */
function stages(): Instruction[][] {
  const lines = read('Dockerfile').replaceAll('\\\n', '').split('\n');
  const instructions = lines.flatMap((line) => {
    const [, name, text] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return name === undefined || text === undefined ? [] : [{ name, text }];
  });
  const starts = instructions.flatMap(({ name }, at) => (name === 'FROM' ? [at] : []));
  return starts.map((start, stage) => instructions.slice(start, starts[stage + 1]));
}

function textsOf(name: string, stage: readonly Instruction[]): string[] {
  return stage.filter((instruction) => instruction.name === name).map(({ text }) => text);
}

const [build = [], image = []] = stages();

test('the image is built in two stages on a slim base, and the second has no development dependencies', () => {
  expect(stages()).toHaveLength(2);
  expect([...textsOf('FROM', build), ...textsOf('FROM', image)]).toEqual(['node:24-alpine AS build', 'node:24-alpine']);
  const install = textsOf('RUN', image).join('\n');
  expect(install).toContain('npm ci --omit=dev --ignore-scripts');
  expect(install).not.toContain('--omit=optional'); // sharp would miss its own code, and every picture its conversion
});

test('the image runs as a user that is not root, and any user may write to its volumes', () => {
  expect(textsOf('USER', image)).toEqual(['node']);
  expect(textsOf('RUN', image).join('\n')).toContain('mkdir -m 777 /data /authority');
});

test('the program is the first process, gets signals, and needs no arguments', () => {
  const [entrypoint = ''] = textsOf('ENTRYPOINT', image);
  expect(JSON.parse(entrypoint)).toEqual(['node', 'dist/src/main.js']);
  expect(textsOf('CMD', image)).toEqual([]);
});

test('the program checks its own health', () => {
  const [check = ''] = textsOf('HEALTHCHECK', image);
  expect(JSON.parse(check.slice(check.indexOf('[')))).toEqual(['node', 'dist/src/main.js', 'healthcheck']);
});

test('the image listens on all addresses at the documented port, and keeps its data where a volume is mounted', () => {
  expect(textsOf('EXPOSE', image)).toEqual([String(settings.port.default)]);
  expect(textsOf('ENV', image)).toContain('FAXSIM_HOST=0.0.0.0 FAXSIM_DATA_MOUNT=/data');
});

test('every variable that the image sets is one of the settings', () => {
  const known = settingNames.map((name) => settings[name].env);
  const set = textsOf('ENV', image).flatMap((text) => [...text.matchAll(/FAXSIM_\w+/g)].map(([name]) => name));
  expect(known).toEqual(expect.arrayContaining(set));
});

test('every file that is copied exists, and is not kept from the build', () => {
  const copied = [...build, ...image]
    .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from'))
    .flatMap(({ text }) => text.split(/\s+/).slice(0, -1));
  const kept = read('.dockerignore').split('\n');
  expect(kept[0]).toBe('*');
  expect(copied.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  expect(copied.filter((file) => !kept.includes(`!${file}`))).toEqual([]);
});

test('all that the build needs is copied', () => {
  const { include } = JSON.parse(read('tsconfig.build.json'));
  expect(textsOf('COPY', build).flatMap((text) => text.split(/\s+/))).toEqual(expect.arrayContaining(include));
});
