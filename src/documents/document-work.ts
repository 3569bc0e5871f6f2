import type { Barcode, Direction } from '../model/domain/fax.ts';

/** A source of a fax, in the order of its pages. */
export type ConversionSource =
  | {
      readonly kind: 'file';
      readonly filename: string;
      /** The declared media type. It is ignored: clients declare application/octet-stream for everything. */
      readonly type: string | null;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'text' | 'html'; readonly text: string }
  /** A URL that becomes one page with its name. Nothing is fetched here. */
  | { readonly kind: 'url'; readonly url: string };

export type Conversion =
  | { readonly ok: true; readonly pdf: Uint8Array; readonly pages: number }
  /**
   * `errorId` is the id of a documentConversionError; `reason` has more details for a developer than the service's
   * message.
   */
  | { readonly ok: false; readonly errorId: number; readonly reason: string };

/** The line that a fax machine prints at the top of each page it transmits. */
export interface Header {
  readonly text: string;
  /** Time in ISO form. */
  readonly at: string;
  /** The IANA zone in which the time is shown. */
  readonly timeZone: string;
  /** Whether the line contains the number of the page. */
  readonly hasPageNumbers: boolean;
  readonly from: string;
  readonly to: string;
}

export interface FoundBarcode {
  readonly type: 'Code128' | 'DataMatrix';
  /** Counted from 1. */
  readonly page: number;
  readonly value: string;
}

/** The content of a placeholder document: a title, lines below it, and the number of pages. */
export interface PlaceholderFacts {
  readonly title: string;
  readonly lines: readonly string[];
  /** Number of pages, at least 1. */
  readonly pages: number;
}

export type SampleBarcode = Pick<Barcode, 'type' | 'page' | 'value' | 'metadata'>;

/** The fax whose document is drawn. Everything in the document follows from these facts. */
export interface SampleFacts {
  /** The id; different ids make different documents. */
  readonly id: number;
  readonly direction: Direction;
  /** ms since the epoch, on the world's clock. */
  readonly createdAt: number;
  /** The number of the sender; E.164. */
  readonly from: string | null;
  /** Numbers in E.164, at least one. */
  readonly to: readonly string[];
  readonly callerName: string | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly barcodes: readonly SampleBarcode[];
  /** Number of pages, at least 1. */
  readonly pages: number;
}

/** The position of a printed code: its page, counted from 1, and the distance in points from the lower left corner of the page. */
export interface CodePlace {
  readonly x: number;
  readonly y: number;
  readonly page: number;
}

/**
 * The work on documents. Each call runs in a worker thread. All calls reject with a SimulatorFault if the thread cannot
 * start, or a part of faxsim is missing.
 */
export interface DocumentWork {
  /** Converts all inputs, in order, to one PDF. No document makes it reject, only closing or aborting does. */
  convert(inputs: readonly ConversionSource[]): Promise<Conversion>;
  /** Adds a header line with "page n of m" to each page. Rejects for bytes that are not a PDF. */
  stampHeader(pdf: Uint8Array, header: Header): Promise<Uint8Array>;
  /** The first page as JPEG, 129 × 167 pixels (s) or 300 × 388 (l). Rejects for bytes that are not a PDF. */
  thumbnail(pdf: Uint8Array, size: 's' | 'l'): Promise<Uint8Array>;
  /**
   * A page, counted from 1, as PNG of this width in pixels. With `header`, the picture has the line that transmission
   * adds. Rejects for bytes that are not a PDF, and for a missing page.
   */
  pagePicture(pdf: Uint8Array, page: number, width: number, header?: Header): Promise<Uint8Array>;
  /** The text of each page; empty for a page that is only a picture. Rejects for bytes that are not a PDF. */
  pageTexts(pdf: Uint8Array): Promise<readonly string[]>;
  /** Replaces tags such as `{{to}}` in the texts of a PDF by their values. Rejects for bytes that are not a PDF. */
  fillTags(pdf: Uint8Array, values: Readonly<Record<string, string>>): Promise<Uint8Array>;
  /** The barcodes of all pages, in page order and from the top down. Rejects for bytes that are not a PDF. */
  findBarcodes(pdf: Uint8Array): Promise<FoundBarcode[]>;
  /** The document of a fax that no client sent, such as a fixture's. Equal facts make equal bytes. */
  placeholder(facts: PlaceholderFacts): Promise<Uint8Array>;
  /**
   * A business letter, an invoice or a similar document, depending on its sender and tags. For a received fax, it is a
   * picture with one bit for each pixel. Equal facts make equal bytes.
   */
  sample(facts: SampleFacts): Promise<Uint8Array>;
  /** A PhaxCode as PNG: its identifier in Code 128. Equal identifiers make equal bytes. */
  drawPhaxCode(identifier: string): Promise<Uint8Array>;
  /** Prints a PhaxCode on a page. Rejects for bytes that are not a PDF, and for a place outside of the document. */
  printPhaxCode(pdf: Uint8Array, identifier: string, place: CodePlace): Promise<Uint8Array>;
}
