import { commandNamed } from './catalogue.ts';
import type { RunCommand } from './invocation.ts';

type Load = () => Promise<RunCommand>;

/** Loads the code of a command when it is called, so that a health check does not wait for the code of a web server. */
const loaders: Readonly<Record<string, Load>> = {
  start: async () => (await import('./start.ts')).start,
  exec: async () => (await import('./exec.ts')).exec,
  sweep: async () => (await import('./sweep.ts')).sweep,
  wait: async () => (await import('./wait.ts')).wait,
  healthcheck: async () => (await import('./healthcheck.ts')).healthcheck,
  env: async () => (await import('./env.ts')).env,
  reset: async () => (await import('./control-command.ts')).reset,
  receive: async () => (await import('./receive.ts')).receive,
  tail: async () => (await import('./tail.ts')).tail,
  replay: async () => (await import('./replay.ts')).replay,
  bisect: async () => (await import('./bisect.ts')).bisect,
  diff: async () => (await import('./diff.ts')).diff,
  bundle: async () => (await import('./bundle.ts')).bundle,
  scenarios: async () => (await import('./scenarios.ts')).scenarios,
  doctor: async () => (await import('./doctor.ts')).doctor,
  verify: async () => (await import('./verify.ts')).verify,
  docs: async () => (await import('./docs.ts')).docs,
  openapi: async () => (await import('./openapi.ts')).openapi,
  help: async () => (await import('./help.ts')).help,
  version: async () => (await import('./help.ts')).version,
};

/** The code of a command, by its name. */
export async function loadCommand(name: string): Promise<RunCommand> {
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load !== undefined) return load();
  const group = commandNamed(name)?.group;
  if (group === undefined) throw new Error(`the command ${name} has no loader`);
  return (await import('./control-command.ts')).controlCommand(group);
}
