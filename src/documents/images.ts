import type { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { pagesMax } from '../model/domain/fax.ts';
import { errorText } from '../model/shared/errors.ts';
import { ConversionError, limits } from './conversion-error.ts';
import type { PageCounter } from './conversion-error.ts';
import { letter } from './letter-page.ts';
import { drawPixels } from './pdf-bytes.ts';
import type { Pixels } from './pdf-bytes.ts';
import { pixelHeights } from './pixel-shape.ts';
import { oldJpegsOfTiff } from './tiff.ts';

/** Half of an inch: fax machines cannot print to the edge. */
const margin = 36;
const room = { width: letter.width - 2 * margin, height: letter.height - 2 * margin };

/** Highest resolution of an image. It is above that of a fine fax; finer images are reduced. */
const dotsPerPoint = 300 / 72;

const jpegQuality = 85;

sharp.cache(false);
sharp.concurrency(1);

/** One picture of a file, with its index in the file. */
interface Frame {
  readonly bytes: Uint8Array;
  readonly page: number;
  /** The height of a pixel relative to its width. */
  readonly pixelHeight: number;
}

/** Adds an image: one Letter page for each frame, as large as fits, but at most one point per pixel. */
export async function addImage(document: PDFDocument, bytes: Uint8Array, counter: PageCounter): Promise<void> {
  for (const frame of await framesOf(bytes, counter)) await addFrame(document, frame);
}

/** The frames of an image. For a TIFF that the library cannot read, each frame is the JPEG inside it. */
async function framesOf(bytes: Uint8Array, counter: PageCounter): Promise<Frame[]> {
  const jpegs = oldJpegsOfTiff(bytes, pagesMax + 1);
  const { pages = 1, format } =
    jpegs === undefined
      ? await decode(() => open({ bytes, page: 0 }).metadata())
      : { pages: jpegs.length, format: 'tiff' };
  const count = format === 'tiff' ? pages : 1;
  counter.add(count);
  return pixelHeights(bytes, format, count).map((pixelHeight, page) => {
    const jpeg = jpegs?.[page];
    return jpeg === undefined ? { bytes, page, pixelHeight } : { bytes: jpeg, page: 0, pixelHeight };
  });
}

async function addFrame(document: PDFDocument, frame: Frame): Promise<void> {
  const { pixelHeight } = frame;
  const { autoOrient, orientation = 1 } = await decode(() => open(frame).metadata());
  const isTurned = orientation >= 5;
  const natural = {
    width: autoOrient.width * (isTurned ? pixelHeight : 1),
    height: autoOrient.height * (isTurned ? 1 : pixelHeight),
  };
  const scale = Math.min(room.width / natural.width, room.height / natural.height, 1);
  const size = { width: natural.width * scale, height: natural.height * scale };
  const pixels = await decode(() => pixelsOf(frame, size));
  const page = document.addPage([letter.width, letter.height]);
  const corner = { x: (letter.width - size.width) / 2, y: letter.height - margin - size.height };
  drawPixels(page, pixels, { ...corner, ...size });
}

/** The frame upright, on white, no finer than a fax can show. A photograph stays a JPEG, all else stays exact. */
async function pixelsOf(frame: Frame, size: { width: number; height: number }): Promise<Pixels> {
  const { format, channels, depth } = await open(frame).metadata();
  const isJpeg = format === 'jpeg';
  const upright = (await inWholeSteps(open(frame), depth))
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

/**
 * Scales an image of fractions to 255 steps up to its brightest pixel. The library would cut the fractions off, which
 * makes the page black (assumed).
 */
async function inWholeSteps(image: Sharp, depth: string): Promise<Sharp> {
  if (depth !== 'float' && depth !== 'double') return image;
  const { channels } = await image.clone().stats();
  const brightest = Math.max(...channels.map(({ max }) => max));
  return brightest > 0 ? image.linear(255 / brightest) : image;
}

function open({ bytes, page }: Pick<Frame, 'bytes' | 'page'>): Sharp {
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
