import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearestText } from '../nearest.ts';
import type { Source } from './assembly.ts';
import { loadOnDemand } from './on-demand.ts';
import { ReferenceFault, readReference } from './references.ts';
import type { Reference } from './references.ts';
import { ScenarioError } from './scenario-error.ts';
import type { Scenario } from './scenario.ts';

const ending = '.yaml';
const name = /^[a-z0-9][a-z0-9-]*$/;
/** Beside the file that names it, and nowhere else. */
const besideName = /^\.\/[\w-][\w.-]*\.(?:ya?ml|json)$/;

const isSource = import.meta.url.endsWith('.ts');

/** The package's own, beside `src` and `dist`. */
export const scenarioFolder = fileURLToPath(
  new URL(isSource ? '../../scenarios' : '../../../scenarios', import.meta.url),
);

/** The scenarios in a folder, a file each that has the scenario's name; read when they are asked for. */
export class ScenarioLibrary {
  readonly #folder: string;
  /** What was read, by path: small files, read once and at once. */
  readonly #sources = new Map<string, Source>();
  /** Files of the user's, by the name that stands in them. */
  readonly #opened = new Map<string, Source>();
  /** Without parameters: with them there are as many as anyone likes to ask for. */
  readonly #known = new Map<string, Scenario>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  names(): Promise<string[]> {
    return Promise.resolve(this.#names());
  }

  #names(): string[] {
    return readdirSync(this.#folder)
      .filter((file) => file.endsWith(ending))
      .map((file) => basename(file, ending))
      .sort();
  }

  /**
   * By its name, or by the path of a file, which is known by its name from then on; with parameters or without. Who says
   * when its world begins is told what is past then. Throws ScenarioError.
   */
  open(named: string, now?: number): Promise<Scenario> {
    return settle(async () => {
      const { name: nameOrPath, values } = readReference(named);
      if (name.test(nameOrPath)) return this.#find({ name: nameOrPath, values });
      const source = this.#read(nameOrPath);
      const scenario = await this.#load(source, values, now);
      this.#opened.set(scenario.name.replace(/\(.*$/s, ''), source);
      return scenario;
    });
  }

  /**
   * By its name alone, since whoever can send a request can ask for it; with parameters or without. Throws ScenarioError
   * when there is none, or something is wrong in it.
   */
  find(named: string): Promise<Scenario> {
    return settle(() => this.#find(readReference(named)));
  }

  /** What stands in the file of a scenario. Throws ScenarioError when there is none. */
  source(known: string): Promise<string> {
    return settle(() => this.#named(known).text);
  }

  async #find({ name: wanted, values }: Reference): Promise<Scenario> {
    const known = values.size === 0 ? this.#known.get(wanted) : undefined;
    if (known !== undefined) return known;
    const scenario = await this.#load(this.#named(wanted), values);
    if (values.size === 0) this.#known.set(wanted, scenario);
    return scenario;
  }

  async #load({ file, text }: Source, values: Reference['values'], now?: number): Promise<Scenario> {
    const read = (wanted: string, from: string): Source => this.#extended(wanted, from);
    const scenario = await loadOnDemand(file, text, { values, read, now });
    return dirname(file) === this.#folder ? { ...scenario, source: undefined } : scenario;
  }

  /** Names of the library, and files beside the file that extends them. A file of the library names no files. */
  #extended(wanted: string, from: string): Source {
    if (!wanted.startsWith('.')) return this.#named(wanted);
    if (besideName.test(wanted)) return this.#read(join(dirname(from), wanted));
    throw new ReferenceFault(
      `${wanted} must be the name of a scenario, or a file beside this one such as ./other.yaml`,
    );
  }

  #named(wanted: string): Source {
    const opened = this.#opened.get(wanted);
    if (opened !== undefined) return opened;
    const names = this.#names();
    if (names.includes(wanted)) return this.#read(join(this.#folder, wanted + ending));
    const near = nearestText(wanted, [...names, ...this.#opened.keys()]);
    throw new ReferenceFault(`there is no scenario ${wanted}${near}`);
  }

  #read(path: string): Source {
    const known = this.#sources.get(path);
    if (known !== undefined) return known;
    const source = { file: path, text: textOf(path) };
    this.#sources.set(path, source);
    return source;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ReferenceFault(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What was wrong with a name is a fault as any other for who asked by it. */
async function settle<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ReferenceFault ? new ScenarioError([error.message]) : error;
  }
}
