import { dockerHost } from '../network/container.ts';
import { nameLookup } from '../network/name-lookup.ts';

/** One result of a check, with the advice that follows from it. */
export interface Diagnosis {
  readonly about: 'simulator' | 'control' | 'port' | 'network' | 'webhook';
  readonly isWell: boolean;
  readonly found: string;
  readonly advice?: string;
}

/** Whether the machine around a container can be named in it. */
export async function networkFinding(isInContainer: boolean): Promise<Diagnosis> {
  const [{ address } = { address: undefined }] = await nameLookup()(dockerHost).catch(() => []);
  const where = isInContainer ? 'this is a container' : 'this is no container';
  const known = address === undefined ? `${dockerHost} is not known here` : `${dockerHost} is ${address}`;
  const found = `${where}; ${known}`;
  if (!isInContainer || address !== undefined) return { about: 'network', isWell: true, found };
  const advice = `To reach the machine around it: docker run --add-host=${dockerHost}:host-gateway, or extra_hosts in compose.`;
  return { about: 'network', isWell: true, found, advice };
}

/** Whether who answered does not speak TLS. */
export const hasNoTls = (reason: string): boolean => /^(?:EPROTO|ERR_SSL_|ECONNRESET)/.test(reason);
