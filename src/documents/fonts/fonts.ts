import { fileOfPackage } from '../missing-part.ts';
import type { PackageFile } from '../package-files.ts';
import { FontFile } from './font-file.ts';

export type FontName = 'DejaVuSans' | 'DejaVuSansMono' | 'DejaVuSerif' | 'HomemadeApple';

const files = {
  DejaVuSans: 'DejaVuSans.ttf',
  DejaVuSansMono: 'DejaVuSansMono.ttf',
  DejaVuSerif: 'DejaVuSerif.ttf',
  HomemadeApple: 'homemade-apple-latin-400-normal.woff',
} as const satisfies Record<FontName, PackageFile>;

const loaded = new Map<FontName, FontFile>();

/** The font of that name, read when first asked for. */
export function fontFile(name: FontName): FontFile {
  const known = loaded.get(name);
  if (known) return known;
  const font = new FontFile(name, fileOfPackage(files[name]));
  loaded.set(name, font);
  return font;
}
