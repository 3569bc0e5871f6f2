import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The pattern of a file's name, and that of its content. */
export type Sign = readonly [file: RegExp, content: RegExp];

/** Matches every content, for files whose name is sign enough. */
export const anything = /^/;

/** The folders that `faxsim init` writes into by default. */
const usualHomes = ['test', 'tests', 'spec', 'src/test/java/faxsim'];

/** The first match of a sign in a folder. The pattern of a name with a slash matches a path, such as `test/faxsim_case.rb`. */
export function matchIn(folder: string, signs: readonly Sign[]): RegExpExecArray | undefined {
  const files = filesIn(folder);
  for (const [file, content] of signs) {
    const paths = file.source.includes('/') ? usualHomes.flatMap((home) => filesIn(folder, `${home}/`)) : files;
    for (const path of paths) {
      const match = file.test(path) ? content.exec(textOf(join(folder, path))) : null;
      if (match !== null) return match;
    }
  }
  return undefined;
}

const filesIn = (folder: string, below = ''): string[] =>
  unlessRefused(() => readdirSync(join(folder, below)), []).map((name) => below + name);

/** The root of the repository that contains a folder; without a repository, the folder itself. */
export function repositoryOf(start: string): string {
  const top = foldersAbove(start).at(-1) ?? start;
  return existsSync(join(top, '.git')) ? top : resolve(start);
}

/** The content of the nearest file of a name, from `start` upwards; empty without such a file. */
export const fileTextAbove = (name: string, start: string): string => textOf(fileAbove(name, start));

export const fileAbove = (name: string, start: string): string | undefined =>
  foldersAbove(start)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** A folder and those above it, up to the root of the repository. */
export function foldersAbove(start: string): readonly string[] {
  const folders = [resolve(start)];
  for (;;) {
    const folder = folders.at(-1) ?? '';
    const above = dirname(folder);
    if (above === folder || existsSync(join(folder, '.git'))) return folders;
    folders.push(above);
  }
}

/** The content of a file; empty if it cannot be read. */
const textOf = (path = ''): string => unlessRefused(() => readFileSync(path, 'utf8'), '');

/** The value read, or `otherwise` if the read throws, as for a missing file or another user's. */
export function unlessRefused<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
