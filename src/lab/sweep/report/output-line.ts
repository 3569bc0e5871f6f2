import { stripVTControlCharacters } from 'node:util';
import type { TrialResult } from '../trial-run.ts';

/**
 * The line in which a program says what went wrong: the failed assertion, or else an error, or else a failure; or else the
 * last line of a program that did not pass. Lines that come only with the fault go before others. Errors of the faxes of a finding go first, and lines about other faxes are left out.
 */
export function outputLine({
  ending,
  lineKind,
  isUsualLine = () => false,
}: Pick<TrialResult, 'ending' | 'lineKind' | 'isUsualLine'>): string | undefined {
  const { how, output } = ending;
  const all = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line) && !isNoise(line));
  const lines = all.filter((line) => lineKind?.(line) !== 'other fax');
  const own = lines.filter((line) => lineKind?.(line) === 'own fax');
  const found =
    assertionIn(lines) ??
    failureIn(own) ??
    failureIn(lines) ??
    own.findLast((line) => !isUsualLine(line)) ??
    own.at(-1);
  return found ?? (how === 'passed' ? undefined : lines.at(-1));
}

const failureIn = (lines: readonly string[]): string | undefined =>
  wholeLine(lines, (line) => errorLine.test(line)) ?? lines.findLast((line) => failure.test(line));

/** `AssertionError: 1 != 2`, `fatal: no such job`: the word and a text after it. */
const errorLine =
  /\b(?:\w*(?:error|exception)|fatal|panic)\b(?:[^\w[]*\[\w+\])?[^\w\s]*\s\W*\w[^\sa-z]*[a-z]|^(?:E +)?[\w.]*(?:Error|Exception): \S/i;
const failure = /\bfail(?:ed|ure)?\b\W*\s\S*[a-z]/i;

/**
 * Lines that do not tell the cause: stack frames, code frames, and lines that test runners (TAP, `node --test`,
 * unittest) write about themselves.
 */
const noise = [
  /^(?:async )?at \S/,
  /^(?:async )?[\w.<>[\] ]+ \((?:node:|file:)\S+:\d+:\d+\)$/,
  /^(?:duration_ms|location|failureType|code|name|operator|stack|generatedMessage|diff|type|exitCode|signal)\b: /,
  /^(?:[#ℹ] )?(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/,
  /^(?:TAP version \d+|\d+\.\.\d+|[+] actual - expected|FAILED \(.*\)|Ran \d+ tests? in .*)$/,
  /^# Subtest: /,
  /^(?:>? *\d+ *)?\|(?: |$)/,
  /^(?:FAIL|PASS) +\S/,
  /^In future versions of Jest\b/,
  /^[-+] (?:Expected|Received)\b/,
];

const isNoise = (line: string): boolean => noise.some((form) => form.test(line));

/** The first assertion that failed, as TAP and Jest write it. */
function assertionIn(lines: readonly string[]): string | undefined {
  const inTap = lines.findIndex((line) => /^error: \S/.test(line));
  if (inTap >= 0) {
    const [, quoted] = /^error: '(.*)'$/.exec(lines[inTap] ?? '') ?? [];
    return quoted ?? withDetails(lines, inTap + 1);
  }
  const ofFaxsim = lines.find((line) => matcherSentence.test(line));
  if (ofFaxsim !== undefined) return ofFaxsim.replace(/^\w*Error: /, '');
  const matcher = lines.findIndex((line) => /^expect\(.*\)/.test(line));
  const differences = changedAfter(lines, matcher);
  if (matcher >= 0 && differences.length > 0)
    return [lines[matcher]?.replace(/ \/\/ .*/, ''), ...differences].join(' ');
  const expected = lines.find((line) => /^Expected\b.*: \S/.test(line));
  const received = lines.find((line) => /^Received\b.*: \S/.test(line));
  if (expected !== undefined && received !== undefined) return `${expected}, ${received}`;
  const inJest = lines.findIndex((line) => /^● (?!Console$)/.test(line));
  return inJest < 0 ? undefined : withDetails(lines, inJest + 1);
}

/** The sentence of a matcher of faxsim. */
const matcherSentence =
  /^(?:\w*Error: )?(?:(?:Expected|Did not expect) .*, and there (?:was|were) \d+|expected fax \d+ (?:not )?to have failed with )/;

/** The last line of a kind, with the values that follow a colon at its end. */
function wholeLine(lines: readonly string[], isMeant: (line: string) => boolean): string | undefined {
  const at = lines.findLastIndex(isMeant);
  return at < 0 ? undefined : withDetails(lines, at);
}

function withDetails(lines: readonly string[], at: number): string | undefined {
  const line = lines[at];
  if (line?.endsWith(':') !== true) return line;
  const changed = changedAfter(lines, at);
  const details = changed.length > 0 ? changed : lines.slice(at + 1, at + 2);
  return [line, ...details].join(' ');
}

/** The lines of a difference, such as `+ 1` and `- 2`. */
const changedAfter = (lines: readonly string[], at: number): string[] =>
  lines
    .slice(at + 1, at + 1 + detailsMax)
    .filter((line) => /^[+-] /.test(line))
    .map((line) => line.replace(/\s+/g, ' '));

const detailsMax = 12;
