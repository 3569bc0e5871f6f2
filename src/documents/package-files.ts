import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

const noConversion = 'no document can be converted';

/**
 * The files of packages that documents need: the path of each, and what does not work without it. The build compresses
 * each file with brotli, puts it beside the bundle, and replaces `resolve` by the path of the compressed file. A path
 * throws if its package is not installed.
 */
export const packageFiles = {
  'DejaVuSans.ttf': [() => resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'), noConversion],
  'DejaVuSansMono.ttf': [() => resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'), noConversion],
  'DejaVuSerif.ttf': [() => resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'), noConversion],
  'homemade-apple-latin-400-normal.woff': [
    () => resolve('@fontsource/homemade-apple/files/homemade-apple-latin-400-normal.woff'),
    'documents of the fixtures cannot be drawn',
  ],
  'pdfium.wasm': [() => resolve('@hyzyla/pdfium/pdfium.wasm'), 'PDF files cannot be converted'],
  'zxing_reader.wasm': [() => resolve('zxing-wasm/reader/zxing_reader.wasm'), 'faxes cannot be received'],
  'zxing_writer.wasm': [() => resolve('zxing-wasm/writer/zxing_writer.wasm'), 'PhaxCodes cannot be drawn'],
} as const;

export type PackageFile = keyof typeof packageFiles;

/** The path of a file of a package. Throws if the package is not installed. */
export const packageFile = (name: PackageFile): string => packageFiles[name][0]();
