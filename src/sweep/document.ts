import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CliError } from '../cli-error.ts';
import { ScenarioError } from '../scenarios/errors.ts';
import { faultText, parse } from '../scenarios/scenario-document.ts';
import { reasonOf } from '../shared/errors.ts';

/** Reads a YAML or JSON file of this form. Throws a CliError with all its faults, each with line and key. */
export async function readDocument<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const source = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError(`${path} must be a file that can be read: ${reasonOf(error)}`);
  });
  const file = parseDocument(path, source);
  const read = v.safeParse(schema, file.value);
  if (read.success) return read.output;
  const lines = read.issues.map(({ path: at = [], message }) =>
    faultText(file, { path: at.map(({ key }) => key), message }),
  );
  throw new CliError(lines.join('\n'));
}

function parseDocument(path: string, source: string): ReturnType<typeof parse> {
  try {
    return parse(path, source);
  } catch (error) {
    throw error instanceof ScenarioError ? new CliError(error.faults.join('\n')) : error;
  }
}
