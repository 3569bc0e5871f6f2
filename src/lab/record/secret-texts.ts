import { hidden } from '../../worlds/journal/redaction.ts';

/** Shorter texts are not treated as secrets: they may be ordinary words. */
const shortest = 6;

/** Removes secrets from texts, whether plain, in base64, escaped as in JSON or a URL, or as a pair of Basic authentication. */
export class SecretTexts {
  readonly #forms = new Set<string>();
  #longestFirst: readonly string[] = [];

  add(secret: string): void {
    if (secret.length < shortest || this.#forms.has(secret)) return;
    for (const form of formsOf(secret)) if (form.length >= shortest) this.#forms.add(form);
    this.#longestFirst = [];
  }

  /** The text without secrets. */
  readonly clean = (text: string): string => {
    if (this.#longestFirst.length === 0)
      this.#longestFirst = [...this.#forms].toSorted((one, other) => other.length - one.length);
    return this.#longestFirst.reduce((rest, form) => rest.replaceAll(form, hidden), text);
  };

  /** The record with clean texts. Clean them before a renderer breaks or escapes them: a secret in pieces is not recognized. */
  readonly cleanRecord = <T extends object>(record: T): T => JSON.parse(this.clean(JSON.stringify(record))) as T;
}

function formsOf(secret: string): string[] {
  const plain = [secret, `${secret}:`, `:${secret}`];
  const inBase64 = plain.flatMap((text) => alignedBase64(text));
  const written = [secret, ...inBase64];
  return [...new Set(written.flatMap((text) => [text, ...escapesOf(text)]))];
}

/**
 * The base64 letters that depend only on the text, for each of its three possible alignments. The letters at both ends depend on
 * neighbouring bytes, and are left out.
 */
function alignedBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = padded.length - (padded.length % 3);
    const letters = padded
      .subarray(0, whole)
      .toString('base64')
      .slice(before === 0 ? 0 : 4);
    const rest = before === 0 ? Buffer.from(text).toString('base64') : letters;
    return [rest, letters].flatMap((form) => [
      form,
      form.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    ]);
  });
}

function escapesOf(text: string): string[] {
  const once = encodeURIComponent(text);
  const lower = once.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase());
  const asForm = new URLSearchParams([['', text]]).toString().slice(1);
  return [JSON.stringify(text).slice(1, -1), once, lower, asForm, encodeURIComponent(once)];
}
