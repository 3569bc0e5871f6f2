import { PDFArray, PDFCheckBox, PDFDict, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFRadioGroup, PDFRef } from '@cantoo/pdf-lib';
import { addStream } from './pdf-bytes.ts';

/** A field of check boxes or radio buttons. */
export type MarkedField = PDFCheckBox | PDFRadioGroup;

const off = PDFName.of('Off');

/**
 * The state of a button: from its widget, its own value or its field's value. Undefined for a button without a state.
 * Source: ISO 32000, check boxes and radio buttons.
 */
export function buttonStateOf(widget: PDFDict): PDFName | undefined {
  const parent = widget.lookupMaybe(PDFName.of('Parent'), PDFDict);
  const states = [
    widget.lookup(PDFName.of('AS')),
    widget.lookup(PDFName.of('V')),
    parent === undefined || !isItsOwn(widget, parent) ? undefined : parent.lookup(PDFName.of('V')),
  ];
  return states.find((one) => one instanceof PDFName);
}

/** The flag of a field of radio buttons. Source: ISO 32000, field flags of buttons. */
const radioFlag = 1 << 15;

/**
 * Whether the field's value is the state of this widget. The value of radio buttons without appearances names one
 * button, by its index or export value.
 */
function isItsOwn(widget: PDFDict, field: PDFDict): boolean {
  const value = field.lookup(PDFName.of('V'));
  const kids = field.lookupMaybe(PDFName.of('Kids'), PDFArray);
  const isRadio = ((field.lookupMaybe(PDFName.of('Ff'), PDFNumber)?.asNumber() ?? 0) & radioFlag) !== 0;
  if (!isRadio || kids === undefined || kids.size() < 2 || widget.has(PDFName.of('AP'))) return true;
  const at = kids.asArray().findIndex((_, index) => kids.lookup(index) === widget);
  const options = field.lookupMaybe(PDFName.of('Opt'), PDFArray);
  const names = [String(at), options === undefined ? undefined : textIn(options.lookup(at))];
  return value instanceof PDFName && names.includes(value.decodeText());
}

const textIn = (value: unknown): string | undefined =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;

/** Draws the widgets of a field that have no appearance: background, border and, for a button that is on, its mark. */
export function drawMarks(document: PDFDocument, field: MarkedField): void {
  const isRound = !(field instanceof PDFCheckBox);
  const usualMark = isRound ? 'l' : '4';
  const appearance = field.acroField.getDefaultAppearance() ?? '';
  for (const { dict } of field.acroField.getWidgets()) {
    if (dict.has(PDFName.of('AP'))) continue;
    const state = buttonStateOf(dict) ?? off;
    const button: Button = { dict, isRound, usualMark, appearance, isOn: state !== off };
    const stream = appearanceOf(document, button);
    dict.set(PDFName.of('AP'), document.context.obj({ N: stream }));
  }
}

interface Button {
  readonly dict: PDFDict;
  readonly isRound: boolean;
  readonly isOn: boolean;
  /** The character of the mark in the font ZapfDingbats. */
  readonly usualMark: string;
  /** The operators for the button's text, with colour and size: `/ZaDb 0 Tf 0 g`. */
  readonly appearance: string;
}

function appearanceOf(document: PDFDocument, button: Button): PDFRef {
  const { dict, isOn } = button;
  const { width, height } = dict.lookup(PDFName.of('Rect'), PDFArray).asRectangle();
  const looks = dict.lookupMaybe(PDFName.of('MK'), PDFDict);
  const operators = [
    ...frame(button, looks, { width, height }),
    ...(isOn ? mark(button, looks, { width, height }) : []),
  ].join('\n');
  const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'ZapfDingbats' };
  return addStream(document.context, operators, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Resources: document.context.obj({ Font: { ZaDb: font } }),
  });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The background and the border of a button. */
