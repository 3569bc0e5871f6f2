/** The length of the sample that decides whether a file is text. */
const sampleBytes = 65_536;

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** How these bytes are to be read as text; null when they are none. */
export function encodingOf(bytes: Uint8Array): TextEncoding | null {
  const sample = bytes.subarray(0, sampleBytes);
  const mark = byteOrderMarkOf(bytes);
  if (mark !== null || sample.includes(0)) {
    const wide = mark ?? encodingOfWideText(sample);
    return wide !== null && isWideText(sample, wide) ? wide : null;
  }
  if (sample.some(isNoText)) return null;
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** The encoding of a byte order mark of two bytes; null without one. */
export function byteOrderMarkOf([first, second]: Uint8Array): TextEncoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/** The text of a file, without its byte order mark. Bytes that cannot be read become U+FFFD. */
export function decode(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** UTF-16 without a mark has its zeros on one side: in the high bytes of mostly Latin text. */
function encodingOfWideText(sample: Uint8Array): TextEncoding | null {
  if (sample.length % 2 !== 0) return null;
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even > 0 && odd > 0) return null;
  if (Math.max(even, odd) * 8 < sample.length) return null;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** The characters of `isNoText`, and noncharacters. */
const noWideText = /[\u0000-\u0007\u000e-\u0019\u001c-\u001f\ufffe\uffff]/;

/** Whether it decodes to characters that text has. A sample may end within one. */
function isWideText(sample: Uint8Array, encoding: TextEncoding): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return !noWideText.test(text);
  } catch {
    return false;
  }
}

/** Control characters that no text has. Tab, line ends, form feed, backspace and escape do occur. */
function isNoText(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b && byte !== 0x1a;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
