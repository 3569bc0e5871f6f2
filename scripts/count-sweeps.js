// Sweeps the mended examples again and again, and counts the findings: each accuses a program that is right.
//
//   npm run build && node scripts/count-sweeps.js --rounds 3 --budget 20s --busy
//
// --busy keeps all cores busy beside the sweeps; --original sweeps the programs with bugs; --only FOLDER takes one example.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.js';

const unittest = ['python3', '-m', 'unittest', '-q'];
const examples = {
  'node-queue': ['node', '--test'],
  'node-archive': ['node', '--test'],
  'node-nightly': ['node', '--test'],
  'php-resend': ['php', 'test.php'],
  'python-dunning': unittest,
  'python-inbox': unittest,
  'python-receiver': unittest,
};

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    budget: { type: 'string' },
    busy: { type: 'boolean', default: false },
    original: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

async function sweep(folder, command) {
  const cwd = await mkdtemp(join(tmpdir(), 'faxsim-count-'));
  await cp(join(root, 'examples', folder), cwd, { recursive: true });
  const options = ['--fixture', 'empty', '--jobs', '2', '--webhook-token', 'a-token-of-some-length'];
  const bounds = values.budget === undefined ? [] : ['--budget', values.budget];
  const words = [join(root, 'dist/main.cjs'), 'sweep', ...options, ...bounds, '--', ...command];
  const env = values.original ? process.env : { ...process.env, MENDED: '1' };
  const startedAt = performance.now();
  const child = spawn(process.execPath, words, { cwd, env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const report = await readFile(join(cwd, 'faxsim-sweep/report.json'), 'utf8').then(JSON.parse, () => undefined);
  await rm(cwd, { recursive: true, force: true });
  const findings = report?.findings ?? [];
  console.log(
    [
      folder,
      `exit code ${code}`,
      `${report?.results.length ?? 0} runs`,
      `${findings.length} findings`,
      `${seconds} s`,
    ].join('\t'),
  );
  for (const { verdict, sentence } of findings) console.log(`\t${verdict}: ${sentence}`);
  return findings.length;
}

const cores = values.busy
  ? Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;) {}']))
  : [];
let [sweeps, accused] = [0, 0];
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [folder, command] of Object.entries(examples)) {
    if (values.only !== undefined && values.only !== folder) continue;
    sweeps += 1;
    if ((await sweep(folder, command)) > 0) accused += 1;
  }
}
for (const core of cores) core.kill();
console.log(`${sweeps} sweeps, ${accused} with findings`);
