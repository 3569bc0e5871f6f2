import { PDFArray, PDFDict, PDFName, PDFRef } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFObject } from '@cantoo/pdf-lib';

/** The layers of a PDF (optional content groups), and the layers that are off in the default view. */
interface Layers {
  readonly all: readonly PDFRef[];
  readonly off: readonly PDFRef[];
}

/** The layers of a document. Source: ISO 32000, optional content configuration. */
export function layersOf(document: PDFDocument): Layers {
  const properties = document.catalog.lookupMaybe(PDFName.of('OCProperties'), PDFDict);
  const config = properties?.lookupMaybe(PDFName.of('D'), PDFDict);
  const all = refsIn(properties, 'OCGs');
  const on = new Set(refsIn(config, 'ON'));
  const off = new Set(refsIn(config, 'OFF'));
  const isOffAtFirst = config?.lookupMaybe(PDFName.of('BaseState'), PDFName) === PDFName.of('OFF');
  return { all, off: all.filter((layer) => off.has(layer) || (isOffAtFirst && !on.has(layer))) };
}

const refsIn = (dict: PDFDict | undefined, name: string): PDFRef[] =>
  dict
    ?.lookupMaybe(PDFName.of(name), PDFArray)
    ?.asArray()
    .filter((item) => item instanceof PDFRef) ?? [];

/** Adds layers to another document, so a layer that is off stays off on the copied pages. */
export function addLayers(document: PDFDocument, { all, off }: Layers, copy: (layer: PDFRef) => PDFObject): void {
  if (all.length === 0) return;
  const { context, catalog } = document;
  const known = catalog.lookupMaybe(PDFName.of('OCProperties'), PDFDict);
  const properties = known ?? context.obj({ OCGs: [], D: { OFF: [] } });
  if (known === undefined) catalog.set(PDFName.of('OCProperties'), properties);
  const groups = properties.lookup(PDFName.of('OCGs'), PDFArray);
  const hidden = properties.lookup(PDFName.of('D'), PDFDict).lookup(PDFName.of('OFF'), PDFArray);
  for (const layer of all) groups.push(copy(layer));
  for (const layer of off) hidden.push(copy(layer));
}
