import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { documentNames } from '../src/http/openapi/documents.ts';

// Installed by `npm --prefix tools ci`, which .ci/run does.
const tools = new URL('../tools/node_modules/', import.meta.url);
const inTools = createRequire(new URL('index.js', tools));
const areInstalled = existsSync(tools);
const documents = documentNames;
const fileOf = (name: string): string => fileURLToPath(new URL(`../docs/openapi/${name}.json`, import.meta.url));

interface Run {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program of the tools to its end. */
async function run(program: string, args: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, tools)), ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

interface Prism {
  readonly url: string;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Prism in place of the service: it answers as a document says, or refuses a request that the document does not allow. */
async function openPrism(name: string): Promise<Prism> {
  const program = fileURLToPath(new URL('@stoplight/prism-cli/dist/index.js', tools));
  const child = spawn(process.execPath, [program, 'mock', '--port', '0', fileOf(name)]);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('close', () => reject(new Error(output)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, found] = /Prism is listening on (http:\/\/\S+)/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
    }
  });
  const stop = async (): Promise<void> => {
    const ended = once(child, 'close');
    child.kill();
    await ended;
  };
  return { url, log: () => output, stop };
}

/** One Prism for each document, since its start takes seconds. */
const prisms = new Map<string, Promise<Prism>>();
afterAll(async () => {
  for (const prism of prisms.values()) await (await prism).stop();
});

function prismOf(name: string): Promise<Prism> {
  const prism = prisms.get(name) ?? openPrism(name);
  prisms.set(name, prism);
  return prism;
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
    const output = (await prismOf(name)).log();
    expect(output).not.toMatch(/\] +\S +(?:warning|error|fatal) /);
    expect(output.match(/info +(?:GET|PUT|POST|PATCH|DELETE) /g)).toHaveLength(operations.length);
  });
});

type Fields = readonly (readonly [string, string])[];

const multipartOf = (fields: Fields): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

const urlencodedOf = (fields: Fields): URLSearchParams => new URLSearchParams(fields.map(([...pair]) => pair));

(areInstalled ? describe : describe.skip)('a mock of the OpenAPI documents', () => {
  const page = 'https://example.com';
  const sends: readonly Fields[] = [
    [
      ['to', '+12025550123'],
      ['content_url', page],
      ['callback_url', 'http://127.0.0.1:3000/'],
    ],
    [
      ['to[]', '+12025550123'],
      ['to[]', '+12025550124'],
      ['content_url[]', page],
    ],
  ];
  const post = (url: string, body: FormData | URLSearchParams): Promise<Response> =>
    fetch(url, { method: 'POST', body, headers: { authorization: 'Basic YTpi' } });

  test('takes a fax to one number and to several, refuses a fax to none, and answers with valid headers', async () => {
    const prism = await prismOf('v2.1');
    for (const encode of [urlencodedOf, multipartOf]) {
      for (const fields of sends) {
        const answer = await post(`${prism.url}/faxes`, encode(fields));
        expect({ status: answer.status, body: await answer.text() }).toMatchObject({ status: 200 });
        expect(answer.headers.get('etag')).toMatch(/^W\/"[0-9a-f]{32}"$/);
      }
      const withoutNumber = await post(`${prism.url}/faxes`, encode([['content_url', page]]));
      expect(withoutNumber.status).toBe(422);
    }
    expect(prism.log()).not.toMatch(/Violation: response/);
  });

  test('takes a fax to one number in v1', async () => {
    const prism = await prismOf('v1');
    const fields: Fields = [
      ['to', '+12025550123'],
      ['string_data', 'hello'],
    ];
    for (const encode of [urlencodedOf, multipartOf]) {
      const answer = await post(`${prism.url}/send`, encode(fields));
      expect({ status: answer.status, body: await answer.text() }).toMatchObject({ status: 200 });
    }
  });
});
