/** A YAML file of the package: its value, which the build writes into the bundle. */
declare module '*.yaml' {
  const value: unknown;
  export default value;
}
