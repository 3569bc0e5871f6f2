/** Starts one simulator for a run of Vitest: `globalSetup: 'faxsim/vitest-setup'`. Test files open it with `openSimulator()`. */
declare const startForSuite: () => Promise<void>;
export default startForSuite;
