import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { ParseSpeeds, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { savePdf } from './pdf-bytes.ts';

/**
 * Decrypts a PDF whose owner password is empty, but whose user password is not. Readers that also try the owner
 * password open it without asking. Rejects for a PDF with two passwords.
 */
export async function decryptAsOwner(bytes: Uint8Array): Promise<Uint8Array> {
  const locked = await PDFDocument.load(bytes, { ...options, ignoreEncryption: true });
  const encryption = locked.context.lookup(locked.context.trailerInfo.Encrypt, PDFDict);
  const hasKeyInside = encryption.lookup(PDFName.of('R'), PDFNumber).asNumber() >= 5;
  const opened = hasKeyInside
    ? await PDFDocument.load(withEmptyUserPassword(bytes, encryption), { ...options, password: '' })
    : await PDFDocument.load(bytes, { ...options, password: padding });
  return savePdf(opened);
}

const options = { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false } as const;

/** The empty password, padded to 32 bytes: the library tries no shorter one as owner password. Source: ISO 32000, algorithm 2. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex').toString(
  'latin1',
);

/** Adds a trailer to the PDF in which the same key belongs to an empty user password. Source: ISO 32000-2, algorithms 2.A and 8. */
function withEmptyUserPassword(bytes: Uint8Array, encryption: PDFDict): Uint8Array {
  const [owner, user] = [bytesOf(encryption, 'O'), bytesOf(encryption, 'U').subarray(0, 48)];
  const hash = encryption.lookup(PDFName.of('R'), PDFNumber).asNumber() === 5 ? simpleHash : strongHash;
  if (!hash(owner.subarray(32, 40), user).equals(owner.subarray(0, 32))) throw new Error('A password is needed.');
  const key = decrypt(hash(owner.subarray(40, 48), user), bytesOf(encryption, 'OE'));
  const changed = encryption.clone(encryption.context);
  const salts = Buffer.alloc(16);
  const hashed = hash(salts.subarray(0, 8), none);
  changed.set(PDFName.of('U'), PDFHexString.of(Buffer.concat([hashed, salts]).toString('hex')));
  changed.set(PDFName.of('UE'), PDFHexString.of(encrypt(hashed, key).toString('hex')));
  return Buffer.concat([
    bytes,
    Buffer.from(`\ntrailer\n<</Encrypt ${String(changed)}>>\nstartxref\n0\n%%EOF\n`, 'latin1'),
  ]);
}

const none = Buffer.alloc(0);

function bytesOf(dict: PDFDict, name: string): Buffer {
  const text = dict.lookup(PDFName.of(name));
  if (!(text instanceof PDFString || text instanceof PDFHexString)) throw new Error(`The PDF has no ${name}.`);
  return Buffer.from(text.asBytes());
}

type Hash = (salt: Uint8Array, user: Uint8Array) => Buffer;

const digest = (algorithm: string, ...parts: Uint8Array[]): Buffer =>
  createHash(algorithm).update(Buffer.concat(parts)).digest();

const simpleHash: Hash = (salt, user) => digest('sha256', salt, user);

/** Hash of the empty password. Source: ISO 32000-2, algorithm 2.B. */
const strongHash: Hash = (salt, user) => {
  let hashed = simpleHash(salt, user);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', hashed.subarray(0, 16), hashed.subarray(16, 32)).setAutoPadding(false);
    const mixed = cipher.update(Buffer.concat(Array<Uint8Array>(64).fill(Buffer.concat([hashed, user]))));
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    hashed = digest(['sha256', 'sha384', 'sha512'][rest] ?? '', mixed);
    last = mixed.at(-1) ?? 0;
  }
  return hashed.subarray(0, 32);
};

const noVector = Buffer.alloc(16);

const decrypt = (key: Uint8Array, bytes: Uint8Array): Buffer =>
  createDecipheriv('aes-256-cbc', key, noVector).setAutoPadding(false).update(bytes);

const encrypt = (key: Uint8Array, bytes: Uint8Array): Buffer =>
  createCipheriv('aes-256-cbc', key, noVector).setAutoPadding(false).update(bytes);
