import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { project } from './support/installed-package.ts';

const compiler = new URL('../node_modules/typescript/bin/tsc', import.meta.url).pathname;
const strict = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];

type Count = 'Lines of Definitions' | 'Symbols' | 'Types' | 'Instantiations';

/** The compiler's own counts for a program of one file. */
async function countsOf(source: string, ...options: string[]): Promise<(count: Count) => number> {
  const file = join(project, `check-${options.length}.cts`);
  await writeFile(file, source);
  const args = [compiler, ...strict, ...options, '--extendedDiagnostics', file];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project });
  return (count) => Number(new RegExp(`^${count}: +(\\d+)$`, 'm').exec(stdout)?.[1]);
}

/** Counts stand for time, which depends on the machine: the compiler itself has 31,000 symbols and 28,000 types to check. */
test.each([
  [
    'as projects do',
    ['--skipLibCheck'],
    { 'Lines of Definitions': 2500, Symbols: 2800, Types: 100, Instantiations: 100 },
  ],
  ['with all declarations', [], { 'Lines of Definitions': 2500, Symbols: 2800, Types: 1500, Instantiations: 300 }],
] as const)('an import of faxsim adds little to a type check %s', async (_name, options, most) => {
  const without = await countsOf('export const simulator = Promise.resolve(1);', ...options);
  const imported = "import { startSimulator } from 'faxsim';\nexport const simulator = startSimulator();";
  const withIt = await countsOf(imported, ...options);
  expect(withIt('Lines of Definitions')).toBeGreaterThan(0);
  for (const count of ['Lines of Definitions', 'Symbols', 'Types', 'Instantiations'] as const)
    expect(withIt(count) - without(count)).toBeLessThan(most[count]);
});
