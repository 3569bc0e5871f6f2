import sharp from 'sharp';
import type { Header } from './document-work.ts';
import { pageCountText, drawHeaderAlone } from './header.ts';
import { withPdf } from './raster.ts';
import type { PageSize, Raster } from './raster.ts';

/**
 * A page as grey PNG, at most `width` pixels wide. With `header`, it shows the line that transmission adds. Rejects for
 * bytes that are not a PDF, and for a missing page.
 */
export async function pagePicture(pdf: Uint8Array, page: number, width: number, header?: Header): Promise<Uint8Array> {
  const { pages, ...raster } = await withPdf(pdf, async (open) => {
    if (page > open.pages) throw new Error(`The document has ${open.pages} pages.`);
    return { pages: open.pages, ...(await open.render(page - 1, (size) => width / size.width)) };
  });
  if (raster.width === 0) throw new Error(`Page ${page} of the PDF cannot be read.`);
  if (header !== undefined) await printHeader(raster, { ...header, count: pageCountText(header, page, pages) });
  const { data, ...size } = raster;
  return sharp(data, { raw: { width: size.width, height: size.height, channels: 1 }, limitInputPixels: false })
    .png({ palette: true, colours: 16 })
    .toBuffer();
}

/** Replaces the rows of a picture that the header covers. */
async function printHeader({ data, width, height, size }: Raster & { readonly size: PageSize }, header: PageHeader) {
  const { pdf, top, bottom } = await drawHeaderAlone(size, header);
  const line = await withPdf(pdf, (open) => open.renderTo(0, { width, height }));
  const offsetOf = (points: number): number => Math.round((points / size.height) * height) * width;
  data.set(line.data.subarray(offsetOf(top), offsetOf(bottom)), offsetOf(top));
}

type PageHeader = Parameters<typeof drawHeaderAlone>[1];

/** The text of each page; empty for a page that is only a picture. Rejects for bytes that are not a PDF. */
export const pageTexts = (pdf: Uint8Array): Promise<readonly string[]> =>
  withPdf(pdf, (open) =>
    Promise.resolve(Array.from({ length: open.pages }, (_, page) => open.textOf(page).replaceAll('\r\n', '\n').trim())),
  );

/** Sizes in pixels. Source: the documentation of the service's Ruby client. */
const sizes = { s: { width: 129, height: 167 }, l: { width: 300, height: 388 } } as const;

/** The page is rendered larger by this factor and then reduced, so thin strokes remain visible. */
const oversampling = 2;

/** The first page as JPEG of exactly that size, on white. */
export async function thumbnail(pdf: Uint8Array, size: 's' | 'l'): Promise<Uint8Array> {
  const box = sizes[size];
  const { data, width, height } = await withPdf(pdf, (open) =>
    open.render(0, (page) => oversampling * Math.min(box.width / page.width, box.height / page.height)),
  );
  if (width === 0) throw new Error('The first page of the PDF cannot be read.');
  return sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .resize({ ...box, fit: 'contain', background: 'white' })
    .jpeg({ quality: 80 })
    .toBuffer();
}
