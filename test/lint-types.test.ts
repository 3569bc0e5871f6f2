import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ESLint } from 'eslint';
import { temporaryDirectories } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url).pathname;
const newDirectory = temporaryDirectories();

const files: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'es2023', lib: ['es2023'], types: [], strict: true, noUnusedLocals: true },
    include: ['src'],
  }),
  'console/tsconfig.json': JSON.stringify({ extends: '../tsconfig.json', include: ['.'] }),
  'src/right.ts': 'export const count = 1;\n',
  'src/wrong.ts': "import { count } from './right';\n\nconst unused = 2;\nexport const text: string = count;\n",
  'src/types.ts': 'export type Size = number;\nexport const size: Size = true;\n',
  'console/main.tsx': "import './screen';\n",
  'console/screen.ts':
    "import type { Size } from '../src/types';\nimport { text } from '../src/wrong';\n\nexport const shown = (size: Size) => text + size;\n",
};

/** The compiler's errors that lint reports, by file: the lines with their texts. */
async function errorsIn(folder: string): Promise<Record<string, string[]>> {
  const overrideConfig = { languageOptions: { parserOptions: { tsconfigRootDir: folder } } };
  const overrideConfigFile = join(root, 'eslint.config.js');
  const results = await new ESLint({ cwd: folder, overrideConfigFile, overrideConfig }).lintFiles(['src', 'console']);
  const linesOf = ({ messages }: ESLint.LintResult) =>
    messages.flatMap(({ ruleId, line, message }) => (ruleId === 'compiler/errors' ? [`${line}: ${message}`] : []));
  return Object.fromEntries(results.map((result) => [result.filePath.slice(folder.length + 1), linesOf(result)]));
}

test('lint reports the errors of the compiler in each file, and those of all that runs in a browser at the console', async () => {
  const folder = await newDirectory();
  for (const name of ['src', 'console']) await mkdir(join(folder, name));
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const unused = "'unused' is declared but its value is never read. (TS6133)";
  const number = "Type 'number' is not assignable to type 'string'. (TS2322)";
  expect(await errorsIn(folder)).toEqual({
    'src/right.ts': [],
    'src/types.ts': ["2: Type 'boolean' is not assignable to type 'number'. (TS2322)"],
    'src/wrong.ts': [`3: ${unused}`, `4: ${number}`],
    'console/screen.ts': [],
    'console/main.tsx': [`1: ${folder}/src/wrong.ts: ${unused}`, `1: ${folder}/src/wrong.ts: ${number}`],
  });
});
