// `execArgv: ['--import', …]` of a worker thread makes it one of an installation without sharp's own code.
import Module from 'node:module';

const load = Module._load;

Module._load = (name, ...others) => {
  if (name === 'sharp')
    throw new Error('Could not load the "sharp" module\nUnsupported CPU\nPossible solutions:\n- many');
  return load(name, ...others);
};
