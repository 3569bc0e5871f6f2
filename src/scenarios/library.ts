import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearestText } from '../model/shared/words.ts';
import type { ScenarioSource } from './inheritance.ts';
import { packageRoot } from '../model/shared/package-root.ts';
import type { LintReport } from './load.ts';
import type { DescribedScenario, LibraryEntry } from './library-entry.ts';
import { readReference } from './params.ts';
import type { Reference } from './params.ts';
import { ReferenceFault, ScenarioError } from './errors.ts';
import type { Scenario } from './scenario.ts';
import { readGivenFileSync } from '../model/shared/given-file.ts';
import { fileReasonOf, CliError, errorText } from '../model/shared/errors.ts';
import type { Options } from '../model/settings/settings.ts';
import { baseName } from '../model/shared/scenario-text.ts';

const ending = '.yaml';
const name = /^[a-z0-9][a-z0-9-]*$/;
/** Path of a file in the same folder as the file that names it. */
const besideName = /^\.\/[\w-][\w.-]*\.(?:ya?ml|json)$/;

/** The name of a sent scenario's text in messages. */
const sentFile = 'source';

/** The folder of the library within the package. */
export const scenarioFolder = fileURLToPath(new URL('scenarios', packageRoot));

/**
 * The scenarios in folders, one file each, named after the scenario and read on demand. The code to read them is loaded
 * with the first scenario, since most simulators start without any.
 */
export class ScenarioLibrary {
  readonly #folder: string;
  /** The user's own folder, which has precedence. */
  readonly #ownFolder: string | undefined;
  /** The read sources, by path. The files are small, and each is read once. */
  readonly #sources = new Map<string, ScenarioSource>();
  /** Files that the user opened, by the name inside the file. */
  readonly #opened = new Map<string, ScenarioSource>();
  /** Scenarios without parameters. With parameters, their number would be unlimited. */
  readonly #known = new Map<string, Scenario>();

  constructor(folder: string, ownFolder?: string) {
    this.#folder = folder;
    this.#ownFolder = ownFolder;
  }

