// What `npm start` runs: the built program, once it is there and its flags have come through npm.
import { existsSync } from 'node:fs';

const main = new URL('../dist/src/main.js', import.meta.url);

if (!existsSync(main)) end('the build is missing: run npm run build');
else {
  const { flagNames, rows } = await import('../dist/src/commands/flags.js');
  // npm takes a flag that comes before -- for its own, and leaves it in the environment.
  const taken = flagNames.find((name) => process.env[npmVariable(rows[name].flag)] !== undefined);
  if (taken === undefined) await import(main.href);
  else end(`npm has taken ${rows[taken].flag} for itself: write npm start -- ${exampleOf(rows[taken])}`);
}

function npmVariable(flag) {
  return `npm_config_${flag.slice(2).replaceAll('-', '_')}`;
}

function exampleOf({ flag, isSecret, placeholder }) {
  if (placeholder === undefined) return flag;
  return `${flag} ${isSecret ? placeholder : process.env[npmVariable(flag)]}`;
}

function end(message) {
  console.error(`faxsim: ${message}`);
  process.exitCode = 2;
}
