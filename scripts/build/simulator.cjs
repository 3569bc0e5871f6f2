// The bundle of the whole simulator. Each part is run when it is first called, so that a command does not wait for all.
exports.main = () => require('../../src/cli/main.ts').main();
exports.embedded = () => require('../../src/package/embedded.ts');
exports.door = () => exports.embedded() && require('../../src/package/realm-door.ts');
exports.sweep = () => require('../../src/package/sweep.ts');
exports.flags = () => require('../../src/cli/flags.ts');
/** The parts that a start leaves to the first call of the control API. They go into the code cache, so that the call compiles none. */
exports.parts = () => require('../../src/http/control-calls.ts');
