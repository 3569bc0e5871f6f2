/** One simulator for the whole run; watch mode keeps it. */
export default { test: { globalSetup: 'faxsim/vitest-setup' } };
