import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { join } from 'node:path';

/** A certificate and its private key, in PEM. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

export interface Certificates {
  /** Of the authority that clients are to trust, in PEM. */
  readonly ca: string;
  /** Of the server, for the names that were asked for. */
  readonly server: Certified;
}

/** An authority in a folder that cannot be used. */
export class CertificateError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CertificateError';
  }
}

const files = { cert: 'ca.pem', key: 'ca-key.pem' };

/**
 * A certificate for these names and addresses, by an authority of our own. With a folder the authority is kept there, so
 * that clients need to be told to trust it only once. Throws CertificateError when the folder cannot be used.
 */
export async function certify(names: readonly string[], folder: string | undefined): Promise<Certificates> {
  // Takes 0.3 s to load, and is needed by few.
  const issuing = await import('./issuing.ts');
  const ca = folder === undefined ? undefined : await found(folder);
  const authority = ca ?? (await issuing.newAuthority());
  if (ca === undefined && folder !== undefined) await keep(authority, folder);
  return { ca: authority.cert, server: await issuing.issue(names, authority) };
}

async function found(folder: string): Promise<Certified | undefined> {
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined);
  const [cert, key] = await Promise.all([read(files.cert), read(files.key)]);
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined || !belongTogether({ cert, key })) {
    throw new CertificateError(`${folder} must have ${files.cert} and ${files.key} that belong together, or neither`);
  }
  return { cert, key };
}

function belongTogether({ cert, key }: Certified): boolean {
  try {
    const certificate = new X509Certificate(cert);
    return certificate.ca && certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

async function keep({ key, cert }: Certified, folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, files.key), key, { mode: 0o600 });
    await writeFile(join(folder, files.cert), cert);
  } catch (error) {
    throw new CertificateError(
      `${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
