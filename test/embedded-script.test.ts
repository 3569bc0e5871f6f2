import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const embedded = new URL('../dist/index.cjs', import.meta.url).href;

test.each([
  ['--eval of a module', ['--input-type=module', '--eval'], {}],
  ['--eval with its type in NODE_OPTIONS', ['--eval'], { NODE_OPTIONS: '--input-type=module' }],
])('a script that is run by %s has its documents converted', async (_name, args, environment) => {
  const script = `
    const { startSimulator } = await import(${JSON.stringify(embedded)});
    const simulator = await startSimulator({ port: 0, fixture: 'empty' });
    const { record } = await simulator.world({ clock: 0 }).then(async (world) => {
      const { key, secret } = world.credentials.live;
      const authorization = 'Basic ' + btoa(key + ':' + secret);
      const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
      const sent = await (await fetch(world.baseUrl + '/v2.1/faxes', { method: 'POST', headers: { authorization }, body })).json();
      await world.clock.advance('1h');
      return { record: await world.faxes.show({ id: sent.data.id }) };
    });
    await simulator.close();
    console.log(record.status, record.error?.message ?? 'no error');`;
  const env = { PATH: process.env['PATH'], ...environment };
  expect(await promisify(execFile)(process.execPath, [...args, script], { env })).toEqual({
    stdout: 'success no error\n',
    stderr: '',
  });
});
