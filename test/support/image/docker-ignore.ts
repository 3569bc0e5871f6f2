import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

interface Pattern {
  /** The pattern itself: docs/examples. */
  readonly path: string;
  readonly matches: RegExp;
  /** Begins with "!": lets through what an earlier pattern keeps out. */
  readonly isException: boolean;
}

/**
 * The files of a folder that a `.dockerignore` lets through to the build, sorted, as paths from the folder. As Docker reads it: the
 * last pattern that meets a path or one of the folders above decides.
 */
export function filesLetThrough(folder: string, dockerignore: string): string[] {
  const patterns = patternsOf(dockerignore);
  const exceptions = patterns.filter(({ isException }) => isException);
  /** Whether an exception can name something below a folder that is kept out. */
  const mayHold = (path: string): boolean =>
    exceptions.some((exception) => /[*?[]/.test(exception.path) || exception.path.startsWith(`${path}/`));
  const walk = (path: string): string[] =>
    readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
      const below = posix.join(path, entry.name);
      const isIn = isLetThrough(below, patterns);
      if (entry.isDirectory()) return isIn || mayHold(below) ? walk(below) : [];
      return isIn ? [below] : [];
    });
  return walk('').toSorted();
}

function patternsOf(dockerignore: string): Pattern[] {
  const lines = dockerignore
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.map((line) => {
    const isException = line.startsWith('!');
    const path = posix.normalize(isException ? line.slice(1).trim() : line).replace(/^\/|\/$/g, '');
    return { path, matches: expressionOf(path), isException };
  });
}

function isLetThrough(path: string, patterns: readonly Pattern[]): boolean {
  const parts = path.split('/');
  const withFolders = parts.map((_part, at) => parts.slice(0, at + 1).join('/'));
  const last = patterns.findLast(({ matches }) => withFolders.some((each) => matches.test(each)));
  return last === undefined || last.isException;
}

/** The pattern of Go's `filepath.Match`, with `**` for any number of folders. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replaceAll(
    /\*\*\/|\*\*|\*|\?|\[\^?[^\]]+\]|\\.|[^*?[\\]/g,
    (token) => tokens[token] ?? (/^[[\\]/.test(token) ? token : token.replace(/[$().+{|}^\]]/, '\\$&')),
  );
  return new RegExp(`^${source}$`, 's');
}

const tokens: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
