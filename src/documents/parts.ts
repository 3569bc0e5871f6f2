import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { entriesOf } from '../shared/objects.ts';
import { packageFile, packageFiles } from './package-files.ts';
import type { PackageFile } from './package-files.ts';

/** The packages with sharp's own code: for this platform, by either C library, or for all platforms. */
const sharpBinaries = [
  `@img/sharp-${process.platform}-${process.arch}/sharp.node`,
  `@img/sharp-${process.platform}musl-${process.arch}/sharp.node`,
  '@img/sharp-wasm32/sharp.node',
  '@img/sharp-freebsd-wasm32/sharp.node',
  '@img/sharp-webcontainers-wasm32/sharp.node',
];

export interface Installation {
  readonly worker: URL;
  /** The path of a file; throws where its package is not installed. */
  readonly fileAt?: (name: PackageFile) => string;
  /** The module whose packages are looked for. */
  readonly from?: string | URL;
}

/**
 * The parts for documents that are not installed, a sentence each. It only looks for files and loads nothing, so a
 * broken part shows when it is used.
 */
export function missingParts({ worker, fileAt = packageFile, from = import.meta.url }: Installation): string[] {
  const files = entriesOf(packageFiles).filter(([name]) => !isThere(() => fileAt(name)));
  const sharp = missingOfSharp(createRequire(from));
  return [
    ...(existsSync(worker) ? [] : [`the file ${worker.pathname} is missing: no document can be converted`]),
    ...files.map(([name, [, effect]]) => `the file ${name} is missing: ${effect}`),
    ...(sharp === undefined ? [] : [`the package ${sharp} is not installed: images cannot be converted`]),
  ];
}

/** The package that is not installed: sharp, or the one with its code. A package manager can leave optional packages out. */
function missingOfSharp(require: NodeJS.Require): string | undefined {
  const sharp = placeOf(() => require.resolve('sharp'));
  if (sharp === undefined) return 'sharp';
  const { resolve } = createRequire(sharp);
  const builtHere = new URL('../src/build/Release', pathToFileURL(sharp));
  const isWhole = sharpBinaries.some((file) => isThere(() => resolve(file))) || existsSync(builtHere);
  return isWhole ? undefined : sharpBinaries[0]?.replace('/sharp.node', '');
}

function isThere(place: () => string): boolean {
  return existsSync(placeOf(place) ?? '');
}

function placeOf(resolve: () => string): string | undefined {
  try {
    return resolve();
  } catch {
    return undefined;
  }
}
