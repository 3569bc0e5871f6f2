/** The parts of a control call that a client needs, without its code. */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/_faxsim`, with `:name` for a parameter. */
  readonly path: string;
  /** It is about the simulator as a whole, and not about one of its worlds. */
  readonly isGlobal: boolean;
  readonly summary: string;
  /** The names of its parameters, those in the path among them. */
  readonly takes: readonly string[];
}

type Line = `${RouteSpec['method']} /${string}`;

/** A call about one world: `ofWorld('GET /clock/agenda', 'limit', 'List …')`. `takes` has spaces between the names. */
export const ofWorld = (line: Line, takes: string, summary: string): RouteSpec => specOf(line, { takes, summary });

/** A call about the simulator as a whole. */
export const ofSimulator = (line: Line, takes: string, summary: string): RouteSpec =>
  specOf(line, { takes, summary, isGlobal: true });

function specOf(
  line: Line,
  { takes, summary, isGlobal = false }: { takes: string; summary: string; isGlobal?: boolean },
): RouteSpec {
  const [method, path = ''] = line.split(' ');
  const names = takes === '' ? [] : takes.split(' ');
  return { method: method as RouteSpec['method'], path, isGlobal, summary, takes: names }; // the line begins with one
}
