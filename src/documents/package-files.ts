import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/**
 * Paths of the files of packages that documents need. The build packs each file with brotli beside the bundle, and
 * puts the path of the packed file in place of each `resolve`. Throws where the package is not installed.
 */
const places = {
  'DejaVuSans.ttf': () => resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  'DejaVuSansMono.ttf': () => resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
  'DejaVuSerif.ttf': () => resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'),
  'homemade-apple-latin-400-normal.woff': () =>
    resolve('@fontsource/homemade-apple/files/homemade-apple-latin-400-normal.woff'),
  'pdfium.wasm': () => resolve('@hyzyla/pdfium/pdfium.wasm'),
  'zxing_reader.wasm': () => resolve('zxing-wasm/reader/zxing_reader.wasm'),
  'zxing_writer.wasm': () => resolve('zxing-wasm/writer/zxing_writer.wasm'),
} as const;

export type PackageFile = keyof typeof places;

/** The path of a file of a package. Throws where the package is not installed. */
export const packageFile = (name: PackageFile): string => places[name]();
