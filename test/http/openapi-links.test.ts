import { describe, expect, test } from '@jest/globals';
import { documentNames, openApiDocumentOf } from '../../src/http/openapi/documents.ts';
import { openSimulator } from '../support/simulator.ts';

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly responses: Readonly<Record<string, { readonly links?: Readonly<Record<string, Link>> }>>;
}

interface Place {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function placesOf(name: string): readonly Place[] {
  const { paths } = openApiDocumentOf(name, '') as unknown as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
}

const linksOf = ({ responses }: Operation): readonly Link[] =>
  Object.values(responses).flatMap(({ links = {} }) => Object.values(links));

/** The value of a runtime expression of OpenAPI. */
function valueOf(expression: string, { path, body }: { path: Readonly<Record<string, string>>; body: unknown }) {
  const [, name] = /^\$request\.path\.(\w+)$/.exec(expression) ?? [];
  if (name !== undefined) return path[name];
  const [, pointer = ''] = /^\$response\.body#\/(.+)$/.exec(expression) ?? [];
  return pointer
    .split('/')
    .reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>> | undefined)?.[key], body);
}

test.each(documentNames)('a link of %s gives another operation each parameter of its path', (name) => {
  const places = placesOf(name);
  for (const { operation } of places) {
    for (const { operationId, parameters } of linksOf(operation)) {
      const target = places.find((one) => one.operation.operationId === operationId);
      const inPath = target?.operation.parameters?.filter((one) => one.in === 'path').map((one) => one.name);
      expect([operationId, Object.keys(parameters).sort()]).toEqual([operationId, inPath?.toSorted()]);
      expect(operationId).not.toBe(operation.operationId);
    }
  }
});

async function openDemo() {
  const { anyone } = openSimulator();
  const { body } = await anyone.post('/_faxsim/worlds').send({ id: 'demo', fixture: 'demo', clock: 0 }).expect(200);
  const { credentials, project_id: projectId } = body.data;
  const { key, secret } = credentials.live;
  return { anyone, projectId: String(projectId), key: String(key), secret: String(secret) };
}

describe.each(['v2.1', 'v3'])('a link of %s', (name) => {
  const places = placesOf(name);
  const at = (base: string, path: string, values: Readonly<Record<string, string>>): string =>
    base + path.replaceAll(/\{(\w+)\}/g, (_all, field: string) => encodeURIComponent(values[field]!));

  test('of a list leads to its first record', async () => {
    const { anyone, projectId, key, secret } = await openDemo();
    const lists = places.filter(
      ({ method, path, operation }) =>
        method === 'get' && /^(?:\/projects\/\{projectId\})?\/\w+$/.test(path) && linksOf(operation).length > 0,
    );
    const followed: string[] = [];
    for (const { path, operation } of lists) {
      const asked = { projectId };
      const { body } = await anyone
        .get(at(`/w/demo/${name}`, path, asked))
        .auth(key, secret)
        .expect(200);
      for (const { operationId, parameters } of linksOf(operation)) {
        const target = places.find((one) => one.operation.operationId === operationId)!;
        const values = Object.fromEntries(
          Object.entries(parameters).map(([field, text]) => [field, String(valueOf(text, { path: asked, body }))]),
        );
        const { status } = await anyone.get(at(`/w/demo/${name}`, target.path, values)).auth(key, secret);
        followed.push(`${operation.operationId} ${operationId} ${status}`);
      }
    }
    expect(followed.filter((line) => !/ (?:200|404)$/.test(line) || / get(?!FaxFile)\w+ 404$/.test(line))).toEqual([]);
    expect(followed).toContain('listFaxes getFax 200');
  });

  test('of a send leads to the sent fax', async () => {
    const { anyone, projectId, key, secret } = await openDemo();
    const send = places.find(({ operation }) => operation.operationId === 'sendFax')!;
    const { body } = await anyone
      .post(at(`/w/demo/${name}`, send.path, { projectId }))
      .auth(key, secret)
      .field('to', '+12025550123')
      .attach('file', Buffer.from('A page of text.'), 'page.txt')
      .expect(200);
    const links = linksOf(send.operation);
    expect(links.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(['getFax', 'getFaxFile']));
    const { parameters } = links.find(({ operationId }) => operationId === 'getFax')!;
    const id = String(valueOf(parameters['id']!, { path: { projectId }, body }));
    const get = places.find(({ operation }) => operation.operationId === 'getFax')!;
    await anyone
      .get(at(`/w/demo/${name}`, get.path, { projectId, id }))
      .auth(key, secret)
      .expect(200);
  });
});
