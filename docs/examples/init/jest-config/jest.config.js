/** One simulator for the whole run; watch mode keeps it. */
module.exports = { globalSetup: 'faxsim/jest-setup' };
