import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FontFile } from './font-file.ts';

export type FontName = 'DejaVuSans' | 'DejaVuSans-Bold' | 'DejaVuSansMono' | 'DejaVuSerif';

const { resolve } = createRequire(import.meta.url);
const loaded = new Map<FontName, FontFile>();

/** The font of that name, read when first asked for. */
export function fontFile(name: FontName): FontFile {
  const known = loaded.get(name);
  if (known) return known;
  const font = new FontFile(name, readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
  loaded.set(name, font);
  return font;
}
