import { fileOfPackage } from '../missing-part.ts';
import { FontFile } from './font-file.ts';

export type FontName = 'DejaVuSans' | 'DejaVuSansMono' | 'DejaVuSerif';

const loaded = new Map<FontName, FontFile>();

/** The font of that name, read when first asked for. */
export function fontFile(name: FontName): FontFile {
  const known = loaded.get(name);
  if (known) return known;
  const font = new FontFile(name, fileOfPackage(`${name}.ttf`));
  loaded.set(name, font);
  return font;
}
