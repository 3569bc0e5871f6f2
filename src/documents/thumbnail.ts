import sharp from 'sharp';
import { withPdf } from './raster.ts';

/** In pixels. Source: the documentation of the service's Ruby client. */
const sizes = { s: { width: 129, height: 167 }, l: { width: 300, height: 388 } } as const;

/** Rendered so much larger, then made smaller, so that thin strokes stay. */
const oversampling = 2;

/** The first page as JPEG of exactly that size, on white. */
export async function thumbnail(pdf: Uint8Array, size: 's' | 'l'): Promise<Uint8Array> {
  const box = sizes[size];
  const { data, width, height } = await withPdf(pdf, (open) =>
    open.render(0, (page) => oversampling * Math.min(box.width / page.width, box.height / page.height)),
  );
  if (width === 0) throw new Error('The first page of the PDF cannot be read.');
  const jpeg = await sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .resize({ ...box, fit: 'contain', background: 'white' })
    .jpeg({ quality: 80 })
    .toBuffer();
  return jpeg;
}
