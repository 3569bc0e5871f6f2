/**
 * The cost of the first start in a process, once the package is imported: `node test/bench/start.ts` with the loader of
 * the other benchmarks, after `npm run build`. Each run is a process of its own, since only the first start is cold.
 */
import { execFileSync } from 'node:child_process';

const runs = 21;
const face = new URL('../../dist/index.cjs', import.meta.url).href;

const program = `
  const { startSimulator } = await import('${face}');
  const start = performance.now();
  const simulator = await startSimulator({ fixture: process.argv[1] });
  console.log(performance.now() - start);
  await simulator.close();
`;

for (const fixture of ['demo', 'empty']) {
  const times = Array.from({ length: runs }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', program, fixture], { encoding: 'utf8' })),
  ).sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(share * (runs - 1))] ?? NaN).toFixed(1);
  console.log(`${fixture.padEnd(6)} ready in ${at(0.5)} ms (fastest ${at(0)}, slowest ${at(1)})`);
}
