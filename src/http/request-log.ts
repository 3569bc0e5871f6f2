import type { Server } from 'node:http';
import { recordedEvent } from './api-call.ts';
import type { RecordedSecrets } from './api-call.ts';
import { cleanRequestPath } from '../worlds/journal/details.ts';
import type { SecretSources } from '../worlds/journal/details.ts';

/** A request that has its answer. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query, which may hold a secret, and without the texts that the journal hides of this request. */
  readonly path: string;
  readonly status: number;
  /** From the request's head to the end of the answer. */
  readonly durationMs: number;
}

interface Reporting {
  /** The secrets to hide in the path of a request that belongs to no world. */
  readonly knownSecrets: () => SecretSources['knownSecrets'];
  readonly report: (request: AnsweredRequest) => void;
  /** Gets the errors of `report`: the request has its response, and the simulator goes on. */
  readonly onFault: (fault: unknown) => void;
}

/** Reports each request whose response was sent whole. */
export function reportRequests(server: Server, { report, onFault, knownSecrets }: Reporting): void {
  // Before the application, which rewrites the URL while it finds the way.
  server.prependListener('request', (request, response) => {
    const startedAt = performance.now();
    const { method = '', url = '' } = request;
    let recorded: RecordedSecrets | undefined;
    response.once(recordedEvent, (secrets: RecordedSecrets) => {
      recorded = secrets;
    });
    response.on('finish', () => {
      const durationMs = performance.now() - startedAt;
      try {
        const { authorization } = request.headers;
        const sources = recorded ?? { authorization, params: {}, knownSecrets: knownSecrets() }; // no journal shows it
        const path = cleanRequestPath(sources, pathOf(url));
        report({ method, path, status: response.statusCode, durationMs });
      } catch (fault) {
        onFault(fault);
      }
    });
  });
}

/** A proxy's clients send the whole URL, which may hold credentials; a path can have parameters too, after a semicolon. */
const pathOf = (url: string): string => url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split(/[?;]|%3b/i, 1)[0] ?? '';
