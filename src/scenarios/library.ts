import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closest } from 'fastest-levenshtein';
import { ScenarioError, loadScenario } from './load.ts';
import type { Scenario } from './scenario.ts';

const ending = '.yaml';
const name = /^[a-z0-9][a-z0-9-]*$/;

const isSource = import.meta.url.endsWith('.ts');

/** The package's own, beside `src` and `dist`. */
export const scenarioFolder = fileURLToPath(
  new URL(isSource ? '../../scenarios' : '../../../scenarios', import.meta.url),
);

/** The scenarios in a folder, a file each that has the scenario's name; read when they are asked for. */
export class ScenarioLibrary {
  readonly #folder: string;
  readonly #known = new Map<string, Promise<Scenario>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async names(): Promise<string[]> {
    const files = await readdir(this.#folder);
    return files
      .filter((file) => file.endsWith(ending))
      .map((file) => basename(file, ending))
      .sort();
  }

  /** By its name, or by the path of a file, which is known by its name from then on. Throws ScenarioError. */
  async open(nameOrPath: string): Promise<Scenario> {
    if (name.test(nameOrPath)) return this.find(nameOrPath);
    const scenario = await readScenario(nameOrPath);
    this.#known.set(scenario.name, Promise.resolve(scenario));
    return scenario;
  }

  /**
   * By its name alone, since whoever can send a request can ask for it. Throws ScenarioError when there is none, or
   * something is wrong in it.
   */
  async find(wanted: string): Promise<Scenario> {
    const known = this.#known.get(wanted);
    if (known !== undefined) return known;
    const reading = readScenario(await this.#pathOf(wanted));
    this.#known.set(wanted, reading);
    return reading;
  }

  /** What stands in the file of a scenario. Throws ScenarioError when there is none. */
  async source(known: string): Promise<string> {
    return readFile(await this.#pathOf(known), 'utf8');
  }

  async #pathOf(wanted: string): Promise<string> {
    const names = await this.names();
    if (names.includes(wanted)) return join(this.#folder, wanted + ending);
    throw new ScenarioError([`there is no scenario ${wanted}; the nearest is ${closest(wanted, names)}`]);
  }
}

/** Reads a scenario file. Throws ScenarioError when it cannot be read, or something is wrong in it. */
export async function readScenario(path: string): Promise<Scenario> {
  const source = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ScenarioError([`${path}: ${error instanceof Error ? error.message : String(error)}`]);
  });
  return loadScenario(path, source);
}
