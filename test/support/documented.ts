import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach } from '@jest/globals';
import type { Express } from 'express';
import { contradictions } from '../once/documents.ts';

const found: string[] = [];

/** Holds every answer of an app against its document; what contradicts it fails the test that asked. */
export function holdToDocuments(app: Express): void {
  const observable = app as unknown as { handle: (req: IncomingMessage, res: ServerResponse, out?: unknown) => void };
  const handle = observable.handle.bind(app);
  observable.handle = (req, res, out) => {
    const asked = { method: req.method ?? '', url: req.url ?? '' };
    const chunks = bodyOf(res);
    res.once('finish', () => {
      const { body } = req as { body?: unknown };
      if (res.hasHeader('X-Faxsim-Rule')) return;
      found.push(
        ...contradictions({
          ...asked,
          status: res.statusCode,
          headers: headersOf(res),
          body: Buffer.concat(chunks).toString(),
          asked: Buffer.isBuffer(body) ? body.toString('latin1') : '',
        }),
      );
    });
    handle(req, res, out);
  };
}

/** Gathers what is written. */
function bodyOf(res: ServerResponse): Buffer[] {
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as Uint8Array));
  };
  const write = res.write.bind(res);
  const end = res.end.bind(res);
  res.write = ((...args: unknown[]) => (
    keep(args[0]),
    Reflect.apply(write, undefined, args) as unknown
  )) as typeof write;
  res.end = ((...args: unknown[]) => (keep(args[0]), Reflect.apply(end, undefined, args) as unknown)) as typeof end;
  return chunks;
}

/** `writeHead` sends headers that `getHeaders` does not tell of; the head that was sent does. */
function headersOf(res: ServerResponse): Record<string, string> {
  const { _header: head } = res as unknown as { _header: string };
  return Object.fromEntries(
    head.split('\r\n').flatMap((line) => {
      const colon = line.indexOf(': ');
      return colon < 0 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 2)]];
    }),
  );
}

afterEach(() => {
  const complaints = found.splice(0);
  if (complaints.length > 0) throw new Error(`Answers that contradict their document:\n${complaints.join('\n')}`);
});
