/** The folder of the package: one above the sources, and one above the build. */
export const packageRoot = new URL('../', import.meta.url);
