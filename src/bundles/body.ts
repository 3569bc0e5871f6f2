import type { Piece } from './bundle.ts';
import type { BundledFiles } from './files.ts';

const headEnd = Buffer.from('\r\n\r\n');

/** A body in pieces: of a multipart body, each file is one. Together they are the body, to the byte. */
export function piecesOf(body: Buffer, contentType: string | undefined, files: BundledFiles): Piece[] {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/is.exec(contentType ?? '')?.[1];
  if (boundary === undefined) return [files.piece(body)];
  const pieces = [...partsOf(body, Buffer.from(`\r\n--${boundary}`))].map((part) => files.piece(part));
  return pieces.reduce<Piece[]>(joinPiece, []);
}

/** The heads and the contents of the parts, in turn. */
function* partsOf(body: Buffer, delimiter: Buffer): Generator<Buffer> {
  let start = 0;
  while (start < body.length) {
    const head = body.indexOf(headEnd, start);
    if (head < 0) break;
    const content = head + headEnd.length;
    const end = body.indexOf(delimiter, content - 2);
    if (end < 0) break;
    yield body.subarray(start, content);
    if (end > content) yield body.subarray(content, end);
    start = Math.max(end, content);
  }
  if (start < body.length) yield body.subarray(start);
}

/** Texts that follow one another are one. */
function joinPiece(pieces: Piece[], next: Piece): Piece[] {
  const last = pieces.at(-1);
  if (typeof last !== 'string' || typeof next !== 'string') return [...pieces, next];
  return [...pieces.slice(0, -1), last + next];
}
