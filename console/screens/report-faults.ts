import { asText } from '../../src/model/shared/conversion.ts';

/** A kind of reports, as far as a file can fail to be one. */
export interface ReportForm {
  /** The format that the report names: `faxsim sweep`. */
  readonly format: string;
  readonly version: number;
  /** The names of the parts that every report of this format has. */
  readonly parts: readonly string[];
}

/** The screens of the reports, by their formats. */
const screenOf: Readonly<Record<string, string>> = {
  'faxsim sweep': 'the screen Sweep opens it',
  'faxsim parity': 'the screen Migration opens it, under Parity',
  'faxsim migrate': 'the screen Migration opens it, under Changes',
};

/** Says of a text that is no report of the expected kind which other thing it is. `read` is its JSON; undefined without it. */
export function foundIn(text: string, read: unknown): string {
  const start = text.trimStart();
  if (start === '') return `got an empty file. ${again}`;
  if (start.startsWith('<')) return 'got a page: open the report.json that was written with it';
  if (read === undefined) return `got JSON that ${endOf(text)}. ${again}`;
  const { format, version } = Object(read) as Readonly<Record<string, unknown>>;
  if (typeof format !== 'string') return 'got JSON without its format';
  const place = screenOf[format];
  return place === undefined ? `got ${format}` : `got version ${asText(version)} of ${format}: ${place}`;
}

const again = 'Copy the file again, or make a new report';

const endOf = (text: string): string =>
  /[}\]]\s*$/.test(text) ? 'is damaged' : `breaks off in line ${text.trimEnd().split('\n').length}`;

/** Says which parts a damaged report lacks, and how to mend it. */
export function damageOf({ parts }: ReportForm, report: object): string {
  const missing = parts.filter((name) => !(name in report));
  const damage = missing.length === 0 ? 'one of its parts has another form' : `it lacks ${missing.join(', ')}`;
  return `but ${damage}. ${again}`;
}

/** Parses JSON; undefined for an invalid text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
