import type { PDFContext, PDFRef } from '@cantoo/pdf-lib';
import { PDFString } from '@cantoo/pdf-lib';
import type { FontFile } from './font-file.ts';
import { addStream } from '../pdf-bytes.ts';

/** Embeds a font with only the used glyphs into a PDF. `used` has the character of each glyph. Text codes are glyph numbers. */
export function embedFont(context: PDFContext, font: FontFile, used: ReadonlyMap<number, number>): PDFRef {
  const name = `FAXSIM+${font.name}`;
  const file = font.subset(used.keys());
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 4, // symbolic: the codes are the font's own
    FontBBox: [...font.box],
    ItalicAngle: 0,
    Ascent: font.ascent,
    Descent: font.descent,
    CapHeight: font.ascent,
    StemV: 80,
    FontFile2: addStream(context, file, { Length1: file.length }),
  });
  const glyphs = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    CIDToGIDMap: 'Identity',
    FontDescriptor: context.register(descriptor),
    W: [...used.keys()].flatMap((glyph) => [glyph, [font.advanceOf(glyph)]]),
  });
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(glyphs)],
      ToUnicode: addStream(context, toUnicode(used)),
    }),
  );
}

const mappingsPerBlock = 100;

/** The ToUnicode map, which readers need to search and copy text. */
function toUnicode(used: ReadonlyMap<number, number>): string {
  const mappings = [...used]
    .filter(([glyph]) => glyph !== 0)
    .map(([glyph, codePoint]) => `<${hex(glyph)}> <${utf16(codePoint)}>`);
  const blocks: string[] = [];
  for (let start = 0; start < mappings.length; start += mappingsPerBlock) {
    const block = mappings.slice(start, start + mappingsPerBlock);
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

/** Four digits. */
export const hex = (number: number): string => number.toString(16).padStart(4, '0');

const utf16 = (codePoint: number): string =>
  Array.from(String.fromCodePoint(codePoint).split(''), (unit) => hex(unit.charCodeAt(0))).join('');
