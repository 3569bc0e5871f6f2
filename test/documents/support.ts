import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll } from '@jest/globals';
import { PDFDocument } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Conversion, Documents, Input } from '../../src/documents/documents.ts';
import { openDocuments } from '../../src/documents/documents.ts';
import { sharedDocuments } from '../once/shared-documents.ts';

const { resolve } = createRequire(import.meta.url);

/** The arguments with which a thread runs the sources as they are. */
export const typescriptArgv = ['--import', new URL('./register-in-thread.mjs', import.meta.url).href];

/** Opens documents that are closed after the file's tests; without options, those that all test files share. */
export function documentsForTests(options?: Parameters<typeof openDocuments>[0]): Documents {
  if (options === undefined) return sharedDocuments;
  const documents = openDocuments(options);
  afterAll(() => documents.close());
  return documents;
}

/** A file as clients send it: declared as nothing in particular. */
export function file(filename: string, bytes: Uint8Array | string): Input {
  return { kind: 'file', filename, type: 'application/octet-stream', bytes: Buffer.from(bytes) };
}

/** The PDF of a conversion that is to have succeeded. */
export function pdfOf(conversion: Conversion): Uint8Array {
  if (!conversion.ok) throw new Error(`${conversion.errorId}: ${conversion.reason}`);
  return conversion.pdf;
}

export interface SeenPage {
  /** In points, as displayed. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** The grey of a point of the page, 0 is black; x and y are parts of its width and height, from the upper left. */
  readonly grey: (x: number, y: number) => number;
}

let library: ReturnType<typeof PDFiumLibrary.init> | null = null;

/** Looks at a PDF as a reader would, by a library that had no part in making it. */
export async function look(pdf: Uint8Array): Promise<SeenPage[]> {
  library ??= PDFiumLibrary.init({
    wasmBinary: new Uint8Array(readFileSync(resolve('@hyzyla/pdfium/pdfium.wasm'))).buffer,
  });
  const document = await (await library).loadDocument(Buffer.from(pdf));
  try {
    const pages: SeenPage[] = [];
    for (const page of document.pages()) {
      const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
      const text = page.getText();
      const raster = await page.render({ scale: 1, colorSpace: 'Gray', render: 'bitmap' });
      const grey = (x: number, y: number) =>
        raster.data[Math.floor(y * raster.height) * raster.width + Math.floor(x * raster.width)] ?? NaN;
      pages.push({ width, height, text, grey });
    }
    return pages;
  } finally {
    document.destroy();
  }
}

/** A PDF of empty pages of these sizes in points. */
export async function emptyPdf(sizes: readonly [number, number][]): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  for (const size of sizes) document.addPage([...size]);
  return document;
}
