import { convert } from 'html-to-text';
import { ConversionError, limits } from './conversion-error.ts';

const columns = 83;

/** Elements nested deeper than this are left out. */
const depth = 200;

/**
 * The text of an HTML document, in columns of a typewriter font. Headings are in capitals, lists have marks, tables
 * columns, links their targets, and pictures their alternative texts. Fetches nothing.
 */
export function textOfHtml(html: string): string {
  if (html.length > limits.htmlCharacters) {
    throw new ConversionError('overLimit', `The HTML has more than ${limits.htmlCharacters} characters.`);
  }
  if (depthOf(html) > limits.htmlDepth) {
    throw new ConversionError('overLimit', `The HTML has more than ${limits.htmlDepth} elements within each other.`);
  }
  return convert(html, {
    wordwrap: columns,
    preserveNewlines: false,
    limits: { maxDepth: depth, ellipsis: '…' },
    selectors: [
      { selector: 'table', format: 'dataTable', options: { maxColumnWidth: 40, uppercaseHeaderCells: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'], ignoreHref: false } },
      { selector: 'img', format: 'alternative' },
      { selector: 'head', format: 'skip' },
    ],
    formatters: { alternative: (element, _walk, builder) => builder.addInline(element.attribs['alt'] ?? '') },
  });
}

/** Elements that need no end tag, so counting tags does not show whether they are open. */
const voidElements = new Set(
  'area base br col dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr wbr'.split(
    ' ',
  ),
);

/** Estimates the maximum number of elements that are open at once. */
function depthOf(html: string): number {
  const openByName = new Map<string, number>();
  let [open, deepest] = [0, 0];
  for (const [, end, name = ''] of html.toLowerCase().matchAll(/<(\/?)([a-z][^\s/>]*)/g)) {
    const ofName = openByName.get(name) ?? 0;
    const step = end === '' ? 1 : ofName > 0 ? -1 : 0;
    if (step === 0 || voidElements.has(name)) continue;
    openByName.set(name, ofName + step);
    open += step;
    deepest = Math.max(deepest, open);
  }
  return deepest;
}
