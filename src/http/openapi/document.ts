import { namesInPath, templateOf } from '../../shared/path-params.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import { Components, groupBy } from './components.ts';
import { securitySchemes } from './documented.ts';
import type { About, DocumentedRow, Face } from './documented.ts';
import { fieldsOf as namedFields, pathParameter, queryParameters, requestBody, withMeanings } from './parameters.ts';
import { responses } from './responses.ts';
import type { Method } from '../route.ts';

/** The OpenAPI 3.1 document of a face, made from its rows. `base` is its address, and may be empty: where it is from. */
export function openApiDocument(face: Face, base: string): JsonSchema {
  const components = new Components();
  const paths = groupBy(face.rows, ({ path }) => path);
  const schemes = [...new Set(face.security.flat())];
  return {
    openapi: '3.1.0',
    info: { title: face.title, description: face.description, version: face.version },
    servers: [{ url: `${base}${face.prefix}` }],
    security: face.security.map((together) => Object.fromEntries(together.map((name) => [name, []]))),
    tags: [...new Set(face.rows.map(({ operation }) => aboutOf(face, operation).tag))].map((name) => ({ name })),
    paths: {
      ...face.extraPaths,
      ...Object.fromEntries([...paths].map(([path, rows]) => [templateOf(path), pathItem(rows, face, components)])),
    },
    components: {
      schemas: sortedByName(components.schemas),
      responses: sortedByName(components.responses),
      ...(schemes.length > 0 && {
        securitySchemes: Object.fromEntries(schemes.map((name) => [name, securitySchemes[name]])),
      }),
    },
  };
}

const sortedByName = (parts: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));

function pathItem(rows: readonly DocumentedRow[], face: Face, components: Components): JsonSchema {
  const methods = [...new Set(rows.flatMap((row) => row.methods))];
  return Object.fromEntries(
    methods.map((method) => {
      const own = rows.filter((row) => row.methods.includes(method));
      return [method.toLowerCase(), operation(own, { method, face, components })];
    }),
  );
}

interface DocumentPlace {
  readonly method: Method;
  readonly face: Face;
  readonly components: Components;
}

/** Rows of one path and method differ in their parameters; OpenAPI has one operation for them, the last row's. */
function operation(rows: readonly DocumentedRow[], { method, face, components }: DocumentPlace): JsonSchema {
  const row = rows.at(-1);
  if (row === undefined) throw new Error('There is no operation without a row');
  const { operation: id, path } = row;
  const { tag } = aboutOf(face, id);
  const inPath = namesInPath(path);
  const fieldsOf = (each: DocumentedRow) => withMeanings(namedFields(each.form), face.meanings);
  const forms = rows.map((each) => fieldsOf(each).filter(({ name }) => !inPath.includes(name)));
  const named = fieldsOf(row).filter(({ name }) => inPath.includes(name));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const body = hasBody ? requestBody(forms) : undefined;
  const parameters = [...named.map(pathParameter), ...(hasBody ? [] : queryParameters(forms.flat()))];
  return {
    operationId: operationId(row, method),
    summary: rows.map((each) => aboutOf(face, each.operation).summary).join('; '),
    tags: [tag],
    ...(row.isPublic && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: body }),
    responses: responses(rows, face, components),
    'x-faxsim-operations': rows.map((each) => each.operation),
  };
}

/** The operation's id, but another for each path and method that it can be asked by. */
function operationId({ operation: id, path, methods }: DocumentedRow, method: Method): string {
  const [, format = ''] = /\.(\w+)$/.exec(path) ?? [];
  const byGet = method === 'GET' && methods.length > 1 ? 'ByGet' : '';
  return `${id}${suffixes[format] ?? ''}${byGet}`;
}

/** The suffixes of operation ids for paths that name the format of the response. */
const suffixes: Readonly<Record<string, string>> = { png: 'AsPng', json: 'AsJson' };

function aboutOf({ abouts }: Face, operation: string): About {
  const about = abouts[operation];
  if (about === undefined) throw new Error(`Nothing is said about the operation ${operation}`);
  return about;
}
