import type { ShortcutKey } from '../keys.ts';

/** Goes to the field for a signature, or to the code of an unsigned webhook. They may still be loading. */
export function goToSignature(): void {
  const field = document.querySelector<HTMLElement>('#verify-signature, .verify-code summary');
  field?.scrollIntoView({ block: 'center' });
  field?.focus();
}

/** Goes to the field for the string that the code signs. */
export function goToComparison(): void {
  const field = document.querySelector<HTMLElement>('#compare-string');
  field?.scrollIntoView({ block: 'center' });
  field?.focus();
}

/** Opens the code that verifies webhooks, and goes to it. */
function goToCode(): void {
  const code = document.querySelector<HTMLDetailsElement>('.verify-code');
  if (code === null) return; // it may still be loading
  code.open = true;
  code.scrollIntoView();
  code.querySelector('summary')?.focus({ preventScroll: true });
}

/** The keys that lead to the parts of the signature. */
export const signatureKeys: readonly ShortcutKey[] = [
  { keys: 's', meaning: 'Go to the check of its signature', run: goToSignature },
  { keys: 'c', meaning: 'Go to the code that verifies it', run: goToCode },
];
