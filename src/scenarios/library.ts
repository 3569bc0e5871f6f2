import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearestText } from '../model/shared/words.ts';
import type { ScenarioSource } from './inheritance.ts';
import { packageRoot } from '../model/shared/package-root.ts';
import type { LintReport } from './load.ts';
import type { LibraryEntry } from './library-entry.ts';
import { readReference } from './params.ts';
import type { Reference } from './params.ts';
import { ReferenceFault, ScenarioError } from './errors.ts';
import type { Scenario } from './scenario.ts';
import { readGivenFileSync } from '../model/shared/given-file.ts';
import { reasonOf, CliError, errorText } from '../model/shared/errors.ts';
import type { Options } from '../model/settings/settings.ts';
import type { SwitchedOn } from './active-scenario.ts';

const ending = '.yaml';
const name = /^[a-z0-9][a-z0-9-]*$/;
/** Path of a file beside the file that names it, and nowhere else. */
const besideName = /^\.\/[\w-][\w.-]*\.(?:ya?ml|json)$/;

/** How messages call the text of a scenario that was sent. */
const sentFile = 'source';

/** The folder of the library that the package brings along. */
export const scenarioFolder = fileURLToPath(new URL('scenarios', packageRoot));

/**
 * The scenarios in directories, one file each with the scenario's name, read on demand. The code that reads them loads
 * with the first one, since most simulators start without scenarios.
 */
export class ScenarioLibrary {
  readonly #folder: string;
  /** The user's own; it goes before the other one. */
  readonly #ownFolder: string | undefined;
  /** The sources that were read, by path: small files, each read once. */
  readonly #sources = new Map<string, ScenarioSource>();
  /** Files of the user's, by the name that stands in them. */
  readonly #opened = new Map<string, ScenarioSource>();
  /** Scenarios without parameters: with them there are as many as anyone likes to ask for. */
  readonly #known = new Map<string, Scenario>();

  constructor(folder: string, ownFolder?: string) {
    this.#folder = folder;
    this.#ownFolder = ownFolder;
  }

