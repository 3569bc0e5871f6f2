import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { fileOfPackage, loadPart } from './missing-part.ts';

let library: ReturnType<typeof PDFiumLibrary.init> | null = null;

/** The most pixels of one rendered page: a Letter page at 250 dpi. */
const pixelsAtMost = 6_000_000;

/** A rendered page; a byte for each pixel, 255 is white. Empty for a page that cannot be read. */
export interface Raster {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The size of a page in points, as it is seen. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A PDF that is looked at. */
export interface OpenPdf {
  readonly pages: number;
  /** Renders a page, counted from 0, at as many pixels per point as the given function says for its size. */
  render(page: number, scaleFor: (size: PageSize) => number): Promise<Raster & { readonly size: PageSize }>;
  /** Renders a page, counted from 0, to so many pixels, whatever its shape. */
  renderTo(page: number, pixels: PageSize): Promise<Raster>;
  /** The text of a page, counted from 0. */
  textOf(page: number): string;
}

/** Opens a PDF for the time of some work. Throws for bytes that are no PDF, or for a PDF with a password. */
export async function withPdf<T>(pdf: Uint8Array, work: (openPdf: OpenPdf) => Promise<T>): Promise<T> {
  library ??= loadPart(PDFiumLibrary.init({ wasmBinary: new Uint8Array(fileOfPackage('pdfium.wasm')).buffer }));
  const document = await (await library).loadDocument(pdf);
  try {
    const pages = document.getPageCount();
    return await work({
      pages,
      render: (page, scaleFor) => render(document, page, scaleFor),
      renderTo: (page, size) => renderTo(document.getPage(page), size),
      textOf: (page) => document.getPage(page).getText(),
    });
  } finally {
    document.destroy();
  }
}

async function render(document: PDFiumDocument, page: number, scaleFor: (size: PageSize) => number) {
  const opened = document.getPage(page);
  const { originalWidth: width, originalHeight: height } = opened.getOriginalSize();
  const size = { width, height };
  if (!(width > 0 && height > 0)) return { data: new Uint8Array(0), width: 0, height: 0, size };
  const scale = Math.min(scaleFor(size), Math.sqrt(pixelsAtMost / (width * height)));
  const raster = await renderTo(opened, { width: pixels(width * scale), height: pixels(height * scale) });
  return { ...raster, size };
}

async function renderTo(page: PDFiumPage, size: PageSize): Promise<Raster> {
  const { data, width, height } = await page.render({ ...size, scale: 1, colorSpace: 'Gray', render: 'bitmap' });
  return { data, width, height };
}

/** Length in pixels, at least one, and not too many where a page is a mere line. */
const pixels = (length: number): number => Math.min(20_000, Math.max(1, Math.round(length)));
