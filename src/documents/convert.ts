import { PDFDocument } from '@cantoo/pdf-lib';
import { MissingPart, isWasmCrash, loadPart } from './missing-part.ts';
import type { Conversion, ConversionSource } from './document-work.ts';
import { kindOfFile, decode, encodingOf, encodingOfHtml } from './file-kind.ts';
import { TextWriter } from './fonts/text-writer.ts';
import { ConversionError, errorIds, PageCounter } from './conversion-error.ts';
import { savePdf } from './pdf-bytes.ts';
import { addText } from './text-layout.ts';
import { asText } from '../model/shared/conversion.ts';

/** The PDF that is made from the inputs of one fax. */
interface PdfInMaking {
  readonly document: PDFDocument;
  readonly writer: TextWriter;
  readonly counter: PageCounter;
}

/** Imports the libraries of each kind on demand, since some load slowly. */
async function add(input: ConversionSource, pdf: PdfInMaking): Promise<void> {
  const { document, writer, counter } = pdf;
  if (input.kind === 'url') {
    counter.add(1);
    return (await loadPart(import('./url-page.ts'))).addUrl(document, input.url);
  }
  if (input.kind === 'file') {
    const { bytes, filename } = input;
    const kind = await kindOfFile(bytes, filename);
    if (kind === 'pdf') return (await loadPart(import('./pdf-pages.ts'))).addPdf(document, bytes, counter);
    if (kind === 'image') return (await loadPart(import('./images.ts'))).addImage(document, bytes, counter);
    const encoding = kind === 'html' ? encodingOfHtml(bytes) : (encodingOf(bytes) ?? 'utf-8');
    return add({ kind, text: decode(bytes, encoding) }, pdf);
  }
  const { kind, text } = input;
  addText(document, writer, kind === 'html' ? (await loadPart(import('./html.ts'))).textOfHtml(text) : text, counter);
}

/** Converts all inputs, in order, to one PDF; or returns the reason why not. Rejects with MissingPart, and after a crash. */
export async function convert(inputs: readonly ConversionSource[]): Promise<Conversion> {
  try {
    if (inputs.length === 0) throw new ConversionError('notConverted', 'There is nothing to convert.');
    const document = await PDFDocument.create({ updateMetadata: false });
    const writer = new TextWriter(document, 'DejaVuSansMono', 'DejaVuSans');
    const counter = new PageCounter();
    for (const input of inputs) await add(input, { document, writer, counter });
    writer.embed();
    return { ok: true, pdf: await savePdf(document), pages: document.getPageCount() };
  } catch (error) {
    if (isWasmCrash(error) || error instanceof MissingPart) throw error;
    if (error instanceof ConversionError) return { ok: false, errorId: error.errorId, reason: error.message };
    return { ok: false, errorId: errorIds.notConverted, reason: `The document cannot be converted: ${asText(error)}` };
  }
}
