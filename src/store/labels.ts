/** What records are found by. The prefixes keep the spellings apart; NUL cannot stand in a tag's name. */
export const labels = {
  status: (status: string): string => `status ${status}`,
  direction: (direction: string): string => `direction ${direction}`,
  /** E.164 with its plus. */
  number: (number: string): string => `number ${number}`,
  tag: (name: string, value: string): string => `tag ${name}\u0000${value}`,
  /** A port order's, by the id of one of its numbers. */
  portNumber: (id: number): string => `port number ${id}`,
  /** A blob that a fax needs. */
  blob: (name: string): string => `blob ${name}`,
  /** A delivery's. */
  state: (state: string): string => `state ${state}`,
  fax: (id: number): string => `fax ${id}`,
  /** A PhaxCode's. */
  metadata: (text: string): string => `metadata ${text}`,
  default: 'default',
  /** A calling code. */
  country: (code: number): string => `country ${code}`,
  areaCode: (code: number): string => `area ${code}`,
} as const;
