import type { ApiVersion } from '../../src/model/domain/operation.ts';
import type { ExplorerField, ExplorerOperation } from './explorer-request.ts';
import { sendTextsIn } from './send-names.ts';

type Query = Readonly<Record<string, string>>;

const prefixOf = (id: string): string => `${id}.`;

/** The name of a value in the URL, with its operation. So a link to a request contains everything except files. */
export const queryName = ({ id }: ExplorerOperation, { name }: ExplorerField): string => prefixOf(id) + name;

/** The values of an operation in the URL, by the names of its fields. */
const textsOf = (id: string, query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, text]) =>
      name.startsWith(prefixOf(id)) ? [[name.slice(prefixOf(id).length), text]] : [],
    ),
  );

/** The filled values for which no field of an operation stands. */
export function unsentOf({ id }: ExplorerOperation, fields: readonly ExplorerField[], query: Query): readonly string[] {
  const known = new Set(fields.map(({ name }) => name));
  return Object.keys(textsOf(id, query)).filter((name) => !known.has(name));
}

/** The changes of the URL that give the values of a send the names of another version. An empty text removes a value. */
export function queryIn(to: ApiVersion, from: ApiVersion, query: Query): Query {
  const send = 'sendFax';
  const before = textsOf(send, query);
  const after = {
    ...Object.fromEntries(Object.keys(before).map((name) => [name, ''])),
    ...sendTextsIn(to, from, before),
  };
  return Object.fromEntries(Object.entries(after).map(([name, text]) => [prefixOf(send) + name, text]));
}
