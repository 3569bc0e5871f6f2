/** The text of a field without spaces around it; undefined where nothing was entered. */
export function usefulText(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}
