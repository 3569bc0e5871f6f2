import { writeFile } from 'node:fs/promises';
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import { makeFolder } from '../../model/shared/folders.ts';
import { readGivenFile } from '../../model/shared/given-file.ts';
import { CliError, errorCode, errorText } from '../../model/shared/errors.ts';
import type { CertificateAndKey } from './issuing.ts';

export interface Certificates {
  /** Certificate of the authority that clients are to trust, in PEM. */
  readonly ca: string;
  /** The certificate of the server, for the given names. */
  readonly server: CertificateAndKey;
}

/** The error of a folder whose authority cannot be used. */
const authorityError = (problem: string): CliError => new CliError(problem, { setting: 'httpsCa' });

const files = { cert: 'ca.pem', key: 'ca-key.pem' };

/**
 * Makes a certificate for these names and addresses, signed by an authority of faxsim's own. A folder keeps the
 * authority, so clients need to trust it only once. Throws a CliError if the folder cannot be used.
 */
export async function certify(names: readonly string[], folder: string | undefined): Promise<Certificates> {
  // Loading takes 0.3 s, and few need it.
  const issuing = await import('./issuing.ts');
  const authority =
    folder === undefined ? await issuing.newAuthority() : await loadOrCreateAuthority(folder, issuing.newAuthority);
  return { ca: authority.cert, server: await issuing.issue(names, authority) };
}

/**
 * Returns the authority in the folder, or saves a new one there. If several programs start at once, all use the one
 * that was saved first.
 */
async function loadOrCreateAuthority(
  folder: string,
  begin: () => Promise<CertificateAndKey>,
): Promise<CertificateAndKey> {
  const known = await findCertificate(folder);
  if (known !== undefined) return known;
  const begun = await begin();
  return (await saveAuthority(begun, folder)) ? begun : loadOrCreateAuthority(folder, begin);
}

/** Pause in ms and number of tries, since another program may be writing the two files just now. */
const readRetry = { each: 50, times: 20 };

async function findCertificate(folder: string): Promise<CertificateAndKey | undefined> {
  const read = (name: string) => readIfThere(join(folder, name));
  for (let tries = 0; tries < readRetry.times; tries++) {
    const [cert, key] = await Promise.all([read(files.cert), read(files.key)]);
    if (cert === undefined && key === undefined) return undefined;
    if (cert !== undefined && key !== undefined && belongTogether({ cert, key })) return { cert, key };
    await passing(readRetry.each);
  }
  throw authorityError(`${folder} must have ${files.cert} and ${files.key} that belong together, or neither`);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readGivenFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw authorityError(`${file} cannot be read: ${errorText(error)}`);
  }
}

function belongTogether({ cert, key }: CertificateAndKey): boolean {
  try {
    const certificate = new X509Certificate(cert);
    return certificate.ca && certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** Returns false if another program saved its authority first. */
async function saveAuthority({ key, cert }: CertificateAndKey, folder: string): Promise<boolean> {
  const keyFile = join(folder, files.key);
  try {
    await makeFolder(folder);
    await writeFile(keyFile, key, { mode: 0o600, flag: 'wx' });
    await writeFile(join(folder, files.cert), cert);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (error as NodeJS.ErrnoException).path === keyFile) return false;
    throw authorityError(`${folder} cannot be written: ${errorText(error)}`);
  }
}
