import { inflateSync } from 'node:zlib';
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFObject } from '@cantoo/pdf-lib';

/**
 * Removes drawings from a PDF that draw themselves, directly or through others, or that draw too many nested drawings
 * for a page. They are forms, patterns, soft masks, or fonts with drawn letters. Readers would spend too much time and
 * memory on them.
 */
export function boundRepetition(document: PDFDocument): void {
  const pages = document
    .getPages()
    .map(({ node }) => ({ dict: node, resources: node.Resources(), contents: streamsOf(node.Contents()) }));
  const roots = pages.flatMap((page) => [page, ...appearancesOn(page)]);
  // Reads contents only if a drawing may draw others, which draw others in turn.
  new Search().searchAll(roots.filter((root) => usesIn(root).some(({ drawing }) => usesIn(drawing).length > 0)));
}

/** An object with its own drawing operators, and the resources that they use. */
interface Drawing {
  /** Identifies the object. */
  readonly dict: PDFDict;
  readonly resources: PDFDict | undefined;
  /** The streams with the object's operators. */
  readonly contents: readonly PDFStream[];
}

/** A drawing that another drawing uses, by a name in its resources. */
interface Use {
  readonly category: PDFName;
  readonly name: PDFName;
  readonly drawing: Drawing;
}

/** Limit for nested drawings on a page: more take seconds. */
const drawingsMax = 50_000;

/** Looks for drawings that draw themselves, or too many others, and removes them where they are used. */
class Search {
  readonly #path = new Set<PDFDict>();
  /** The searched drawings, each with the resources that the search used, and the number of all drawings in it. */
  readonly #done = new Map<PDFDict, { readonly resources: PDFDict | undefined; readonly count: number }>();

  /** The number of uses in all contents so far, without nesting. A drawing with many direct uses, such as a map, may take long. */
  #standing = 0;

  searchAll(drawings: readonly Drawing[]): void {
    for (const drawing of drawings) this.#search(drawing);
  }

