import { existsSync } from 'node:fs';
import { nameLookup } from '../network/name-lookup.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Docker and Podman leave a file, Kubernetes a variable. */
export const inContainer = (): boolean =>
  ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file)) || 'KUBERNETES_SERVICE_HOST' in process.env;

export const hostName = 'host.docker.internal';

/** Whether the machine around a container can be named in it. */
export async function networkFinding(isContained: boolean): Promise<Diagnosis> {
  const [{ address } = { address: undefined }] = await nameLookup()(hostName).catch(() => []);
  const where = isContained ? 'this is a container' : 'this is no container';
  const known = address === undefined ? `${hostName} is not known here` : `${hostName} is ${address}`;
  const found = `${where}; ${known}`;
  if (!isContained || address !== undefined) return { about: 'network', isWell: true, found };
  const advice = `To reach the machine around it: docker run --add-host=${hostName}:host-gateway, or extra_hosts in compose.`;
  return { about: 'network', isWell: true, found, advice };
}
