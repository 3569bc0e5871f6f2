import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** What the threads load from packages, each with what faxsim cannot do without it. */
const parts = {
  '@cantoo/pdf-lib': 'no document can be converted',
  'dejavu-fonts-ttf/package.json': 'no document can be converted',
  '@hyzyla/pdfium/pdfium.wasm': 'PDF files cannot be converted',
  'zxing-wasm/reader/zxing_reader.wasm': 'faxes cannot be received',
  sharp: 'images cannot be converted',
} as const;

/** The packages with sharp's own code: for this platform, by either C library, or for all platforms. */
const sharpBinaries = [
  `@img/sharp-${process.platform}-${process.arch}/sharp.node`,
  `@img/sharp-${process.platform}musl-${process.arch}/sharp.node`,
  '@img/sharp-wasm32/sharp.node',
  '@img/sharp-freebsd-wasm32/sharp.node',
  '@img/sharp-webcontainers-wasm32/sharp.node',
];

/**
 * What documents need and is not installed, a sentence for each part. Only looks for files and loads nothing, so a broken
 * part shows when it is used. `from` is the module whose packages are looked for.
 */
export function missingParts(worker: URL, from: string | URL = import.meta.url): string[] {
  const require = createRequire(from);
  const missing = Object.entries(parts).filter(([file]) => placeOf(require, file) === undefined);
  return [
    ...(existsSync(worker) ? [] : [`the file ${worker.pathname} is missing: no document can be converted`]),
    ...missing.map(([file, effect]) => `the package ${packageOf(file)} is not installed: ${effect}`),
    ...(hasSharpBinary(require)
      ? []
      : [`the package ${sharpBinaries[0]?.replace('/sharp.node', '')} is not installed: ${parts.sharp}`]),
  ];
}

/** True also without sharp, which is a missing part of its own. A package manager can leave optional packages out. */
function hasSharpBinary(require: NodeJS.Require): boolean {
  const sharp = placeOf(require, 'sharp');
  if (sharp === undefined) return true;
  const itsRequire = createRequire(sharp);
  const builtHere = new URL('../src/build/Release', pathToFileURL(sharp));
  return sharpBinaries.some((file) => placeOf(itsRequire, file) !== undefined) || existsSync(builtHere);
}

function placeOf(require: NodeJS.Require, file: string): string | undefined {
  try {
    return require.resolve(file);
  } catch {
    return undefined;
  }
}

const packageOf = (file: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;
