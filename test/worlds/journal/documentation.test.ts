import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import { settings } from '../../../src/model/settings/settings.ts';
import { lintRules } from '../../../src/worlds/journal/lint.ts';

const page = readFileSync(new URL('../../../docs/journal.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = '', code = '']) => ({ kind, code }));

test("the page's calls are answered as it says", async () => {
  const running = await startSimulator();
  const documented = `http://${settings.host.default}:${settings.port.default}`;
  let answer: unknown;
  const compared: string[] = [];
  for (const { kind, code } of blocks) {
    if (kind === 'json') {
      expect(answer).toMatchObject(JSON.parse(code));
      compared.push(code);
      continue;
    }
    for (const line of code.trim().split('\n')) {
      expect(line).toContain(documented);
      const here = line.replaceAll(documented, running.baseUrl);
      const { stdout } = await promisify(execFile)('sh', ['-c', `${here} --silent`]);
      answer = JSON.parse(stdout);
    }
  }
  await running.close();
  expect(compared).toHaveLength(9);
});

test('the page knows every rule of lint', () => {
  const rows =
    page
      .split('## Lint')[1]
      ?.split('## ')[0]
      ?.match(/^\| `[\w-]+`/gm) ?? [];
  expect(rows.map((row) => row.replace(/[|` ]/g, ''))).toEqual([...lintRules]);
});
