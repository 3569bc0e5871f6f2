import { keysOf } from '../model/shared/objects.ts';
import { verdictNames, verdicts } from '../lab/sweep/judge.ts';
import type { VerdictName } from '../lab/sweep/judge.ts';
import { faults } from '../lab/sweep/faults.ts';
import { hasColours, paint } from './terminal.ts';

const styles = {
  wrong: 'red',
  broken: 'magenta',
  degraded: 'yellow',
  unaffected: 'green',
  'not reached': 'dim',
} as const satisfies Record<VerdictName, string>;

const faultIds = new Set<string>(faults.map(({ id }) => id));
const verdictOfSign = new Map<string, VerdictName>(keysOf(verdicts).map((name) => [verdicts[name].sign, name]));

/** The text of a sweep with its verdicts in colours, where colours are shown: signs, causes and counts. */
export function paintVerdicts(text: string, isColoured = hasColours()): string {
  if (!isColoured) return text;
  return text.split('\n').map(paintLine).join('\n');
}

function paintLine(line: string): string {
  const [word = ''] = line.split(' ', 1);
  const rest = line.slice(word.length);
  if (faultIds.has(word)) return word + rest.replaceAll(/\S/gu, paintSign);
  const legend = verdictNames.find((name) => line.startsWith(`${verdicts[name].sign}  ${name} `));
  if (legend !== undefined) return line.replace(`${word}  ${legend}`, (found) => paint(styles[legend], found, true));
  const cause = verdictNames.find(
    (name) => /^\d+\.$/.test(word) && /^[:,]/.test(rest.slice(name.length + 1)) && rest.startsWith(` ${name}`),
  );
  if (cause !== undefined) return word + rest.replace(cause, (found) => paint(styles[cause], found, true));
  return /^\d+ runs?\b/.test(line) && line.includes(' wrong, ') ? line.replaceAll(countPattern, paintCount) : line;
}

const paintSign = (sign: string): string => {
  const name = verdictOfSign.get(sign);
  return name === undefined ? sign : paint(styles[name], sign, true);
};

const countPattern = /\b([1-9]\d*) (wrong|broken|degraded)\b/g;

const paintCount = (found: string, _count: string, name: 'wrong' | 'broken' | 'degraded'): string =>
  paint(styles[name], found, true);
