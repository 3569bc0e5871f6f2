import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const entry = new URL('../dist/index.cjs', import.meta.url).href;

/** Prints the modules of the bundle that have run, and the further bundles, once for each call. The build keeps a module as a function of its name. */
const script = `
  import { Session } from 'node:inspector/promises';
  import { createRequire } from 'node:module';
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true });
  const { startSimulator } = await import('${entry}');
  const simulator = await startSimulator();
  const ask = async (path, init) => (await fetch(simulator.baseUrl + path, init)).arrayBuffer();
  const names = new Set();
  const print = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.filter(({ url }) => url.includes('/dist/')).flatMap((file) => file.functions);
    for (const { functionName, ranges } of functions) if (ranges[0].count > 0) names.add(functionName);
    for (const file of Object.keys(createRequire('${entry}').cache)) names.add(file.replace(/^.*[/\\\\]/, ''));
    console.log(JSON.stringify([...names]));
  };
  await ask('/_faxsim/livez');
  await ask('/_faxsim/readyz');
  await print();
  await simulator.clock.show();
  await print();
  const rules = [{ id: 'slow', on: 'getFax', where: { 'fax.tags.case': { matches: 'a+' } }, do: { delay: '2s' } }];
  const { faults } = await simulator.scenarios.lint({ source: JSON.stringify({ name: 'slow', description: 'Slow.', rules }) });
  if (faults.length > 0) throw new Error(faults.join());
  await print();
  await simulator.close();`;

test('an idle simulator has loaded neither the control API nor patterns nor certificates', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stderr).toBe('');
  const [idle = [], afterCall = [], afterPattern] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as string[]);
  expect(idle).toContain('src/http/app.ts');
  const later = ['src/control/control-routes.ts', 'src/http/control-calls.ts', 'src/http/openapi/documents.ts'];
  const further = ['re2js.cjs', 'x509.cjs', 'documents.cjs'];
  expect(idle.filter((name) => [...later, ...further].includes(name))).toEqual([]);
  expect(afterCall).toContain('src/control/control-routes.ts');
  expect(afterCall.filter((name) => further.includes(name))).toEqual([]);
  expect(afterPattern).toContain('re2js.cjs');
});
