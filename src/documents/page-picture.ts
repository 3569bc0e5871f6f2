import sharp from 'sharp';
import { withPdf } from './raster.ts';

/** A page as PNG in grey, at most so many pixels wide. Rejects for bytes that are no PDF, and for a missing page. */
export async function pagePicture(pdf: Uint8Array, page: number, width: number): Promise<Uint8Array> {
  const raster = await withPdf(pdf, async (open) => {
    if (page > open.pages) throw new Error(`The document has ${open.pages} pages.`);
    return open.render(page - 1, (size) => width / size.width);
  });
  if (raster.width === 0) throw new Error(`Page ${page} of the PDF cannot be read.`);
  const { data, ...size } = raster;
  return sharp(data, { raw: { width: size.width, height: size.height, channels: 1 }, limitInputPixels: false })
    .png({ palette: true, colours: 16 })
    .toBuffer();
}
