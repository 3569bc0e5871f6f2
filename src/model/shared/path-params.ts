/** Paths of rows have Express's form: `/faxes/:id` has the parameter `id`. */
const param = /:(\w+)/g;

/** The names of the parameters in a path, in its order. */
export const namesInPath = (path: string): readonly string[] =>
  Array.from(path.matchAll(param), ([, name = '']) => name);

/** The path with something in the place of each parameter. */
export const fillPath = (path: string, fill: (name: string) => string): string =>
  path.replaceAll(param, (_param, name: string) => fill(name));

/** The path as OpenAPI writes it: `/faxes/{id}`. */
export const templateOf = (path: string): string => fillPath(path, (name) => `{${name}}`);
