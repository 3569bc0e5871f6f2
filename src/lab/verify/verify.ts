import { faceOf } from '../../http/faces/faces.ts';
import { phaxioVersions } from '../../model/domain/operation.ts';
import type { PhaxioVersion } from '../../model/domain/operation.ts';
import { findEvidence } from '../../wire/evidence.ts';
import { readOnlyAsk, TooManyRequests, Unreachable } from './ask.ts';
import type { Ask, ServerAccess } from './ask.ts';
import { Notes } from './report.ts';
import type { Findings } from './report.ts';
import { Verification } from './verification.ts';

/** The server does not accept the keys, so it cannot be verified. */
export class UnknownKeysError extends Error {}

/**
 * Compares a server with the evidence of the service, by read-only calls. Throws Unreachable without a response, and
 * UnknownKeysError if no version accepts the keys.
 */
export async function verifyServer(
  asking: ServerAccess,
  versions: readonly PhaxioVersion[] = phaxioVersions,
): Promise<Findings> {
  const notes = new Notes((text) => hidden(text, asking));
  const readOnly = readOnlyAsk(asking);
  const ask: Ask = async (call) => {
    const response = await readOnly(call);
    notes.requests += 1;
    if (response.status !== 429) return response;
    throw new Unreachable('the server limits how often it is asked (429): try again later, with a longer --interval');
  };
  const statuses = new Map<PhaxioVersion, number>();
  for (const version of versions) statuses.set(version, await statusOf(ask, version));
  if ([...statuses.values()].every(isRefusal)) {
    throw new UnknownKeysError('the server does not take this API key and API secret');
  }
  for (const version of versions) {
    const status = statuses.get(version) ?? 0;
    if (isRefusal(status)) {
      const evidence = findEvidence(first, version)?.call ?? { mark: 'documented', source: 'all versions' };
      notes.drift({ version, operation: first, field: 'status', expected: '200', evidence, seen: String(status) });
      notes.skip({ version, operation: first, reason: 'all else: the keys are not taken in this version' });
      continue;
    }
    try {
      await new Verification(version, ask, notes).run();
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      notes.skip({ version, operation: first, reason: `all that was left: ${error.message}` });
    }
  }
  return notes.findings;
}

/** An operation of all versions that needs only credentials. */
const first = 'getAccountStatus';

async function statusOf(ask: Ask, version: PhaxioVersion): Promise<number> {
  const route = faceOf(version).routes.find(({ operation }) => operation === first);
  if (route === undefined) throw new Error(`${version} has no ${first}`);
  const { status } = await ask({ version, operation: first, path: route.path, credentials: 'right' });
  return status;
}

const isRefusal = (status: number): boolean => status === 401 || status === 403;

/** Removes the credentials from a text, in every form in which a server could repeat them. */
function hidden(text: string, { keys: { key, secret } }: ServerAccess): string {
  const words = [Buffer.from(`${key}:${secret}`).toString('base64'), secret, key];
  const forms = words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1), encodeURIComponent(word)]);
  return forms.reduce((rest, word) => rest.replaceAll(word, '(hidden)'), text);
}
