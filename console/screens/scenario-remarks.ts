import type { ScenarioFindings } from '../../src/control/client/named-types.ts';
import type { LineRemark } from '../ui/line-remark.ts';

/** The faults and warnings of a text, by their lines. */
export function remarksOf(lint: ScenarioFindings | undefined): readonly LineRemark[] {
  if (lint === undefined) return [];
  const remark = (tone: LineRemark['tone']) => (message: string) => {
    const [, line = '1', text = message] = /^source:(\d+): (.*)$/s.exec(message) ?? [];
    return { line: Number(line), tone, text };
  };
  const all = [...lint.faults.map(remark('bad')), ...lint.warnings.map(remark('mixed'))];
  return all.sort((one, other) => one.line - other.line);
}
