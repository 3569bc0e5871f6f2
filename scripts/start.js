// `npm start` runs this: the built program, with the flags that npm passes on.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const built = createRequire(new URL('../dist/', import.meta.url));

if (!existsSync(new URL('../dist/main.cjs', import.meta.url))) end('the build is missing: run npm run build');
else {
  const { flagNames, rows } = built('./load.cjs')('simulator').flags();
  // npm takes a flag that comes before -- for its own, and leaves it in the environment.
  const taken = flagNames.map((name) => rows[name]).filter(({ flag }) => valueTaken(flag) !== undefined);
  if (taken.length === 0) built('./main.cjs');
  else end(`npm has taken ${flagsOf(taken).join(' and ')} for itself: write npm start -- ${exampleOf(taken)}`);
}

/** The value that npm has for a flag; of one that it does not know, `true` from npm 11 on, while the value comes as an argument. */
function valueTaken(flag) {
  return process.env[`npm_config_${flag.slice(2).replaceAll('-', '_')}`];
}

function flagsOf(taken) {
  return taken.map(({ flag }) => flag);
}

/** The flags as they were meant, with their values where it is certain which is whose. */
function exampleOf(taken) {
  const left = process.argv.slice(2);
  const bare = taken.filter(({ flag, placeholder }) => placeholder !== undefined && valueTaken(flag) === 'true');
  const bareValue = bare.length === 1 && left.length === 1 ? left[0] : undefined;
  const valueOf = (row) => (bare.includes(row) ? bareValue : valueTaken(row.flag));
  return taken
    .map((row) => {
      const { flag, isSecret, placeholder } = row;
      if (placeholder === undefined) return flag;
      return `${flag} ${isSecret ? placeholder : (valueOf(row) ?? placeholder)}`;
    })
    .join(' ');
}

function end(message) {
  console.error(`faxsim: ${message}`);
  process.exitCode = 2;
}
