import type { Form } from './fields.ts';

/** The names of the parameters that a form reads. */
export function namesIn(form: Form<unknown>): readonly string[] {
  const [first] = 'pipe' in form && Array.isArray(form.pipe) ? (form.pipe as unknown[]) : [];
  if (isForm(first) && first !== form) return namesIn(first);
  return 'entries' in form && typeof form.entries === 'object' && form.entries !== null
    ? Object.keys(form.entries)
    : [];
}

const isForm = (part: unknown): part is Form<unknown> =>
  typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'schema';
