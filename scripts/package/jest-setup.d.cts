/** Starts one simulator for a run of Jest: `globalSetup: 'faxsim/jest-setup'`. Test files open it with `openSimulator()`. */
declare const startForSuite: () => Promise<void>;
export = startForSuite;
