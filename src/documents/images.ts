import type { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { errorText } from '../model/shared/errors.ts';
import { ConversionError, limits } from './conversion-error.ts';
import type { PageCounter } from './conversion-error.ts';
import { letter } from './letter-page.ts';
import { drawPixels } from './pdf-bytes.ts';
import type { Pixels } from './pdf-bytes.ts';
import { pixelHeights } from './pixel-shape.ts';

/** Half of an inch: fax machines cannot print to the edge. */
const margin = 36;
const room = { width: letter.width - 2 * margin, height: letter.height - 2 * margin };

/** Highest resolution of an image: more than a fine fax has; finer images are made coarser. */
const dotsPerPoint = 300 / 72;

const jpegQuality = 85;

sharp.cache(false);
sharp.concurrency(1);

/** Adds an image, one Letter page for each of its frames, as large as it fits but no larger than a point per pixel. */
export async function addImage(document: PDFDocument, bytes: Uint8Array, counter: PageCounter): Promise<void> {
  const { pages = 1, format } = await decode(() => open(bytes, 0).metadata());
  const frames = format === 'tiff' ? pages : 1;
  counter.add(frames);
  const heights = pixelHeights(bytes, format, frames);
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
  const { format, channels, depth } = await open(bytes, frame).metadata();
  const isJpeg = format === 'jpeg';
  const upright = (await inWholeSteps(open(bytes, frame), depth))
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

/** An image of fractions, in steps of 255 to its brightest: the library would cut fractions off, which leaves a black page (assumed). */
async function inWholeSteps(image: Sharp, depth: string): Promise<Sharp> {
  if (depth !== 'float' && depth !== 'double') return image;
  const { channels } = await image.clone().stats();
  const brightest = Math.max(...channels.map(({ max }) => max));
  return brightest > 0 ? image.linear(255 / brightest) : image;
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
