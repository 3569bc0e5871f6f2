import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { DocumentKind } from '../../fiction/kinds.ts';
import type { SampleFacts } from '../document-work.ts';
import { letter } from '../letter-page.ts';
import { addStream, savePdf } from '../pdf-bytes.ts';
import { drawBarcode } from './barcode.ts';
import { rasterizeAsFax } from './scanned.ts';
import { coverSheet } from './kinds/cover-sheet.ts';
import { deliveryNote } from './kinds/delivery-note.ts';
import { insuranceForm } from './kinds/insurance-form.ts';
import { invoice } from './kinds/invoice.ts';
import { labResult } from './kinds/lab-result.ts';
import { lease } from './kinds/lease.ts';
import { note } from './kinds/note.ts';
import { prescription } from './kinds/prescription.ts';
import { purchaseOrder } from './kinds/purchase-order.ts';
import { referral } from './kinds/referral.ts';
import { signedConsent } from './kinds/signed-consent.ts';
import { titleDocument } from './kinds/title-document.ts';
import { footer } from './letterhead.ts';
import { Sheet } from './sheet.ts';
import { SheetFonts } from './sheet-fonts.ts';
import { storyOf } from './story.ts';
import type { DrawPage, DocumentContent } from './story.ts';
import { addScanArtifacts } from './transmitted.ts';

const drawPage: Readonly<Record<DocumentKind, DrawPage<Sheet>>> = {
  referral,
  prescription,
  invoice,
  note,
  lease,
  'lab result': labResult,
  'purchase order': purchaseOrder,
  'delivery note': deliveryNote,
  'title document': titleDocument,
  'signed consent': signedConsent,
  'insurance form': insuranceForm,
  'cover sheet': coverSheet,
};

/** Draws the document of a fax that no client sent, of the kind in its data. The same facts give the same bytes. */
export async function sample(facts: SampleFacts): Promise<Uint8Array> {
  const story = storyOf(facts);
  const document = await PDFDocument.create({ updateMetadata: false });
  const fonts = new SheetFonts(document);
  for (let page = 0; page < Math.max(1, facts.pages); page++) {
    const sheet = await drawSheet(fonts, story, page);
    const added = document.addPage([letter.width, letter.height]);
    added.node.set(PDFName.of('Resources'), fonts.resources);
    added.node.addContentStream(addStream(document.context, sheet.join('\n')));
  }
  fonts.embed();
  const pdf = await savePdf(document);
  return facts.direction === 'received' ? rasterizeAsFax(pdf) : pdf;
}

async function drawSheet(fonts: SheetFonts, story: DocumentContent, page: number): Promise<string[]> {
  const sheet = new Sheet(fonts);
  drawPage[story.kind](sheet, story, page);
  if (story.kind !== 'note') footer(sheet, story, page);
  for (const barcode of story.facts.barcodes) if (barcode.page === page + 1) await drawBarcode(sheet, barcode);
  return story.facts.direction === 'received' ? addScanArtifacts(fonts, story, page, sheet.operators) : sheet.operators;
}
