import type { WorldHandle } from '../../control/client/world-handle.ts';
import { shellWord } from '../../model/shared/words.ts';
import { writeJson, writeOwnJson } from '../../model/shared/json-file.ts';

/** A written bundle. */
interface SavedBundle {
  readonly path: string;
  /** The name of the world, usually that of its test. */
  readonly name: string;
  /** 0 if nothing happened in the world. */
  readonly steps: number;
}

/** The highest number of bundles for a run: more would hide those that matter. */
const bundlesMax = 20;

/**
 * Writes a bundle for each world whose test failed. If no failure is noted, for each world with requests, else for the first world.
 * The second file has `-2` in its name. Throws a CliError.
 */
export async function saveBundles(path: string, simulator: Pick<WorldHandle, 'worlds' | 'world'>) {
  const all = await simulator.worlds.list();
  const failed = all.filter(({ failure }) => failure !== null);
  const used = failed.length > 0 ? failed : all.filter(({ requests }) => requests > 0);
  const chosen = used.length > 0 ? used : all.slice(0, 1);
  const saved: SavedBundle[] = [];
  for (const { id, name } of chosen.slice(0, bundlesMax)) {
    const bundle = await simulator.world(id).history.bundle();
    const file = numbered(path, saved.length + 1);
    await (file === path ? writeJson : writeOwnJson)(file, bundle);
    saved.push({ path: file, name: name ?? id, steps: bundle.steps.length });
  }
  return { saved, left: chosen.length - saved.length };
}

/** `failure-2.json.gz` for the second file of `failure.json.gz`. */
const numbered = (path: string, count: number): string =>
  count === 1 ? path : path.replace(/(?:\.json)?(?:\.gz)?$/, (ending) => `-${count}${ending}`);

/** A line for each file, with the command that repeats it. */
export function bundleLines({ saved, left }: Awaited<ReturnType<typeof saveBundles>>): string[] {
  const lines = saved.map(({ path, name }) => `  faxsim replay ${shellWord(path)}  # ${JSON.stringify(name)}`);
  return left === 0 ? lines : [...lines, `  ${left} more are not bundled`];
}
