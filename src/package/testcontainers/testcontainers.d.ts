/** The part of the peer package `testcontainers` that is used here. Programs that have the package get its own types. */
declare module 'testcontainers' {
  export class GenericContainer {
    constructor(image: string);
    protected environment: Record<string, string>;
    start(): Promise<StartedTestContainer>;
    withEnvironment(environment: Record<string, string>): this;
    withExposedPorts(...ports: number[]): this;
    withWaitStrategy(strategy: WaitStrategy): this;
  }

  export interface StartedTestContainer {
    getHost(): string;
    getMappedPort(port: number): number;
  }

  export class AbstractStartedContainer implements StartedTestContainer {
    constructor(container: StartedTestContainer);
    getHost(): string;
    getMappedPort(port: number): number;
  }

  export interface WaitStrategy {
    withStartupTimeout(ms: number): this;
  }

  export const Wait: { forHttp(path: string, port: number): WaitStrategy };

  export const TestContainers: { exposeHostPorts(...ports: number[]): Promise<void> };
}
