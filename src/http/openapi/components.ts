import type { JsonSchema, SchemaNamer } from '../../wire/json-schema.ts';

/** The named parts of a document, gathered while it is made. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly responses: Record<string, JsonSchema> = {};

  /** Keeps a named schema once, and refers to it. */
  readonly schema: SchemaNamer = (title, make) => {
    this.schemas[title] ??= make();
    return { $ref: `#/components/schemas/${title}` };
  };

  response(name: string, make: () => JsonSchema): JsonSchema {
    this.responses[name] ??= make();
    return { $ref: `#/components/responses/${name}` };
  }
}

/** Items by key, in their order. (Node 20 has no Map.groupBy.) */
export function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
