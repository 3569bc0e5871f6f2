import type { TextLook } from '../lab/report/text-lines.ts';
import { hasColours, paint, widthOf } from './terminal.ts';

const styles = {
  good: 'green',
  bad: 'red',
  broken: 'magenta',
  busy: 'yellow',
  waiting: 'dim',
  title: 'bold',
} as const;

/** The look of a report on this stdout: as wide as its terminal, in colours where those are shown. */
export function textLook(): TextLook {
  const isColoured = hasColours();
  return { width: widthOf(), paint: (style, text) => paint(styles[style], text, isColoured) };
}
