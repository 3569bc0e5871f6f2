import type { CoverageProof, CoverageProofs } from '../coverage.ts';

/** A line of JSON as indented by JSON.stringify. */
export interface JsonLine {
  /** The path to its value: `/data/0/id`; unique except for closing brackets. */
  readonly path: string;
  readonly depth: number;
  readonly name?: string;
  readonly proof?: CoverageProof | undefined;
  /** The value, or one of its brackets; for a folded value, both brackets. */
  readonly text: string;
  readonly kind: 'string' | 'word' | 'bracket';
  readonly comma: string;
  /** The number of entries that begin here; undefined if nothing can be folded. */
  readonly size?: number;
  readonly isFolded?: boolean;
}

/** The evidence of the fields of an object, by their names. */
export type ProofsOf = (names: readonly string[]) => CoverageProofs | undefined;

interface JsonForm {
  readonly proofsOf: ProofsOf;
  readonly isFolded: (path: string, depth: number) => boolean;
}

type Place = Pick<JsonLine, 'path' | 'depth' | 'name' | 'proof' | 'comma'>;

/** The fields whose names the user chooses. */
const ownNames = ['tags', 'metadata'];

/** The lines of a value. `proofs` are the evidence of its fields, if known. */
export function jsonLines(value: unknown, form: JsonForm, proofs?: CoverageProofs): readonly JsonLine[] {
  return linesAt(value, { path: '', depth: 0, comma: '' }, form, proofs);
}

function linesAt(value: unknown, place: Place, form: JsonForm, proofs?: CoverageProofs): readonly JsonLine[] {
  if (typeof value !== 'object' || value === null)
    return [{ ...place, text: JSON.stringify(value), kind: typeof value === 'string' ? 'string' : 'word' }];
  const isList = Array.isArray(value);
  const [begin, end] = isList ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(value);
  if (entries.length === 0) return [{ ...place, text: begin + end, kind: 'bracket' }];
  const size = entries.length;
  const { path, depth, comma } = place;
  if (form.isFolded(path, depth))
    return [{ ...place, text: `${begin} … ${end}`, kind: 'bracket', size, isFolded: true }];
  const own = isList ? undefined : (proofs ?? form.proofsOf(Object.keys(value)));
  return [
    { ...place, text: begin, kind: 'bracket', comma: '', size },
    ...entries.flatMap(([name, item]: readonly [string, unknown], index) => {
      const at: Place = {
        path: `${path}/${name}`,
        depth: depth + 1,
        comma: index === size - 1 ? '' : ',',
        ...(!isList && { name, proof: own?.[name] }),
      };
      return linesAt(item, at, form, ownNames.includes(name) ? {} : undefined);
    }),
    { path: `${path}/`, depth, comma, text: end, kind: 'bracket' },
  ];
}
