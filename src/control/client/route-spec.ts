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
