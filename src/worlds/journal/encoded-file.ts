import { isUtf8 } from 'node:buffer';

/** The beginnings of PDF, PNG, JPEG and TIFF in base64. */
const base64Starts = ['JVBERi', 'iVBORw0KGgo', '/9j/', 'SUkqA', 'TU0AK'];

/** Size in bytes: the binary mark of a PDF and its first streams. */
const headBytes = 2048;

/**
 * How a file was wrongly encoded on its way, so that its fax shows the encoding in place of pages; undefined for a correct file.
 */
export function encodingFaultOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes));
  const text = head.toString('latin1');
  if (/^data:[\w.+-]+\/[\w.+-]+(?:;[\w=.-]+)*,/i.test(text)) return 'is a data URL: send the bytes that it stands for';
  if (
    base64Starts.some((start) => text.startsWith(start)) &&
    /^[\w+/\r\n-]{20,}(?:=+\s*|[^\S\r\n]\s*)?$/.test(text.slice(0, 256))
  ) {
    return 'is base64 text: send the bytes that it stands for';
  }
  if (text.startsWith('%PDF-') && wasText(head)) {
    return 'is a PDF whose bytes went through a text encoding: read and send it as binary';
  }
  return undefined;
}

/**
 * Whether binary data was treated as text: U+FFFD replaces lost bytes, and letters such as "Ã¢" come from bytes read as Latin-1.
 */
function wasText(head: Buffer): boolean {
  if (head.includes(Buffer.from('\ufffd'))) return true;
  const whole = head.subarray(0, head.lastIndexOf(0x0a) + 1);
  return isUtf8(whole) && (whole.toString('latin1').match(/\xc3[\x80-\xbf]/g) ?? []).length >= 4;
}
