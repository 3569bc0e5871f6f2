import { RE2JS, RE2JSException } from 're2js';
import { mostPatternSteps } from './limits.ts';
import type { Pattern } from './scenario.ts';

/** Longer facts match no pattern: a body may have 20 MB, and everybody would wait meanwhile. */
const longest = 65_536;

/**
 * A pattern of RE2's syntax, or why it is none. JavaScript's own expressions can take exponential time on a crafted
 * text, and would stop the whole simulator. RE2's take linear time, and have no look-around and no backreferences.
 */
export function readPattern(source: string): Pattern | { readonly fault: string } {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    const steps = compiled.programSize();
    if (steps > mostPatternSteps) return { fault: tooLarge(steps) };
    return { source, test: (text) => text.length <= longest && compiled.test(text) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { fault: faultOf(error.message) };
  }
}

const tooLarge = (steps: number): string =>
  `must be a pattern of at most ${mostPatternSteps} steps, got ${steps}; repeat less, or write several rules`;

function faultOf(message: string): string {
  const [, why = message, at = ''] = /^error parsing regexp: (.*?)(?:: `(.*)`)?$/s.exec(message) ?? [];
  if (/^\(\?<?[=!]/.test(at)) return `has a look-around at ${at.slice(0, 4)}, which patterns here do not know`;
  if (/^\\[1-9k]/.test(at)) return `has a reference back at ${at}, which patterns here do not know`;
  return `is no regular expression: ${why} at ${at}`;
}
