/** Whether node does not trust who signed a certificate. */
export const isUntrusted = (reason: string): boolean =>
  /^(?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?)$/.test(
    reason,
  );

/** Whether who answered does not speak TLS. */
export const hasNoTls = (reason: string): boolean => /^(?:EPROTO|ERR_SSL_|ECONNRESET)/.test(reason);
