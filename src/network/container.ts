import { existsSync } from 'node:fs';

/** Docker and Podman leave a file, Kubernetes a variable. */
export const inContainer = (): boolean =>
  ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file)) || 'KUBERNETES_SERVICE_HOST' in process.env;

/** The name of the machine around a container, in the container. */
export const dockerHost = 'host.docker.internal';
