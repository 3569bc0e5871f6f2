/** The kinds of personal data in records of an account. */
export const personalKinds = ['numbers', 'names', 'addresses', 'texts', 'urls'] as const;
export type PersonalKind = (typeof personalKinds)[number];

/** The rule for each kind, in words for the head of the fixture. */
export const personalRules: Readonly<Record<PersonalKind, string>> = {
  numbers: 'each number is another one of the same country, +1 201 555 01xx in North America; equal ones stay equal',
  names: 'each name is Person 1, Person 2 and so on, and each address for mail person-1@example.com',
  addresses: 'cities and states stay, each street is 1 Example Street and so on, each post code 10001 and so on',
  texts:
    'tags keep their names, and their values are value 1, value 2 and so on; descriptions and names of services likewise',
  urls: 'each URL is https://example.com/1, https://example.com/2 and so on',
};

/** Replaces personal data. Equal data get equal replacements. */
export class PersonalData {
  readonly #kept: ReadonlySet<PersonalKind>;
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<PersonalKind, number>();

  constructor(kept: readonly PersonalKind[]) {
    this.#kept = new Set(kept);
  }

  number(text: string): string {
    return this.#replaced('numbers', text, (nth) => numberOf(text, nth));
  }

  name(text: string): string {
    return this.#replaced('names', text, (nth) => `Person ${nth}`);
  }

  email(text: string): string {
    return this.#replaced('names', text, (nth) => `person-${nth}@example.com`);
  }

  address(text: string): string {
    return this.#replaced('addresses', text, (nth) => `${nth} Example Street`);
  }

  postCode(text: string): string {
    return this.#replaced('addresses', text, (nth) => String(10_000 + nth));
  }

  text(text: string): string {
    return this.#replaced('texts', text, (nth) => `value ${nth}`);
  }

  url(text: string): string {
    return this.#replaced('urls', text, (nth) => `https://example.com/${nth}`);
  }

  #replaced(kind: PersonalKind, text: string, make: (nth: number) => string): string {
    if (this.#kept.has(kind) || text === '') return text;
    const key = `${kind} ${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const nth = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, nth);
    const made = make(nth);
    this.#known.set(key, made);
    return made;
  }
}

/** Each area code has a hundred fictitious numbers, 555-0100 to 555-0199. */
const perArea = 100;

function numberOf(text: string, nth: number): string {
  if (text.startsWith('+1') || !text.startsWith('+')) {
    const area = 201 + Math.floor((nth - 1) / perArea);
    return `+1${area}55501${String((nth - 1) % perArea).padStart(2, '0')}`;
  }
  const digits = Math.min(6, text.length - 5);
  return text.slice(0, -digits) + String(nth).padStart(digits, '0').slice(-digits);
}
