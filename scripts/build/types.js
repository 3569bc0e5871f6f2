import { writeFile } from 'node:fs/promises';
import ts from 'typescript';
import { TypePrinter } from './type-printer.js';

const entries = {
  index: 'src/embedded.ts',
  client: 'src/client/connect.ts',
  jest: 'src/jest/jest.ts',
  sweep: 'src/sweep/in-process.ts',
};

/**
 * Writes the types of each entry as one file that needs no other: what the sources compute from their tables of
 * settings and control calls is written out, so no reader's compiler computes it again.
 */
export async function writeTypes(root, into) {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, noEmit: false, declaration: true },
    root,
  );
  const files = Object.values(entries).map((file) => root + file);
  const program = ts.createProgram(files, options);
  for (const [name, file] of Object.entries(entries)) {
    const source = program.getSourceFile(root + file);
    await writeFile(`${into}${name}.d.cts`, new TypePrinter(program, source).print());
  }
}
