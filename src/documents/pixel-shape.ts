import { pixelHeightsOfTiff } from './tiff.ts';

/**
 * The height of a pixel relative to its width, for each frame of an image: 2 for a fax in standard resolution, 1 for
 * most others. The image library returns only one of the two resolutions.
 */
export function pixelHeights(bytes: Uint8Array, format: string | undefined, frames: number): number[] {
  const heights =
    format === 'tiff'
      ? pixelHeightsOfTiff(bytes, frames)
      : [format === 'png' ? ofPng(bytes) : format === 'jpeg' ? ofJpeg(bytes) : 1];
  return heights.map((ratio) => (ratio > 0.2 && ratio < 5 ? ratio : 1));
}

/** The ratio from `pHYs`, or from the Exif data in `eXIf`. Source: the PNG specification. */
function ofPng(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let exif = 1;
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const [name, data, length] = [view.getUint32(at + 4), at + 8, view.getUint32(at)];
    if (name === chunk('pHYs') && length >= 8 && data + 8 <= view.byteLength) {
      return view.getUint32(data) / view.getUint32(data + 4);
    }
    if (name === chunk('eXIf')) exif = ofExif(bytes.subarray(data, data + length));
    if (name === chunk('IEND')) break;
  }
  return exif;
}

const chunk = (name: string): number => Buffer.from(name).readUInt32BE();

/** The ratio from JFIF's density, whose unit does not matter, or from Exif. Source: ITU-T T.871. */
function ofJpeg(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let exif = 1;
  for (let at = 2; at + 4 <= view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const data = bytes.subarray(at + 4, at + 2 + view.getUint16(at + 2));
    const name = Buffer.from(data.subarray(0, 5)).toString('latin1');
    if (marker === 0xe0 && name === 'JFIF\0' && data.length >= 12) {
      const [x, y] = [viewOf(data).getUint16(8), viewOf(data).getUint16(10)];
      if (x !== y) return x / y;
    }
    if (marker === 0xe1 && name === 'Exif\0') exif = ofExif(data.subarray(6));
    if (marker === 0xda) break; // the picture itself begins
  }
  return exif;
}

const ofExif = (tiff: Uint8Array): number => pixelHeightsOfTiff(tiff, 1)[0] ?? 1;

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
