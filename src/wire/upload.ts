/** A file that came with a request. */
export class Upload {
  /** The base name alone; some clients send a whole path. */
  readonly filename: string;
  /** As the client says, often wrongly; undefined when it says nothing. */
  readonly type: string | undefined;
  readonly bytes: Uint8Array;

  constructor(filename: string, type: string | undefined, bytes: Uint8Array) {
    this.filename = filename;
    this.type = type;
    this.bytes = bytes;
  }
}
