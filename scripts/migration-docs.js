import { allFields } from '../src/lab/migrate/field-table.ts';
import { code, table } from './scenario-docs.js';

/** The fields of answers and webhooks with their places in v3, for docs/migration.md. */
export const fieldsOfMigration = () =>
  table(
    ['v2.1', 'In', 'v3', 'Change'],
    allFields().map(({ names, where, to, todo }) => [
      names.map(code).join(', '),
      where,
      to === null ? '-' : code(to),
      todo,
    ]),
  );
