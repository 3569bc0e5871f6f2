export interface KeyPair {
  readonly key: string;
  readonly secret: string;
}

/** An account has two pairs; the one that a call is made with decides whether its faxes are tests. */
export interface Credentials {
  readonly live: KeyPair;
  readonly test: KeyPair;
}

/** The default world's, fixed and documented, in the service's form: 40 lower-case hexadecimal digits each. */
export const defaultCredentials: Credentials = {
  live: { key: 'faced0fa000000000000000000000000000011fe', secret: 'faced0fa5ec7e7000000000000000000000011fe' },
  test: { key: 'faced0fa000000000000000000000000000007e5', secret: 'faced0fa5ec7e7000000000000000000000007e5' },
};
