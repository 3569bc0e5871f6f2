import type { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { errorText } from '../model/shared/errors.ts';
import { ConversionError, limits } from './conversion-error.ts';
import type { PageCounter } from './conversion-error.ts';
import { letter } from './letter-page.ts';
import { drawPixels } from './pdf-bytes.ts';
import type { Pixels } from './pdf-bytes.ts';

/** Half of an inch: fax machines cannot print to the edge. */
const margin = 36;
const room = { width: letter.width - 2 * margin, height: letter.height - 2 * margin };

/** More than a fine fax has; finer images are made coarser. */
const dotsPerPoint = 300 / 72;

const jpegQuality = 85;

sharp.cache(false);
sharp.concurrency(1);

/** Adds an image, one Letter page for each of its frames, as large as it fits but no larger than a point per pixel. */
export async function addImage(document: PDFDocument, bytes: Uint8Array, counter: PageCounter): Promise<void> {
  const { pages = 1, format } = await decode(() => open(bytes, 0).metadata());
  const frames = format === 'tiff' ? pages : 1;
  counter.add(frames);
  const heights = format === 'tiff' ? pixelHeights(bytes, frames) : [];
  for (let frame = 0; frame < frames; frame++) await addFrame(document, bytes, frame, heights[frame] ?? 1);
}

async function addFrame(document: PDFDocument, bytes: Uint8Array, frame: number, pixelHeight: number): Promise<void> {
  const { autoOrient, orientation = 1 } = await decode(() => open(bytes, frame).metadata());
  const isTurned = orientation >= 5;
  const natural = {
    width: autoOrient.width * (isTurned ? pixelHeight : 1),
    height: autoOrient.height * (isTurned ? 1 : pixelHeight),
  };
  const scale = Math.min(room.width / natural.width, room.height / natural.height, 1);
  const size = { width: natural.width * scale, height: natural.height * scale };
  const pixels = await decode(() => pixelsOf(bytes, frame, size));
  const page = document.addPage([letter.width, letter.height]);
  const corner = { x: (letter.width - size.width) / 2, y: letter.height - margin - size.height };
  drawPixels(page, pixels, { ...corner, ...size });
}

/** The frame upright, on white, no finer than a fax can show. A photograph stays a JPEG, all else stays exact. */
async function pixelsOf(bytes: Uint8Array, frame: number, size: { width: number; height: number }): Promise<Pixels> {
  const { format, channels } = await open(bytes, frame).metadata();
  const isJpeg = format === 'jpeg';
  const upright = open(bytes, frame)
    .autoOrient()
    .resize({
      width: Math.max(1, Math.round(size.width * dotsPerPoint)),
      height: Math.max(1, Math.round(size.height * dotsPerPoint)),
      fit: 'fill',
      withoutEnlargement: true,
    })
    .flatten({ background: 'white' })
    .toColourspace(channels <= 2 ? 'b-w' : 'srgb');
  const encoded = isJpeg ? upright.jpeg({ quality: jpegQuality }) : upright.raw({ depth: 'uchar' });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { data, isJpeg, width: info.width, height: info.height, channels: info.channels };
}

function open(bytes: Uint8Array, page: number): Sharp {
  return sharp(bytes, { page, limitInputPixels: limits.pixels, failOn: 'error', sequentialRead: true });
}

async function decode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = errorText(error);
    if (/exceeds pixel limit/i.test(message)) throw new ConversionError('overLimit', 'The image has too many pixels.');
    throw new ConversionError('brokenImage', `The image cannot be read: ${message.split('\n', 1)[0] ?? ''}`);
  }
}

const xResolutionTag = 282;
const yResolutionTag = 283;

/**
 * How much higher the pixels of a TIFF's frame are than wide: 2 for a fax in standard resolution, 1 for most else. The
 * image library gives only one of the two resolutions.
 */
function pixelHeights(bytes: Uint8Array, frames: number): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = view.getUint16(0) === 0x4949;
  const ratios = new Array<number>(frames).fill(1);
  try {
    let directory = view.getUint32(4, isLittle);
    for (let frame = 0; frame < frames && directory !== 0; frame++) {
      const entries = view.getUint16(directory, isLittle);
      ratios[frame] = ratioIn(view, directory + 2, entries, isLittle);
      directory = view.getUint32(directory + 2 + entries * 12, isLittle);
    }
  } catch (error) {
    // A directory outside of the file: the image library reports it.
    if (!(error instanceof RangeError)) throw error;
  }
  return ratios;
}

function ratioIn(view: DataView, start: number, entries: number, isLittle: boolean): number {
  let [x, y] = [1, 1];
  for (let entry = start; entry < start + entries * 12; entry += 12) {
    const tag = view.getUint16(entry, isLittle);
    if (tag === xResolutionTag) x = rationalAt(view, view.getUint32(entry + 8, isLittle), isLittle);
    if (tag === yResolutionTag) y = rationalAt(view, view.getUint32(entry + 8, isLittle), isLittle);
  }
  const ratio = x / y;
  return ratio > 0.2 && ratio < 5 ? ratio : 1;
}

function rationalAt(view: DataView, offset: number, isLittle: boolean): number {
  return view.getUint32(offset, isLittle) / view.getUint32(offset + 4, isLittle);
}
