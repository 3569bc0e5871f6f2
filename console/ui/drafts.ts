import { world } from '../router.ts';

const keyOf = (draft: string): string => `faxsim-draft ${world.peek()} ${draft}`;

/** Keeps the texts and choices of a form for the tab. Files cannot be kept. */
export function keepDraft(form: HTMLFormElement, draft: string): void {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string' && value !== '');
  sessionStorage.setItem(keyOf(draft), JSON.stringify(Object.fromEntries(texts)));
}

/** Fills a form in with what was kept. */
export function fillIn(form: HTMLFormElement, draft: string): void {
  const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(draft)) ?? '{}');
  const texts: readonly (readonly [string, unknown])[] = Object.entries(kept ?? {});
  for (const [name, text] of texts) {
    const field = form.elements.namedItem(name);
    if (field !== null && 'value' in field) field.value = String(text);
  }
}

export const dropDraft = (draft: string): void => sessionStorage.removeItem(keyOf(draft));
