import { PDFDocument } from '@cantoo/pdf-lib';
import { MissingPart, isWasmCrash, loadPart } from './missing-part.ts';
import type { Conversion, ConversionSource } from './document-work.ts';
import { kindOfFile, decode, encodingOf } from './file-kind.ts';
import { TextWriter } from './fonts/text-writer.ts';
import { ConversionError, errorIds, PageCounter } from './conversion-error.ts';
import { savePdf } from './pdf-bytes.ts';
import { addText } from './text-layout.ts';

/** The PDF that becomes of the inputs of one fax. */
class PdfBuilder {
  readonly document: PDFDocument;
  readonly writer: TextWriter;
  readonly #counter = new PageCounter();

  constructor(document: PDFDocument) {
    this.document = document;
    this.writer = new TextWriter(document, 'DejaVuSansMono', 'DejaVuSans');
  }

  async add(input: ConversionSource): Promise<void> {
    switch (input.kind) {
      case 'file':
        return this.#addFile(input.bytes, input.filename);
      case 'text':
        this.#addText(input.text);
        return;
      case 'html':
        return this.#addHtml(input.text);
      case 'url':
        this.#counter.add(1);
        await (await loadPart(import('./url-page.ts'))).addUrl(this.document, input.url);
    }
  }

  async #addFile(bytes: Uint8Array, filename: string): Promise<void> {
    const kind = await kindOfFile(bytes, filename);
    // Each kind has libraries of its own, some of which take their time to load.
    if (kind === 'pdf') await (await loadPart(import('./pdf-pages.ts'))).addPdf(this.document, bytes, this.#counter);
    else if (kind === 'image')
      await (await loadPart(import('./images.ts'))).addImage(this.document, bytes, this.#counter);
    else {
      const text = decode(bytes, encodingOf(bytes) ?? 'utf-8');
      if (kind === 'html') await this.#addHtml(text);
      else this.#addText(text);
    }
  }

  #addText(text: string): void {
    addText(this.document, this.writer, text, this.#counter);
  }

  async #addHtml(html: string): Promise<void> {
    this.#addText((await loadPart(import('./html.ts'))).textOfHtml(html));
  }
}

/** All inputs, in order, as one PDF; or why there can be none. Rejects with MissingPart, and for a crash. */
export async function convert(inputs: readonly ConversionSource[]): Promise<Conversion> {
  try {
    if (inputs.length === 0) throw new ConversionError('notConverted', 'There is nothing to convert.');
    const document = await PDFDocument.create({ updateMetadata: false });
    const builder = new PdfBuilder(document);
    for (const input of inputs) await builder.add(input);
    builder.writer.embed();
    return { ok: true, pdf: await savePdf(document), pages: document.getPageCount() };
  } catch (error) {
    if (isWasmCrash(error) || error instanceof MissingPart) throw error;
    if (error instanceof ConversionError) return { ok: false, errorId: error.errorId, reason: error.message };
    return { ok: false, errorId: errorIds.notConverted, reason: `The document cannot be converted: ${String(error)}` };
  }
}
