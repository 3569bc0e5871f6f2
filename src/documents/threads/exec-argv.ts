/** Options of node that say how modules are found and loaded, and take a value. */
const withValue = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions']);
const withoutValue = new Set(['--preserve-symlinks', '--experimental-strip-types', '--experimental-transform-types']);

/**
 * The options of a process that a thread of it needs too. The others belong to the program: a thread that inherits
 * `--input-type`, as from `node --input-type=module -e`, cannot start.
 */
export function loadingOptions(execArgv: readonly string[]): string[] {
  return execArgv.filter((option, index) => {
    const [name = ''] = option.split('=', 1);
    return withValue.has(name) || withoutValue.has(option) || withValue.has(execArgv[index - 1] ?? '');
  });
}

/**
 * The environment that a thread needs in place of that of the process; undefined: the same will do. Node reads NODE_OPTIONS for
 * threads too, and refuses an environment of their own with options for processes, so only this option is worth one.
 */
export function loadingEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv | undefined {
  const { NODE_OPTIONS: options = '' } = environment;
  if (!options.includes('--input-type')) return undefined;
  return { ...environment, NODE_OPTIONS: loadingOptions(options.split(/\s+/)).join(' ') };
}
