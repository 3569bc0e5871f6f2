/** A folder that has the package in its `node_modules`, as npm packs and unpacks it, and no other package but sharp. */
export const project = process.env['INSTALLED_PROJECT'] ?? '';

/** The file that npm packs. */
export const tarball = process.env['INSTALLED_TARBALL'] ?? '';

/** The program of the package. */
export const installedMain = `${project}/node_modules/faxsim/dist/main.cjs`;
