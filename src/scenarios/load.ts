import * as v from 'valibot';
import { ScenarioError } from './errors.ts';
import { resolveExtends } from './inheritance.ts';
import type { LoadOptions, ResolvedFile } from './inheritance.ts';
import { unknownValue } from './params.ts';
import type { Scenario } from './scenario.ts';
import { faultOfIssue, faultText } from './scenario-document.ts';
import type { FileFault } from './scenario-document.ts';
import { scenarioFileSchema } from './schema.ts';

/** Reads a scenario from YAML or JSON. Throws ScenarioError with all faults of the file. */
export const loadScenario = (file: string, source: string, options: LoadOptions = {}): Scenario =>
  readScenario(file, source, options).scenario;

/** A scenario, and the document that it was read from. */
export interface ReadResult {
  readonly scenario: Scenario;
  readonly document: ResolvedFile;
}

/** As loadScenario; the document has the line of each part, for warnings. */
export function readScenario(file: string, source: string, options: LoadOptions = {}): ReadResult {
  const document = resolveExtends({ file, text: source }, options);
  const { value, name, faults: early } = document;
  const result = v.safeParse(scenarioFileSchema, value);
  const faults = (result.issues ?? [])
    // Without an earlier fault nothing was reported: a text of the file or of a parameter may hold the same character.
    .filter(({ input }) => early.length === 0 || !isReported(input))
    .map((issue) => faultOfIssue(value, issue));
  if (!result.success || early.length > 0) {
    throw new ScenarioError([...new Set([...early, ...linesOf(document, faults)])]);
  }
  return { scenario: { ...result.output, ...(name !== undefined && { name }), source: writtenOut(value) }, document };
}

/** Whether a value has a fault of its parameter or of its number already. */
const isReported = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes(unknownValue) : typeof value === 'number' && !Number.isFinite(value);

/** Faults beyond this number are counted. */
const mostShown = 100;

/** In the order of the rules. */
function linesOf(document: ResolvedFile, faults: readonly FileFault[]): string[] {
  const indexOf = ({ path: [first, index] }: FileFault): number => (first === 'rules' ? Number(index) : -1);
  const listed = faults.toSorted((one, other) => indexOf(one) - indexOf(other)).slice(0, mostShown);
  const lines = listed.map((fault) => faultText(document, fault));
  return faults.length > mostShown ? [...lines, `and ${faults.length - mostShown} more faults`] : lines;
}

/** As JSON, which is YAML; a text in it that looks like a parameter stays a text. */
const writtenOut = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('${', () => '$${') : part,
  );
