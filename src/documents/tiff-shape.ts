const xResolutionTag = 282;
const yResolutionTag = 283;

/**
 * How much higher the pixels of a TIFF's frame are than wide: 2 for a fax in standard resolution, 1 for most else. The
 * image library gives only one of the two resolutions.
 */
export function pixelHeights(bytes: Uint8Array, frames: number): number[] {
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