function frame({ dict, isRound }: Button, looks: PDFDict | undefined, { width, height }: Size): string[] {
  const style = dict.lookupMaybe(PDFName.of('BS'), PDFDict);
  const thickness = style?.lookupMaybe(PDFName.of('W'), PDFNumber)?.asNumber() ?? 1;
  const [ground, border] = [numbersIn(looks, 'BG'), numbersIn(looks, 'BC')];
  const outline = (inset: number): string =>
    isRound
      ? circle({ x: width / 2, y: height / 2, radius: Math.min(width, height) / 2 - inset })
      : `${inset} ${inset} ${width - 2 * inset} ${height - 2 * inset} re`;
  const filling = colour(ground, ['g', 'rg', 'k']);
  const stroking = thickness > 0 ? colour(border, ['G', 'RG', 'K']) : undefined;
  return [
    ...(filling === undefined ? [] : [`q ${filling} ${outline(0)} f Q`]),
    ...(stroking === undefined ? [] : [`q ${stroking} ${thickness} w ${outline(thickness / 2)} s Q`]),
  ];
}

/** The operators for a colour of one, three or four numbers; undefined for no numbers, a transparent colour. */
function colour(numbers: readonly number[], [grey = '', rgb = '', cmyk = '']: readonly string[]): string | undefined {
  const operator = new Map([
    [1, grey],
    [3, rgb],
    [4, cmyk],
  ]).get(numbers.length);
  return operator === undefined ? undefined : `${numbers.join(' ')} ${operator}`;
}

function numbersIn(looks: PDFDict | undefined, name: string): number[] {
  const list = looks?.lookupMaybe(PDFName.of(name), PDFArray);
  return list?.asArray().map((_, at) => list.lookup(at, PDFNumber).asNumber()) ?? [];
}

/** The distance of a Bézier curve's control points that makes a quarter of a circle, for a radius of 1. */
const bend = 0.5523;

function circle({ x, y, radius: r }: { x: number; y: number; radius: number }): string {
  const c = r * bend;
  return [
    `${x + r} ${y} m`,
    `${x + r} ${y + c} ${x + c} ${y + r} ${x} ${y + r} c`,
    `${x - c} ${y + r} ${x - r} ${y + c} ${x - r} ${y} c`,
    `${x - r} ${y - c} ${x - c} ${y - r} ${x} ${y - r} c`,
    `${x + c} ${y - r} ${x + r} ${y - c} ${x + r} ${y} c h`,
  ].join(' ');
}

/** The bounding boxes of common marks, in thousandths of the font size. Source: the metrics of ZapfDingbats. */
const signs: Readonly<Record<string, readonly [left: number, lower: number, right: number, upper: number]>> = {
  '4': [34, -14, 721, 705],
  l: [35, -14, 757, 708],
  '8': [35, 0, 726, 692],
  u: [35, -14, 754, 705],
  n: [35, 0, 726, 692],
  H: [35, -14, 782, 705],
};
const usualBox = [35, -14, 760, 705] as const;

/** The mark of a button that is on, in the middle of its rectangle. */
function mark({ usualMark, appearance }: Button, looks: PDFDict | undefined, { width, height }: Size): string[] {
  const sign = textIn(looks?.lookup(PDFName.of('CA'))) ?? '';
  const letter = sign.charAt(0) || usualMark;
  const [, given = '0'] = /(?<![\d.])([\d.]+)\s+Tf/.exec(appearance) ?? [];
  const [, ink = '0 g'] = /(?<![\d.])((?:[\d.]+\s+){1,4}(?:g|rg|k))\b/.exec(appearance.replace(/^.*Tf/s, '')) ?? [];
  const size = Number(given) > 0 ? Number(given) : Math.min(width, height) * 0.8;
  const [left, lower, right, upper] = signs[letter] ?? usualBox;
  const x = width / 2 - ((left + right) / 2000) * size;
  const y = height / 2 - ((lower + upper) / 2000) * size;
  const code = letter.charCodeAt(0).toString(16).padStart(2, '0').slice(-2);
  return [`q BT ${ink} /ZaDb ${size} Tf ${x} ${y} Td <${code}> Tj ET Q`];
}
