import { convert } from 'html-to-text';
import { limits } from './limits.ts';
import { Unconvertible } from './unconvertible.ts';

const columns = 83;

/** Elements within elements; what is deeper is left out. */
const depth = 200;

/**
 * The text of an HTML document, set in columns of a typewriter face: headings in capitals, lists with their marks, tables
 * in columns, links with their targets, pictures as their alternative texts. Nothing it refers to is fetched.
 */
export function textOfHtml(html: string): string {
  if (html.length > limits.htmlCharacters) {
    throw new Unconvertible('overLimit', `The HTML has more than ${limits.htmlCharacters} characters.`);
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
