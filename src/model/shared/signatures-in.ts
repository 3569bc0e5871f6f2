/**
 * The signatures in a text, such as the answer of a program that refuses a webhook: hex and Base64 of any digest, as the text has them,
 * with a prefix such as `sha256=`. Other values of 16 characters and more count after a word such as `expected`.
 */
export function signaturesIn(text: string): readonly string[] {
  const plain = text.replaceAll('\\/', '/'); // PHP writes slashes of JSON so
  const found = [hex, base64, inQuotes, afterWord].flatMap((form) =>
    [...plain.matchAll(form)].map(([, signature = '']) => signature.replaceAll('\\', '')),
  );
  return [...new Set(found.filter((one) => !found.some((other) => other !== one && other.includes(one))))];
}

const hex =
  /(?<![\w+/])((?:(?:sha\d+|md5|v\d)=)?(?:[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128}))(?![\w+/=])/gi;

/** Base64 of 20 and of 32 bytes. */
const base64 = /(?<![\w+/-])((?:sha\d+=)?(?:[\w+/-]{27}|[\w+/-]{43})=)(?![\w+/=])/gi;

/** A text of JSON that is a digest in quotes. */
const inQuotes = /"(\\"[\da-f]{40}\\"|'[\da-f]{40}')"/gi;

const afterWord =
  /(?:expected|computed|calculated|generated|signature|digest|hmac|hash|md5)\w{0,20}(?:\s(?:is|was))?["'\s:=\\]{1,8}(?=[a-z_+/=-]*\d)([\w+/-]{16,}(?:=[\w+/-]*)?)/gi;
