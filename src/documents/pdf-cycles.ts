import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFObject } from '@cantoo/pdf-lib';

/**
 * Takes out of a PDF what draws itself, directly or through others: a form, a pattern, a soft mask, or a font of drawn letters. Such
 * a drawing has no end, and takes the time and memory of its reader.
 */
export function cutCycles(document: PDFDocument): void {
  const pages = document.getPages().map(({ node }) => ({ dict: node, resources: node.Resources(), contents: [] }));
  const roots = pages.flatMap((page) => [page, ...appearancesOn(page)]);
  // Contents are read only where resources name each other in a circle, as the resources that a generator shares may do.
  const found: Use[] = [];
  new CycleSearch(usesIn, (_, use) => found.push(use)).searchAll(roots);
  if (found.length > 0) new CycleSearch(realUsesIn, cut).searchAll(roots);
}

/** An object with contents of its own that draw it, and the resources that they name. */
interface Drawing {
  /** Identifies it. */
  readonly dict: PDFDict;
  readonly resources: PDFDict | undefined;
  /** Streams of its contents; empty for a page, which nothing draws. */
  readonly contents: readonly PDFStream[];
}

/** A drawing that another one can draw, under a name in its resources. */
interface Use {
  readonly category: PDFName;
  readonly name: PDFName;
  readonly drawing: Drawing;
}

/** Searches drawings for those that draw themselves. */
class CycleSearch {
  readonly #usesIn: (drawing: Drawing) => readonly Use[];
  readonly #onCycle: (drawing: Drawing, use: Use) => void;
  readonly #path = new Set<PDFDict>();
  /** The drawings that are done, with the resources that they were done with. */
  readonly #done = new Map<PDFDict, PDFDict | undefined>();

  /** `onCycle` gets the last drawing of a cycle, and its use of the first. */
  constructor(usesIn: (drawing: Drawing) => readonly Use[], onCycle: (drawing: Drawing, use: Use) => void) {
    this.#usesIn = usesIn;
    this.#onCycle = onCycle;
  }

  searchAll(drawings: readonly Drawing[]): void {
    for (const drawing of drawings) this.#search(drawing);
  }

  #search(drawing: Drawing): void {
    const { dict, resources } = drawing;
    if (this.#done.has(dict) && this.#done.get(dict) === resources) return;
    this.#path.add(dict);
    for (const use of this.#usesIn(drawing)) {
      if (this.#path.has(use.drawing.dict)) this.#onCycle(drawing, use);
      else this.#search(use.drawing);
    }
    this.#path.delete(dict);
    this.#done.set(dict, resources);
  }
}

const nameOf = (text: string): PDFName => PDFName.of(text);

/** The dictionary of a resource that draws, by the category of the resource. */
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

/** The uses that the contents name; of contents that cannot be read, all. */
function realUsesIn(drawing: Drawing): Use[] {
  const uses = usesIn(drawing);
  if (drawing.contents.length === 0) return uses;
  const named = new Set(drawing.contents.flatMap(namesIn));
  return named.has(undefined) ? uses : uses.filter(({ name }) => named.has(name));
}

/** The names in contents, maybe some more; undefined stands for contents that cannot be read. */
function namesIn(contents: PDFStream): (PDFName | undefined)[] {
  try {
    const bytes = contents instanceof PDFRawStream ? decodePDFRawStream(contents).decode() : contents.getContents();
    const found = Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/([^\0\t\n\f\r ()<>[\]{}/%]+)/g);
    return [...new Set([...found].map(([, text = '']) => text))].map(nameOf);
  } catch {
    return [undefined];
  }
}

/** Takes a resource from one drawing. Others may share its resources, so that it gets some of its own. */
function cut({ dict, resources }: Drawing, { category, name }: Use): void {
  const own = dictIn(dict.lookup(nameOf('Resources'))) ?? resources;
  const changed = own?.clone(dict.context);
  const named = dictIn(own?.lookup(category))?.clone(dict.context);
  if (changed === undefined || named === undefined) return;
  named.delete(name);
  changed.set(category, named);
  dict.set(nameOf('Resources'), changed);
}
