import { spawnSync } from 'node:child_process';
import { dirname, join, relative, resolve } from 'node:path';
import { packageVersion } from '../model/shared/package-root.ts';
import { anything, fileAbove, fileTextAbove, foldersAbove, matchIn } from './project-files.ts';
import type { Sign } from './project-files.ts';

/** Composer, Go and Bundler keep packages of their own in `vendor`: git ignores it, or Go refuses what it does not know there. */
const takesVendor: readonly Sign[] = [[/^(?:composer\.json|go\.(?:mod|work)|Gemfile|.*\.gemspec)$/, anything]];

/** The folder of a project for the tarball of faxsim, which its users commit. */
export const tarballFolder = (start: string): string =>
  foldersAbove(start).some((folder) => matchIn(folder, takesVendor) !== undefined) ? './.faxsim' : './vendor';

/** The tarball from which CI installs faxsim, seen from a folder: the one that package.json names, if it lies in the project. */
export function tarballAt(start: string): string {
  const manifest = fileAbove('package.json', start);
  const source = namedTarball(start);
  return manifest === undefined || source === '' || isOutside(source)
    ? `${tarballFolder(start)}/faxsim-${packageVersion()}.tgz`
    : relative(resolve(start), join(dirname(manifest), source))
        .replaceAll('\\', '/')
        .replace(/^(?!\.\.\/)/, './');
}

/** The tarball that package.json names, if CI lacks it, since it lies outside of the project; else empty. */
export function tarballOutside(start: string): string {
  const source = namedTarball(start);
  return isOutside(source) ? source : '';
}

/** A tarball of a URL is none of the project. */
function namedTarball(start: string): string {
  const [, source = ''] =
    /"faxsim"\s*:\s*"(?:file:)?((?!\w+:\/\/)[^"]+\.tgz)"/.exec(fileTextAbove('package.json', start)) ?? [];
  return source;
}

const isOutside = (source: string): boolean => /^(?:\.\.\/|\/|[A-Z]:)/i.test(source);

/** Whether git leaves a file out of what is committed; false without git or a repository. */
export const isIgnored = (start: string, file: string): boolean =>
  spawnSync('git', ['check-ignore', '--quiet', '--', file], { cwd: start, stdio: 'ignore' }).status === 0;
