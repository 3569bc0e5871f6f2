import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { errorText } from '../model/shared/errors.ts';
import { fileOfPackage, loadPart } from './missing-part.ts';

let library: ReturnType<typeof PDFiumLibrary.init> | null = null;

/** The most pixels of one rendered page: a Letter page at 250 dpi. */
const pixelsAtMost = 6_000_000;

/** A rendered page with one byte for each pixel; 255 is white. Empty for a page that cannot be read. */
export interface Raster {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The size of a page as displayed, in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** An open PDF. */
export interface OpenPdf {
  readonly pages: number;
  /** Renders a page, counted from 0. `scaleFor` returns the pixels per point for the page's size. */
  render(page: number, scaleFor: (size: PageSize) => number): Promise<Raster & { readonly size: PageSize }>;
  /** Renders a page, counted from 0, to exactly this many pixels, whatever its shape. */
  renderTo(page: number, pixels: PageSize): Promise<Raster>;
  /** The text of a page, counted from 0. */
  textOf(page: number): string;
  /** The texts of a page, counted from 0, in its order. */
  textRuns(page: number): readonly TextRun[];
}

/** Points from the lower left corner. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** A piece of one line. It ends at a gap wider than a blank, for example between columns. */
export interface TextRun {
  readonly text: string;
  /** The box of each character; without width for a blank that is only a gap on the page. */
  readonly boxes: readonly Box[];
  /** Points from the lower edge. */
  readonly baseline: number;
  /** Points. */
  readonly size: number;
}

/** Opens a PDF while some work runs. Throws for bytes that are not a PDF, and for a PDF with a password. */
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
      textRuns: (page) => textRuns(document.getPage(page)),
    });
  } finally {
    document.destroy();
  }
}

/** Whether a PDF could not be opened because it needs a password. */
export const isPasswordError = (error: unknown): boolean => errorText(error).startsWith('Password required');

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

/** Length in pixels: at least one, and limited for a page that is only a line. */
const pixels = (length: number): number => Math.min(20_000, Math.max(1, Math.round(length)));

/** Internals of the library that its types do not expose. */
interface RawPage {
  readonly pageIdx: number;
  readonly module: RawModule;
}

type Pointer = number;

interface RawModule {
  readonly HEAPF64: Float64Array;
  readonly wasmExports: { readonly malloc: (bytes: number) => Pointer; readonly free: (pointer: Pointer) => void };
  _FPDFText_LoadPage(page: Pointer): Pointer;
  _FPDFText_ClosePage(text: Pointer): void;
  _FPDFText_CountChars(text: Pointer): number;
  _FPDFText_GetUnicode(text: Pointer, index: number): number;
  _FPDFText_GetFontSize(text: Pointer, index: number): number;
  _FPDFText_GetCharBox(
    text: Pointer,
    index: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ): number;
  _FPDFText_GetCharOrigin(text: Pointer, index: number, x: Pointer, y: Pointer): number;
}

const doubleBytes = 8;

/** The widest gap within a run, as a multiple of the text size. */
const gapMax = 1.5;

function textRuns(page: unknown): readonly TextRun[] {
  const { pageIdx, module } = page as RawPage;
  const text = module._FPDFText_LoadPage(pageIdx);
  const memory = module.wasmExports.malloc(6 * doubleBytes);
  const place = (slot: number): Pointer => memory + slot * doubleBytes;
  const read = (slot: number): number => module.HEAPF64[place(slot) / doubleBytes] ?? 0;
  const runs: { text: string; boxes: Box[]; baseline: number; size: number }[] = [];
  let isBroken = true;
  try {
    const count = module._FPDFText_CountChars(text);
    for (let index = 0; index < count; index++) {
      const character = String.fromCharCode(module._FPDFText_GetUnicode(text, index));
      module._FPDFText_GetCharBox(text, index, place(0), place(1), place(2), place(3));
      const box = { left: read(0), right: read(1), bottom: read(2), top: read(3) };
      const last = runs.at(-1);
      const edge = last?.boxes.findLast(({ left, right }) => right > left)?.right ?? box.left;
      const hasGap = box.right > box.left && last !== undefined && Math.abs(box.left - edge) > gapMax * last.size;
      if (/[\r\n]/.test(character)) isBroken = true;
      else if (last === undefined || isBroken || hasGap) {
        module._FPDFText_GetCharOrigin(text, index, place(4), place(5));
        const size = module._FPDFText_GetFontSize(text, index);
        runs.push({ text: character, boxes: [box], baseline: read(5), size });
        isBroken = false;
      } else {
        last.text += character;
        last.boxes.push(box);
      }
    }
    return runs;
  } finally {
    module.wasmExports.free(memory);
    module._FPDFText_ClosePage(text);
  }
}
