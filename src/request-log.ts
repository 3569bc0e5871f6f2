import type { Server } from 'node:http';

/** A request that has its answer. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query, which may hold a secret. */
  readonly path: string;
  readonly status: number;
  /** From the request's head to the end of the answer. */
  readonly durationMs: number;
}

/** Tells of each request whose answer was sent whole. */
export function reportRequests(server: Server, report: (request: AnsweredRequest) => void): void {
  // Before the application, which rewrites the URL while it finds the way.
  server.prependListener('request', ({ method = '', url = '' }, response) => {
    const startedAt = performance.now();
    const path = pathOf(url);
    response.on('finish', () => {
      report({ method, path, status: response.statusCode, durationMs: performance.now() - startedAt });
    });
  });
}

/** A proxy's clients send the whole URL, which may hold credentials. */
const pathOf = (url: string): string => url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split('?', 1)[0] ?? '';
