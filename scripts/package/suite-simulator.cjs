'use strict';
// Starts a simulator for a whole run of tests, in a process of its own: it shares no event loop with tests, and no registry of modules.
const { fork } = require('node:child_process');
const { once } = require('node:events');
const { join } = require('node:path');

/**
 * Starts the simulator and names it in FAXSIM_URL, which the processes of the tests inherit. Where the variable names one already, as
 * under `faxsim exec` or in a further run of a watch mode, that one stays. The simulator ends with this process.
 */
module.exports = async function startForSuite() {
  if (process.env.FAXSIM_URL) return;
  const child = fork(join(__dirname, 'suite-program.cjs'), ['--port', '0', '--log-level', 'error'], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await Promise.race([urlFrom(child.stdout), endOf(child)]);
  process.env.FAXSIM_URL = url;
  process.env.FAXSIM_ENDS_WITH_PROGRAM = 'true';
  child.once('exit', () => {
    if (process.env.FAXSIM_URL !== url) return;
    delete process.env.FAXSIM_URL;
    delete process.env.FAXSIM_ENDS_WITH_PROGRAM;
  });
  child.stdout.resume().unref();
  child.channel.unref();
  child.unref();
};

async function urlFrom(stdout) {
  let text = '';
  for (;;) {
    const [chunk] = await once(stdout, 'data');
    text += chunk;
    const [url] = /http:\/\/\S+/.exec(text) ?? [];
    if (url !== undefined) return url;
  }
}

async function endOf(child) {
  const [code] = await once(child, 'exit');
  throw new Error(`the simulator of the run ended with exit code ${code} before it listened`);
}
