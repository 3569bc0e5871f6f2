import { callerNameOf } from '../../fiction/parties.ts';
import { letter } from '../letter-page.ts';
import type { SheetFonts } from './sheet-fonts.ts';
import { phoneText } from './story.ts';
import type { DocumentContent } from './story.ts';

const stamp = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const cos = (angle: number): string => Math.cos(angle).toFixed(6);
const sin = (angle: number): string => Math.sin(angle).toFixed(6);

/** A page as it leaves a scanner: slightly turned, with specks, below the line that the sending machine adds. */
export function addScanArtifacts(
  fonts: SheetFonts,
  story: DocumentContent,
  page: number,
  operators: readonly string[],
): string[] {
  const chance = story.chance('scan', page);
  const angle = ((chance.integer(-70, 70) / 100) * Math.PI) / 180;
  const [x, y] = [chance.integer(-5, 5), chance.integer(-8, 2)];
  // Around the middle of the page: the turned page stays on the sheet.
  const [w, h] = [letter.width / 2, letter.height / 2];
  const turn = `q 1 0 0 1 ${w + x} ${h + y} cm ${cos(angle)} ${sin(angle)} ${(-Math.sin(angle)).toFixed(6)} ${cos(angle)} 0 0 cm 1 0 0 1 ${-w} ${-h} cm`;
  const specks = Array.from({ length: chance.integer(20, 70) }, () => {
    const size = chance.integer(3, 11) / 10;
    return `${chance.integer(0, letter.width)} ${chance.integer(0, letter.height - 30)} ${size} ${size} re`;
  });
  return [turn, ...operators, 'Q', '0 g', ...specks, 'f', ...streak(story), ...headerLine(fonts, story, page)];
}

/** Dirt on the glass leaves a line down all pages of some documents. */
function streak({ chance }: DocumentContent): string[] {
  const { happens, integer } = chance('glass');
  const x = integer(30, letter.width - 30);
  return happens(0.3) ? [`0.35 w ${x} 0 m ${x + 1} ${letter.height - 30} l S`] : [];
}

/** The date, the identification of the caller (CSID) and the count of pages, in the letters of the machine. */
function headerLine(fonts: SheetFonts, { facts, sender, pages }: DocumentContent, page: number): string[] {
  const at = stamp.format(facts.createdAt).toUpperCase().replaceAll(',', '');
  const count = (number: number): string => String(number).padStart(2, '0');
  const name = facts.callerName ?? callerNameOf(sender.name);
  const place = { y: letter.height - 16, size: 8 };
  const right = `P.${count(page + 1)}/${count(pages)}`;
  return [
    `1 g 0 ${letter.height - 20} ${letter.width} 20 re f 0 g`,
    fonts.write(at, 'mono', { ...place, x: 30 }),
    fonts.write(`${name}   ${phoneText(facts.from)}`, 'mono', { ...place, x: 190 }),
    fonts.write(right, 'mono', { ...place, x: letter.width - 30 - fonts.width(right, 'mono', 8) }),
  ];
}
