/**
 * The cause of each document conversion error of the service. The service names the errors without their causes, so all
 * but the first three are assumed.
 */
export const errorIds = {
  unknownType: 128,
  unsupportedType: 129,
  xml: 130,
  brokenPdf: 133,
  brokenImage: 4,
  notConverted: 4,
  overLimit: 69,
} as const;

/** A document that cannot be converted; becomes the answer of `convert`. */
export class ConversionError extends Error {
  override readonly name = 'Unconvertible';
  readonly errorId: number;

  constructor(error: keyof typeof errorIds, reason: string) {
    super(reason);
    this.errorId = errorIds[error];
  }
}