  /** Throws ScenarioError if the user's folder cannot be read. */
  names(): string[] {
    return [...new Set([...this.#ownNames(), ...namesIn(this.#folder)])].sort();
  }

  #ownNames(): string[] {
    try {
      return this.#ownFolder === undefined ? [] : namesIn(this.#ownFolder);
    } catch (error) {
      throw new ReferenceFault(`the folder ${this.#ownFolder ?? ''} cannot be read: ${fileReasonOf(error)}`);
    }
  }

  /**
   * Opens a scenario by its name or by the path of a file, with or without parameters. The name inside an opened file
   * is known from then on. Throws ScenarioError.
   */
  async open(named: string): Promise<Scenario> {
    const { name: nameOrPath, values } = readReference(named);
    if (name.test(nameOrPath)) return this.find(named);
    const source = this.#file(nameOrPath);
    const scenario = await this.#load(source, values);
    this.#opened.set(baseName(scenario.name), source);
    return scenario;
  }

  /**
   * Finds a scenario by its name, with or without parameters. It accepts no path, because any client can send the name
   * in a header. Throws ScenarioError if no scenario has the name, or its file has faults.
   */
  async find(named: string): Promise<Scenario> {
    const { name: scenarioName, values } = readReference(named);
    const known = values.size === 0 ? this.#known.get(scenarioName) : undefined;
    if (known !== undefined) return known;
    const source = this.#sourceNamed(scenarioName);
    const scenario = await this.#load(source, values);
    assertNamed(scenarioName, scenario, source);
    if (values.size === 0) this.#known.set(scenarioName, scenario);
    return scenario;
  }

  /**
   * The scenarios that can be switched on by name: those of the folders, and opened files. The entry of a faulty one
   * describes its fault.
   */
  async entries(): Promise<readonly LibraryEntry[]> {
    const names = [...new Set([...this.names(), ...this.#opened.keys()])].sort();
    return Promise.all(names.map((known) => this.#entryOf(known)));
  }

  /** The faults of the files in the user's own folder, and the files that are not read, one per line. */
  async ownFaults(): Promise<readonly string[]> {
    const folder = this.#ownFolder;
    const entries = await Promise.all(this.#ownNames().map((known) => this.#entryOf(known)));
    const unread = folder === undefined ? [] : readdirSync(folder).filter((file) => /\.(?:yml|json)$/i.test(file));
    return [
      ...entries.flatMap(({ faults }) => faults),
      ...unread.map(
        (file) => `${join(folder ?? '', file)}: is not read: the name of a scenario's file ends in ${ending}`,
      ),
    ];
  }

  async #entryOf(known: string): Promise<LibraryEntry> {
    const { faultyEntry, libraryEntry } = await import('./library-entry.ts');
    try {
      return libraryEntry(await this.find(known), this.#sourceNamed(known).text);
    } catch (error) {
      if (error instanceof ScenarioError) return faultyEntry(known, error);
      throw error;
    }
  }

  /** The text of a scenario, by its name or the path of its file. Throws ScenarioError when there is none. */
  source(nameOrPath: string): string {
    return this.#sourceOf(readReference(nameOrPath).name).text;
  }

  /** Checks a scenario, which is named as for `open`. Throws ScenarioError if its text does not exist, or is not a mapping. */
  async lint(named: string): Promise<LintReport> {
    const { lintScenario } = await import('./load.ts');
    const { name: nameOrPath, values } = readReference(named);
    const { file, text } = this.#sourceOf(nameOrPath);
    const report = lintScenario(file, text, { values, read: this.#read });
    return { ...report, faults: [...this.#nameFaults(file, text, report.name), ...report.faults] };
  }

  /** A scenario that can be switched on by name, with its text. Throws ScenarioError if no scenario has the name. */
  async describe(named: string): Promise<DescribedScenario> {
    const { name: scenarioName } = readReference(named);
    const source = this.#sourceNamed(scenarioName);
    return { ...(await this.#entryOf(scenarioName)), source: source.text };
  }

  /**
   * Loads a scenario from a sent text, which may extend scenarios of the library. `values` are for the parameters that the text
   * declares. Throws ScenarioError.
   */
  async load(text: string, values: Reference['values'] = new Map()): Promise<Scenario> {
    const { loadScenario } = await import('./load.ts');
    const scenario = withValues(values, () => loadScenario(sentFile, text, { values, read: this.#readForSent }));
    const faults = this.#nameFaults(sentFile, text, scenario.name);
    if (faults.length > 0) throw new ScenarioError(faults);
    return scenario;
  }

  /** Checks a scenario from a sent text. Throws ScenarioError if the text is not a mapping. */
  async lintSent(text: string): Promise<LintReport> {
    const { lintScenario } = await import('./load.ts');
    const report = lintScenario(sentFile, text, { read: this.#readForSent });
    return { ...report, faults: [...this.#nameFaults(sentFile, text, report.name), ...report.faults] };
  }

  /** The fault of a text that has the name of a scenario of the package, but is another one: lists show one of a name. */
  #nameFaults(file: string, text: string, fullName: string | null): readonly string[] {
    const taken = baseName(fullName ?? '');
    const names = namesIn(this.#folder);
    if (!names.includes(taken) || dirname(this.#sourceNamed(taken).file) !== this.#folder) return [];
    if (this.#sourceNamed(taken).text.trim() === text.trim()) return [];
    return [
      `${file}:${lineOfName(text)}: name must not be that of a library scenario, got ${taken}: write my-${taken}`,
    ];
  }

  async #load({ file, text }: ScenarioSource, values: Reference['values']): Promise<Scenario> {
    const { loadScenario } = await import('./load.ts');
    const scenario = withValues(values, () => loadScenario(file, text, { values, read: this.#read }));
    return dirname(file) === this.#folder ? { ...scenario, source: undefined, written: undefined } : scenario;
  }

  /** Reads names of the library, and files beside the extending file. A file of the library names no other files. */
  readonly #read = (reference: string, from: string): ScenarioSource => {
    if (!reference.startsWith('.')) return this.#sourceNamed(reference);
    if (besideName.test(reference)) return this.#file(join(dirname(from), reference));
    throw new ReferenceFault(
      `${reference} must be the name of a scenario, or a file beside this one such as ./other.yaml`,
    );
  };

  /** Reads only names of the library, because a sent text has no files beside it. */
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

/** The hint for an unknown name: the nearest name, or how to use a file or a whole scenario. */
function hintAt(reference: string, names: readonly string[]): string {
  if (/[{\n]/.test(reference)) return '; a whole scenario is sent as source of POST /_faxsim/scenarios';
  if (reference.includes(',')) return '; one scenario is named here at a time';
  if (!/[/\\]|\.(?:ya?ml|json)$/.test(reference))
    return nearestText(reference, names) || '; `faxsim scenarios list` lists all';
  return '; files are not read here: `faxsim scenarios on FILE` sends one, as source of POST /_faxsim/scenarios';
}

/** The line with the name of a scenario, from 1; the first if its name is elsewhere. */
const lineOfName = (text: string): number =>
  Math.max(1, text.split('\n').findIndex((line) => /^\W*name\W/.test(line)) + 1);

/** Throws ScenarioError if a scenario has another name than its file, because the list would then name one that is not found. */
function assertNamed(wanted: string, { name: found }: Scenario, { file, text }: ScenarioSource): void {
  const base = baseName(found);
  if (base === wanted) return;
  const fix = `write this name, or rename the file to ${base}${ending}`;
  throw new ScenarioError([`${file}:${lineOfName(text)}: name must be ${wanted} like its file, got ${base}; ${fix}`]);
}

/** Adds the given values to each fault with a line, since they may be the cause: the file itself has other defaults. */
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
    throw new ReferenceFault(`${path} cannot be read: ${fileReasonOf(error)}`);
  }
}

/** Finds a scenario of the library by its name. Throws ScenarioError. */
export type FindScenario = ScenarioLibrary['find'];

/** The library, and scenarios from sent texts, which may extend those of the library. No files of the user are read. */
export type ScenarioFiles = Pick<ScenarioLibrary, 'load' | 'lintSent' | 'entries' | 'describe'>;

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