  /** Cuts uses with too many drawings. Returns the number of the remaining drawings. */
  #search(drawing: Drawing): number {
    const { dict, resources } = drawing;
    const known = this.#done.get(dict);
    if (known !== undefined && known.resources === resources) return known.count;
    this.#path.add(dict);
    const uses = realUsesIn(drawing);
    for (const { times } of uses) this.#standing += times;
    let count = 1;
    for (const use of uses) {
      const one = this.#path.has(use.drawing.dict) ? Infinity : this.#search(use.drawing);
      if (one > 1 && count + use.times * one > Math.max(drawingsMax, 2 * this.#standing)) cut(drawing, use);
      else count += use.times * one;
    }
    this.#path.delete(dict);
    this.#done.set(dict, { resources, count });
    return count;
  }
}

const nameOf = (text: string): PDFName => PDFName.of(text);

/** Returns the dictionary that a resource draws, by the category of the resource. */
const drawnBy: Readonly<Record<string, (resource: PDFObject | undefined) => PDFObject | undefined>> = {
  XObject: (resource) => resource,
  Pattern: (resource) => resource,
  ExtGState: (resource) => dictIn(dictIn(resource)?.lookup(nameOf('SMask')))?.lookup(nameOf('G')),
  Font: (resource) => (dictIn(resource)?.has(nameOf('CharProcs')) === true ? resource : undefined),
};

const dictIn = (object: PDFObject | undefined): PDFDict | undefined => (object instanceof PDFDict ? object : undefined);

function usesIn({ resources }: Drawing): Use[] {
  return Object.entries(drawnBy).flatMap(([key, drawn]) => {
    const category = nameOf(key);
    const named = dictIn(resources?.lookup(category));
    return (named?.keys() ?? []).flatMap((name) => {
      const drawing = drawingOf(drawn(named?.lookup(name)), resources);
      return drawing === undefined ? [] : [{ category, name, drawing }];
    });
  });
}

function streamsOf(contents: PDFObject | undefined): PDFStream[] {
  const all = contents instanceof PDFArray ? contents.asArray().map((_, at) => contents.lookup(at)) : [contents];
  return all.filter((one) => one instanceof PDFStream);
}

/** Contents without resources of their own use those of the page. Source: ISO 32000, resource dictionaries. */
function drawingOf(object: PDFObject | undefined, inherited: PDFDict | undefined): Drawing | undefined {
  const dict = object instanceof PDFStream ? object.dict : dictIn(object);
  if (dict === undefined || dict.lookup(nameOf('Subtype')) === nameOf('Image')) return undefined;
  const letters = dictIn(dict.lookup(nameOf('CharProcs')));
  const contents =
    object instanceof PDFStream ? [object] : (letters?.values() ?? []).map((one) => dict.context.lookup(one));
  const resources = dictIn(dict.lookup(nameOf('Resources'))) ?? inherited;
  return { dict, resources, contents: contents.filter((one) => one instanceof PDFStream) };
}

/** The appearances of the annotations on a page. */
function appearancesOn({ dict, resources }: Drawing): Drawing[] {
  const annotations = dict.lookup(nameOf('Annots'));
  if (!(annotations instanceof PDFArray)) return [];
  return annotations.asArray().flatMap((_, at) => {
    const normal = dictIn(dictIn(annotations.lookup(at))?.lookup(nameOf('AP')))?.lookup(nameOf('N'));
    const states = normal instanceof PDFDict ? normal.keys().map((state) => normal.lookup(state)) : [normal];
    return states.flatMap((state) => (state instanceof PDFStream ? (drawingOf(state, resources) ?? []) : []));
  });
}

/** The uses that the contents really name, with the number of times. If the contents cannot be read, all uses count. */
function realUsesIn(drawing: Drawing): (Use & { readonly times: number })[] {
  const uses = usesIn(drawing);
  if (uses.length === 0) return [];
  try {
    const text = drawing.contents.map(textOf).join('\n');
    const times = new Map<PDFName, number>();
    for (const [, name = ''] of text.matchAll(namePattern)) {
      times.set(nameOf(name), (times.get(nameOf(name)) ?? 0) + 1);
    }
    return uses.flatMap((use) => {
      const named = times.get(use.name);
      if (named === undefined) return [];
      const { category, drawing: drawn } = use;
      return [{ ...use, times: category === nameOf('Font') ? lettersIn(text) / drawn.contents.length : named }];
    });
  } catch {
    return uses.map((use) => ({ ...use, times: 1 }));
  }
}

const namePattern = /\/([^\0\t\n\f\r ()<>[\]{}/%]+)/g;

/** The approximate number of letters in the texts of contents. */
const lettersIn = (text: string): number =>
  [...text.matchAll(/\((?:\\.|[^\\)])*\)?|<[\da-f\s]+>/gis)].reduce((sum, [shown]) => sum + shown.length, 0);

const textOf = (contents: PDFStream): string => Buffer.from(bytesOf(contents)).toString('latin1');

/** The decoded contents. The PDF library's decompression takes ten times as long as node's, but supports further filters. */
function bytesOf(contents: PDFStream): Uint8Array {
  if (!(contents instanceof PDFRawStream)) return contents.getContents();
  const { dict } = contents;
  if (dict.lookup(nameOf('Filter')) === nameOf('FlateDecode') && !dict.has(nameOf('DecodeParms'))) {
    try {
      return inflateSync(contents.contents);
    } catch {
      // For example, truncated data: the library reads their beginning.
    }
  }
  return decodePDFRawStream(contents).decode();
}

/** Removes a resource from one drawing. The drawing gets a copy of its resources, because others may share them. */
function cut({ dict, resources }: Drawing, { category, name }: Use): void {
  const own = dictIn(dict.lookup(nameOf('Resources'))) ?? resources;
  const changed = own?.clone(dict.context);
  const named = dictIn(own?.lookup(category))?.clone(dict.context);
  if (changed === undefined || named === undefined) return;
  named.delete(name);
  changed.set(category, named);
  dict.set(nameOf('Resources'), changed);
}
