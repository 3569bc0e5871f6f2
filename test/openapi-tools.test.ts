import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

// Installed by `npm --prefix tools ci`, which .ci/run does.
const tools = new URL('../tools/node_modules/', import.meta.url);
const inTools = createRequire(new URL('index.js', tools));
const areInstalled = existsSync(tools);
const documents = ['v1', 'v2', 'v2.1', 'control'];
const fileOf = (name: string): string => fileURLToPath(new URL(`../docs/openapi/${name}.json`, import.meta.url));

interface Run {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program of the tools, until it ends or says `enough`. */
async function run(program: string, args: readonly string[], enough = /^\b$/): Promise<Run> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, tools)), ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (enough.test(output)) child.kill();
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

interface Converter {
  convertV2(
    input: { type: 'string'; data: string },
    options: object,
    done: (error: Error | null, outcome: Outcome) => void,
  ): void;
}

interface Outcome {
  readonly result: boolean;
  readonly reason?: string;
  readonly output?: readonly { readonly data: { readonly item: readonly Item[] } }[];
}

interface Item {
  readonly request?: object;
  readonly item?: readonly Item[];
}

const countRequests = (items: readonly Item[]): number =>
  items.reduce((sum, { request, item = [] }) => sum + (request === undefined ? 0 : 1) + countRequests(item), 0);

describe.each(documents)('the OpenAPI document of %s', (name) => {
  if (!areInstalled) {
    test.skip('is not tried: run npm --prefix tools ci first', () => undefined);
    return;
  }
  const data = readFileSync(fileOf(name), 'utf8');
  const { paths } = JSON.parse(data) as { paths: Readonly<Record<string, object>> };
  const methods = new Set(['get', 'put', 'post', 'patch', 'delete']);
  const operations = Object.values(paths).flatMap((path) => Object.keys(path).filter((key) => methods.has(key)));

  test('becomes a collection of Postman with each of its operations', async () => {
    const postman = inTools('openapi-to-postmanv2') as Converter;
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      postman.convertV2({ type: 'string', data }, {}, (error, found) => {
        if (error === null) resolve(found);
        else reject(error);
      });
    });
    expect({ result: outcome.result, reason: outcome.reason }).toEqual({ result: true, reason: undefined });
    expect(countRequests(outcome.output?.[0]?.data.item ?? [])).toBe(operations.length);
  });

  test('becomes types by openapi-typescript, without a warning', async () => {
    const { code, output } = await run('openapi-typescript/bin/cli.js', [fileOf(name)]);
    expect(code).toBe(0);
    expect(output).not.toMatch(/^\s*(?:⚠|✘)/m);
    expect(output).toContain('export interface paths {');
  });

  test('is served by Prism, without a warning', async () => {
    const args = ['mock', '--port', '0', fileOf(name)];
    const { output } = await run('@stoplight/prism-cli/dist/index.js', args, /Prism is listening/);
    expect(output).toMatch(/Prism is listening/);
    expect(output).not.toMatch(/\] +\S +(?:warning|error|fatal) /);
    expect(output.match(/info +(?:GET|PUT|POST|PATCH|DELETE) /g)).toHaveLength(operations.length);
  });
});
