/** The guides of each subject, in the order in which one reads them. A guide that is in none is a reference. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  Start: ['testing', 'demo', 'console', 'clients', 'cookbook', 'docker', 'ci'],
  Test: [
    'scenarios',
    'faxes',
    'documents',
    'fixtures',
    'port-orders',
    'sweep',
    'verify',
    'journal',
    'bundles',
    'scale',
  ],
  Webhooks: ['webhooks', 'verification'],
  Migrate: ['migration', 'v3', 'parity', 'record', 'compatibility'],
};

const rest = 'Reference';

/** Whether a guide is the known one, or one of its further pages: `cookbook-java`. */
const isOf = (known: string, id: string): boolean => id === known || id.startsWith(`${known}-`);

const subjectOf = (id: string): string => {
  const found = Object.entries(subjects).find(([, ids]) => ids.some((known) => isOf(known, id)));
  return id.endsWith('-reference') ? rest : (found?.[0] ?? rest);
};

/** The guides by their subjects. Within one, they stand in its order, and those that it does not list by their names. */
export function guideGroups<T extends { readonly id: string }>(guides: readonly T[]): [title: string, of: T[]][] {
  return [...Object.keys(subjects), rest]
    .map((title): [string, T[]] => {
      const of = guides.filter(({ id }) => subjectOf(id) === title);
      const place = ({ id }: T): number => subjects[title]?.findIndex((known) => isOf(known, id)) ?? 0;
      return [title, of.toSorted((one, other) => place(one) - place(other))];
    })
    .filter(([, of]) => of.length > 0);
}
