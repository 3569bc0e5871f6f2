/** One simulator for the whole run; watch mode keeps it. */
export default { globalSetup: 'faxsim/jest-setup' };