  /** Throws ScenarioError where the user's folder cannot be read. */
  names(): string[] {
    return [...new Set([...this.#ownNames(), ...namesIn(this.#folder)])].sort();
  }

  #ownNames(): string[] {
    try {
      return this.#ownFolder === undefined ? [] : namesIn(this.#ownFolder);
    } catch (error) {
      throw new ReferenceFault(`the folder ${this.#ownFolder ?? ''} cannot be read: ${reasonOf(error)}`);
    }
  }

  /**
   * Opens a scenario by its name, or by the path of a file, which is known by its name from then on; with or without
   * parameters. Throws ScenarioError.
   */
  async open(named: string): Promise<Scenario> {
    const { name: nameOrPath, values } = readReference(named);
    if (name.test(nameOrPath)) return this.find(named);
    const source = this.#file(nameOrPath);
    const scenario = await this.#load(source, values);
    this.#opened.set(scenario.name.split('(', 1)[0] ?? '', source);
    return scenario;
  }

  /**
   * Finds a scenario by its name alone, since any client can name it in a header; with or without parameters. Throws
   * ScenarioError when no scenario has the name, or its file has faults.
   */
  async find(named: string): Promise<Scenario> {
    const { name: scenarioName, values } = readReference(named);
    const known = values.size === 0 ? this.#known.get(scenarioName) : undefined;
    if (known !== undefined) return known;
    const scenario = await this.#load(this.#sourceNamed(scenarioName), values);
    if (values.size === 0) this.#known.set(scenarioName, scenario);
    return scenario;
  }

  /** The scenarios that can be switched on by name: those of the folder, and opened files. One with faults says so. */
  async entries(): Promise<readonly LibraryEntry[]> {
    const { faultyEntry, libraryEntry } = await import('./library-entry.ts');
    const names = [...new Set([...this.names(), ...this.#opened.keys()])].sort();
    const entryOf = async (known: string) => libraryEntry(this.#sourceNamed(known), await this.find(known));
    return Promise.all(
      names.map((known) =>
        entryOf(known).catch((error: unknown) => {
          if (error instanceof ScenarioError) return faultyEntry(known, error);
          throw error;
        }),
      ),
    );
  }

  /** The text of a scenario, by its name alone, as any client can send one. Throws ScenarioError when there is none. */
  textOf(named: string): string {
    return this.#sourceNamed(readReference(named).name).text;
  }

  /** The text of a scenario, by its name or the path of its file. Throws ScenarioError when there is none. */
  source(nameOrPath: string): string {
    return this.#sourceOf(readReference(nameOrPath).name).text;
  }

  /** Checks a scenario, named as for `open`. Throws ScenarioError where there is no such text, or it is no mapping. */
  async lint(named: string): Promise<LintReport> {
    const { lintScenario } = await import('./load.ts');
    const { name: nameOrPath, values } = readReference(named);
    const { file, text } = this.#sourceOf(nameOrPath);
    return lintScenario(file, text, { values, read: this.#read });
  }

  /** Loads a scenario whose text was sent: it may extend those of the library. Throws ScenarioError. */
  async load(text: string): Promise<Scenario> {
    const { loadScenario } = await import('./load.ts');
    return loadScenario(sentFile, text, { read: this.#readForSent });
  }

  /** Checks a scenario whose text was sent. Throws ScenarioError for a text that is no mapping. */
  async lintSent(text: string): Promise<LintReport> {
    const { lintScenario } = await import('./load.ts');
    return lintScenario(sentFile, text, { read: this.#readForSent });
  }

  async #load({ file, text }: ScenarioSource, values: Reference['values']): Promise<Scenario> {
    const { loadScenario } = await import('./load.ts');
    const scenario = withValues(values, () => loadScenario(file, text, { values, read: this.#read }));
    return dirname(file) === this.#folder ? { ...scenario, source: undefined } : scenario;
  }

  /** Names of the library, and files beside the file that extends them. A file of the library names no files. */
  readonly #read = (reference: string, from: string): ScenarioSource => {
    if (!reference.startsWith('.')) return this.#sourceNamed(reference);
    if (besideName.test(reference)) return this.#file(join(dirname(from), reference));
    throw new ReferenceFault(
      `${reference} must be the name of a scenario, or a file beside this one such as ./other.yaml`,
    );
  };

  /** Names of the library alone: a text that was sent has no file beside it. */
  readonly #readForSent = (reference: string): ScenarioSource => {
    if (name.test(reference)) return this.#sourceNamed(reference);
    throw new ReferenceFault(
      `${reference} must be the name of a library scenario here: a scenario that is sent cannot extend files; ` +
        '`faxsim scenarios on FILE` sends a file with all that it extends',
    );
  };

  #sourceOf(nameOrPath: string): ScenarioSource {
    return name.test(nameOrPath) ? this.#sourceNamed(nameOrPath) : this.#file(nameOrPath);
  }

  #sourceNamed(scenarioName: string): ScenarioSource {
    if (scenarioName === '') throw new ReferenceFault('a scenario must be named: the name is empty');
    const opened = this.#opened.get(scenarioName);
    if (opened !== undefined) return opened;
    const names = this.names();
    const folder = this.#ownNames().includes(scenarioName) ? this.#ownFolder : this.#folder;
    if (names.includes(scenarioName)) return this.#file(join(folder ?? this.#folder, scenarioName + ending));
    throw new ReferenceFault(
      `there is no scenario ${scenarioName}${hintAt(scenarioName, [...names, ...this.#opened.keys()])}`,
    );
  }

  #file(path: string): ScenarioSource {
    const known = this.#sources.get(path);
    if (known !== undefined) return known;
    const source = { file: path, text: textOf(path) };
    this.#sources.set(path, source);
    return source;
  }
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending));

/** The hint for a name that no scenario has: the nearest name, a file, or a whole scenario. */
function hintAt(reference: string, names: readonly string[]): string {
  if (/[{\n]/.test(reference)) return '; a whole scenario is sent as source of POST /_faxsim/scenarios';
  if (reference.includes(',')) return '; one scenario is named here at a time';
  if (!/[/\\]|\.(?:ya?ml|json)$/.test(reference))
    return nearestText(reference, names) || '; `faxsim scenarios list` lists all';
  return '; files are not read here: `faxsim scenarios on FILE` sends one, as source of POST /_faxsim/scenarios';
}

/** Names the given values in each fault of a line, since they may be the cause: the file has others by default. */
function withValues<T>(values: Reference['values'], load: () => T): T {
  if (values.size === 0) return load();
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const given = [...values].map((pair) => pair.join('=')).join(', ');
    throw new ScenarioError(error.faults.map((fault) => (/:\d+: /.test(fault) ? `${fault}; with ${given}` : fault)));
  }
}

function textOf(path: string): string {
  try {
    return readGivenFileSync(path);
  } catch (error) {
    throw new ReferenceFault(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** Finds a scenario of the library by its name. Throws ScenarioError. */
export type FindScenario = ScenarioLibrary['find'];

/** The library, and scenarios whose text was sent, which may extend those of the library; no files of the user's. */
export type ScenarioFiles = Pick<ScenarioLibrary, 'load' | 'lintSent' | 'entries' | 'textOf'>;

/** An active scenario, as a saved world holds it. */
export interface SavedScenario {
  /** The name, with the given parameters. */
  readonly name: string;
  readonly by: SwitchedOn['by'];
  /** The text of its file; undefined for a scenario of the library. */
  readonly source?: string | undefined;
}

export const serialize = ({ scenario: { name, source }, by }: SwitchedOn): SavedScenario => ({
  name,
  by,
  ...(source !== undefined && { source }),
});

/** Loads a saved scenario. Throws ScenarioError when the library has no such scenario any more. */
export async function restore({ name, by, source }: SavedScenario, find: FindScenario): Promise<SwitchedOn> {
  if (source === undefined) return { scenario: await find(name), by };
  const { loadScenario } = await import('./load.ts');
  const scenario = loadScenario('source', source);
  if (name !== scenario.name && !name.startsWith(`${scenario.name}(`)) {
    throw new ScenarioError([`source is that of ${scenario.name}`]);
  }
  return { scenario: { ...scenario, name }, by };
}

/** The source of a saved scenario, which is JSON in one line, in the form in which people write one. */
export async function sourceText(source: string): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(JSON.parse(source), { lineWidth: 120 });
}

/** The scenarios of the package, with those in the user's folder. Throws a CliError for a folder that cannot be read. */
export function openLibrary({ scenariosDir }: Pick<Options, 'scenariosDir'>): ScenarioLibrary {
  const library = new ScenarioLibrary(scenarioFolder, scenariosDir);
  try {
    if (scenariosDir !== undefined) library.names();
  } catch (error) {
    throw new CliError(errorText(error), { setting: 'scenariosDir' });
  }
  return library;
}

/** A scenario by its name or path. Throws a CliError with its faults. */
export async function openScenario(library: ScenarioLibrary, name: string): Promise<Scenario> {
  return library.open(name).catch((error: unknown) => {
    throw error instanceof ScenarioError ? new CliError(error.faults.join('; '), { setting: 'scenarios' }) : error;
  });
}
