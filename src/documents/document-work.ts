import type { Barcode, Direction } from '../model/domain/fax.ts';

/** A source of a fax, in the order of its pages. */
export type ConversionSource =
  | {
      readonly kind: 'file';
      readonly filename: string;
      /** The declared media type. It decides nothing: clients declare application/octet-stream for everything. */
      readonly type: string | null;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'text' | 'html'; readonly text: string }
  /** Stands for one page that names the URL: nothing is fetched here. */
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
  /** Whether each page has its number. */
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

/** The fax whose document is drawn; all that the document shows follows from them. */
export interface SampleFacts {
  /** Other ids give other documents. */
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

/**
 * The place where a code is printed: the lower left corner in points from that of the page, and the page counted from
 * 1.
 */
export interface CodePlace {
  readonly x: number;
  readonly y: number;
  readonly page: number;
}

/**
 * The work on documents, each call in a worker thread. All reject with a SimulatorFault when the thread cannot start,
 * or a part of faxsim is missing.
 */
export interface DocumentWork {
  /** Turns all inputs, in order, into one PDF. Does not reject for any document, only once it is closed or broken off. */
  convert(inputs: readonly ConversionSource[]): Promise<Conversion>;
  /** Adds a header line with "page n of m" to each page. Rejects for bytes that are no PDF. */
  stampHeader(pdf: Uint8Array, header: Header): Promise<Uint8Array>;
  /** The first page as JPEG, 129 × 167 pixels (s) or 300 × 388 (l). Rejects for bytes that are no PDF. */
  thumbnail(pdf: Uint8Array, size: 's' | 'l'): Promise<Uint8Array>;
  /**
   * A page, counted from 1, as PNG of that width in pixels; with a header, below the line that the transmission adds.
   * Rejects for bytes that are no PDF, and for a missing page.
   */
  pagePicture(pdf: Uint8Array, page: number, width: number, header?: Header): Promise<Uint8Array>;
  /** The text of each page, empty for one that is a picture. Rejects for bytes that are no PDF. */
  pageTexts(pdf: Uint8Array): Promise<readonly string[]>;
  /** Replaces tags such as `{{to}}` in the texts of a PDF by their values. Rejects for bytes that are no PDF. */
  fillTags(pdf: Uint8Array, values: Readonly<Record<string, string>>): Promise<Uint8Array>;
  /** Barcodes of every page, by page and from the top down. Rejects for bytes that are no PDF. */
  findBarcodes(pdf: Uint8Array): Promise<FoundBarcode[]>;
  /** The document of a fax that no client sent, such as a fixture's. Equal facts give equal bytes. */
  placeholder(facts: PlaceholderFacts): Promise<Uint8Array>;
  /**
   * The document of a business letter, an invoice or the like, as its sender and its tags have it. The document of a
   * received fax is a picture of one bit for each pixel. Equal facts give equal bytes.
   */
  sample(facts: SampleFacts): Promise<Uint8Array>;
  /** A PhaxCode as PNG: its identifier in Code 128. Equal identifiers give equal bytes. */
  drawPhaxCode(identifier: string): Promise<Uint8Array>;
  /** Prints a PhaxCode on a page. Rejects for bytes that are no PDF, and for a place outside the document. */
  printPhaxCode(pdf: Uint8Array, identifier: string, place: CodePlace): Promise<Uint8Array>;
}
