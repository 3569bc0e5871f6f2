export type Facts = Readonly<Record<string, string | number>>;

/** The parts of a point that all of its names have. */
interface Named {
  readonly on: string;
  readonly nth: number;
}

/** `sendFax(v2.1, to=+12025550123)#1`: the name of a point in files and lists. It has all facts. */
export function pointName({ on, where, nth }: Named & { readonly where: Facts }): string {
  return `${on}(${factTexts(where).join(', ')})#${nth}`;
}

/** `sendFax to=+12025550123`: the shortest name that distinguishes a point from all others, for people. */
export function labelOf({ on, needed, nth }: Named & { readonly needed: Facts }): string {
  return [on, ...factTexts(needed), ...(nth > 1 ? [`#${nth}`] : [])].join(' ');
}

const factTexts = (facts: Facts): string[] =>
  Object.entries(facts).flatMap(([name, fact]) => {
    const value = String(fact);
    const short = value.length > longest ? `${value.slice(0, longest)}…` : value;
    if (name === 'version' || name === 'event') return short === '' ? [] : short;
    return name === 'attempt' ? [] : `${name.replace(/^params\./, '')}=${short}`;
  });

const longest = 40;

/** The name of a point for people. It has the project only where points of several projects need it, because the id is long. */
export const shownName = (name: string, label: string): string =>
  label.includes('projectId=') ? name : name.replace(/, projectId=[^,)]*/, '');
