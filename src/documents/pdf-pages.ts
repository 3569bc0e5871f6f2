import { ParseSpeeds, PDFDocument, PDFObjectCopier, PDFPage } from '@cantoo/pdf-lib';
import { MissingPart, isWasmCrash } from './missing-part.ts';
import { drawAnnotations } from './annotations/annotations.ts';
import { drawPixels } from './pdf-bytes.ts';
import { drawFields } from './pdf-fields.ts';
import { addLayers, layersOf } from './pdf-layers.ts';
import { decryptAsOwner } from './pdf-passwords.ts';
import type { OpenPdf } from './raster.ts';
import { isPasswordError, withPdf } from './raster.ts';
import { boundTiles } from './pdf-patterns.ts';
import { boundRepetition } from './pdf-repetition.ts';
import { letter } from './letter-page.ts';
import { ConversionError } from './conversion-error.ts';
import type { PageCounter } from './conversion-error.ts';
import { errorText } from '../model/shared/errors.ts';

/** The resolution of pages that are copied as pictures: that of a fine fax. */
const dotsPerPoint = 200 / 72;

/** Adds the pages of a PDF unchanged. Any PDF that opens without a password is accepted, whatever its permissions. */
export async function addPdf(document: PDFDocument, bytes: Uint8Array, counter: PageCounter): Promise<void> {
  try {
    await withOpened(bytes, async (open, source) => {
      if (open.pages === 0) throw new ConversionError('brokenPdf', 'The PDF has no pages.');
      counter.add(open.pages);
      const copies = await copiesOf(source, open.pages, document);
      if (copies) for (const page of copies) document.addPage(page);
      else await addPictures(document, open);
    });
  } catch (error) {
    if (error instanceof ConversionError || error instanceof MissingPart || isWasmCrash(error)) throw error;
    throw new ConversionError('brokenPdf', `The PDF cannot be read: ${errorText(error)}`);
  }
}

/** Opens a PDF whose user or owner password is empty. The work gets bytes that open without a password. */
async function withOpened(bytes: Uint8Array, work: (open: OpenPdf, bytes: Uint8Array) => Promise<void>): Promise<void> {
  try {
    await withPdf(bytes, (open) => work(open, bytes));
  } catch (error) {
    if (!isPasswordError(error)) throw error;
    const decrypted = await decryptAsOwner(bytes).catch(() => Promise.reject(error as Error));
    await withPdf(decrypted, (open) => work(open, decrypted));
  }
}

/**
 * Copies the pages into another PDF. Returns null if the copying library fails, or finds a different number of pages
 * than the rendering library.
 */
async function copiesOf(bytes: Uint8Array, count: number, document: PDFDocument): Promise<PDFPage[] | null> {
  try {
    const options = { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false, password: '' };
    const source = await PDFDocument.load(bytes, options);
    if (source.getPageCount() !== count) return null;
    await drawFields(source);
    drawAnnotations(source);
    await source.flush();
    boundRepetition(source);
    boundTiles(source);
    const copier = PDFObjectCopier.for(source.context, document.context);
    // Uses one copier for pages and layers, so the contents refer to the same layers.
    const pages = source.getPages().map(({ node }) => {
      const copy = copier.copy(node);
      return PDFPage.of(copy, document.context.register(copy), document);
    });
    for (const page of pages) checkBoxes(page);
    addLayers(document, layersOf(source), (layer) => copier.copy(layer));
    return pages;
  } catch {
    return null;
  }
}

/** Throws for a page without a finite size, which later work could not handle. */
function checkBoxes(page: PDFPage): void {
  page.getMediaBox();
  page.getCropBox();
  page.getRotation();
}

async function addPictures(document: PDFDocument, open: OpenPdf): Promise<void> {
  for (let index = 0; index < open.pages; index++) {
    const { size, ...raster } = await open.render(index, () => dotsPerPoint);
    const { width, height } = raster.width > 0 ? size : letter;
    const page = document.addPage([width, height]);
    if (raster.width > 0) drawPixels(page, { ...raster, channels: 1, isJpeg: false }, { x: 0, y: 0, width, height });
  }
}
