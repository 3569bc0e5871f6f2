'use strict';
// The simulator of a run of tests: it ends with the process of the run, however that one ends.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
require('./main.cjs');
