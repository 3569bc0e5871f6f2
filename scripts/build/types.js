import { writeFile } from 'node:fs/promises';
import ts from 'typescript';
import { TypePrinter } from './type-printer.js';

/** Each with the entry from which it imports the types that this one exports. */
const entries = {
  index: { file: 'src/package/embedded.ts' },
  client: { file: 'src/control/client/connect.ts' },
  jest: { file: 'src/package/jest/jest.ts' },
  sweep: { file: 'src/package/sweep.ts', base: 'index' },
  testcontainers: { file: 'src/package/testcontainers/faxsim-container.ts', base: 'client' },
};

/**
 * Writes the types of each entry as one file that needs none of a package, except the peer's: what the sources compute from
 * their tables of settings and control calls is written out, so no reader's compiler computes it again.
 */
export async function writeTypes(root, into) {
  for (const [name, text] of printTypes(root)) await writeFile(`${into}${name}.d.cts`, text);
}

/** The types of each entry, by its name. */
export function printTypes(root) {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, noEmit: false, declaration: true },
    root,
  );
  const ambient = ['src/package/testcontainers/testcontainers.d.ts', 'src/model/shared/yaml-files.d.ts'];
  const files = [...Object.values(entries).map(({ file }) => file), ...ambient].map((file) => root + file);
  const program = ts.createProgram(files, options);
  const sourceOf = (name) => program.getSourceFile(root + entries[name].file);
  const printed = Object.entries(entries).map(([name, { base }]) => {
    const imported = base && { module: `./${base}.cjs`, source: sourceOf(base) };
    return [name, new TypePrinter(program, sourceOf(name), imported).print()];
  });
  return new Map(printed);
}
