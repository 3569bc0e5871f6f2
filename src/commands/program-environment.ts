import { clientVariables } from './client-variables.ts';
import { variablePrefix } from './flags.ts';

/**
 * The environment of a program beside a simulator. Of faxsim's own variables it has only those that a client needs: the
 * others are for this simulator, and a simulator that the program starts would share its data directory or its port.
 */
export const programEnvironment = (world: Parameters<typeof clientVariables>[0]): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith(variablePrefix))),
  ...clientVariables(world),
});
