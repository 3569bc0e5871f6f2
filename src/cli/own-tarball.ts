import { spawnSync } from 'node:child_process';
import { dirname, join, relative, resolve } from 'node:path';
import { packageVersion } from '../model/shared/package-root.ts';
import { anything, fileAbove, fileTextAbove, foldersAbove, matchIn } from './project-files.ts';
import type { Sign } from './project-files.ts';

/** Composer, Go and Bundler own the folder `vendor`: git usually ignores it, or Go refuses unknown files in it. */
const takesVendor: readonly Sign[] = [[/^(?:composer\.json|go\.(?:mod|work)|Gemfile|.*\.gemspec)$/, anything]];

/** The folder of a project in which users commit the tarball of faxsim. */
export const tarballFolder = (start: string): string =>
  foldersAbove(start).some((folder) => matchIn(folder, takesVendor) !== undefined) ? './.faxsim' : './vendor';

/**
 * The path, from a folder, of the tarball that CI installs faxsim from: the one that package.json names, if it is in the project.
 */
export function tarballAt(start: string): string {
  const manifest = fileAbove('package.json', start);
  const source = namedTarball(start);
  return manifest === undefined || source === '' || isOutside(source)
    ? `${tarballFolder(start)}/faxsim-${packageVersion()}.tgz`
    : relative(resolve(start), join(dirname(manifest), source))
        .replaceAll('\\', '/')
        .replace(/^(?!\.\.\/)/, './');
}

/** The tarball that package.json names, if it lies outside of the project, where CI lacks it; else empty. */
export function tarballOutside(start: string): string {
  const source = namedTarball(start);
  return isOutside(source) ? source : '';
}

/** The tarball that package.json names; empty for one at a URL. */
function namedTarball(start: string): string {
  const [, source = ''] =
    /"faxsim"\s*:\s*"(?:file:)?((?!\w+:\/\/)[^"]+\.tgz)"/.exec(fileTextAbove('package.json', start)) ?? [];
  return source;
}

const isOutside = (source: string): boolean => /^(?:\.\.\/|\/|[A-Z]:)/i.test(source);

/** Whether git ignores a file; false without git or a repository. */
export const isIgnored = (start: string, file: string): boolean =>
  spawnSync('git', ['check-ignore', '--quiet', '--', file], { cwd: start, stdio: 'ignore' }).status === 0;
