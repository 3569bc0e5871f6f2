import type * as v from 'valibot';
import { FaultyFile } from '../model/shared/errors.ts';
import { readLocated } from '../model/shared/yaml-document.ts';
import type { FileFault, Located, Path } from '../model/shared/yaml-document.ts';
import { ScenarioError } from './errors.ts';
import { dig } from './rule-subject.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import type { Mapping } from '../model/shared/objects.ts';
import { describeValue } from '../model/shared/words.ts';

export type { FileFault, Located };

/** A file as it was read. */
interface ScenarioFile extends Located<unknown> {
  /** Numbers that become others on their way, a line each. */
  readonly faults: readonly string[];
}

/** Reads YAML or JSON. Throws ScenarioError for other text. */
export function parse(file: string, source: string): ScenarioFile {
  try {
    const read = readLocated(file, source, { isText, hintAt });
    return { ...read, faults: read.faults.map((fault) => faultText(read, fault)) };
  } catch (error) {
    throw error instanceof FaultyFile ? new ScenarioError(error.faults) : error;
  }
}

/** Whether a value is sent or compared as text there; a parameter may be put into any text. */
function isText([first, , part, ...rest]: readonly (string | number)[]): boolean {
  if (first === 'params') return true;
  if (part === 'where') return !['gt', 'lt'].includes(String(rest[1]));
  return part === 'do' && rest[0] === 'respond' && rest[1] === 'headers';
}

/** Braces have a meaning of their own within braces. */
const hintAt = (line: string): string =>
  /[^'"]\$\{/.test(line) ? "; within {…} and […] ${…} must stand in quotes: '${…}'" : '';

/** A fault as one line: `FILE:LINE: rule ID: PART MESSAGE`. */
export function faultText({ value, at }: Located<unknown>, { path, message }: FileFault): string {
  const { line, inherited } = at(path);
  const subject = subjectOf(value, path);
  return `${line}: ${subject}${message}${inherited === undefined ? '' : `; this part is inherited from ${inherited}`}`;
}

/** An issue of the schema as a fault: `must be an integer, got "two": write …`. */
export function faultOfIssue(value: unknown, { path, message }: v.BaseIssue<unknown>): FileFault {
  const keys = path?.map(({ key }) => key) ?? [];
  if (!/^must (?:not )?be /.test(message) || message.includes(', got ')) return { path: keys, message };
  const got = describeValue(dig(value, keys.map(String)));
  return { path: keys, message: message.replace(/^[^:;]*/, (expected) => `${expected}, got ${got}`) };
}

/** Names a rule by its id, or by its number when it has none. */
function subjectOf(value: unknown, path: Path): string {
  const [first, index, ...rest] = path;
  if (first !== 'rules' || typeof index !== 'number') return path.length === 0 ? '' : `${path.join('.')} `;
  const rules = isPlainObject(value) ? value['rules'] : undefined;
  const rule: unknown = Array.isArray(rules) ? rules[index] : undefined;
  const id = isPlainObject(rule) ? rule['id'] : undefined;
  const name = typeof id === 'string' || typeof id === 'number' ? `rule ${id}` : `rule #${index + 1}`;
  return rest.length === 0 ? `${name} ` : `${name}: ${rest.join('.')} `;
}

/** A mapping whose keys replace those of a base. A key can mend a fault of the base. */
export function over(base: Located<Mapping>, own: Located<Mapping>): Located<Mapping> {
  return {
    value: { ...base.value, ...own.value },
    at: (path) => {
      const [key] = path;
      const isBase = typeof key === 'string' && !Object.hasOwn(own.value, key) && Object.hasOwn(base.value, key);
      if (!isBase) return own.at(path);
      const { line, inherited = line } = base.at(path);
      return { line: own.at([]).line, inherited };
    },
  };
}
