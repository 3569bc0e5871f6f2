import { randomUUID } from 'node:crypto';
import { AbstractStartedContainer, GenericContainer, TestContainers, Wait } from 'testcontainers';
import type { StartedTestContainer } from 'testcontainers';
import { connect } from '../../control/client/connect.ts';
import type { OwnWorld, WorldHandle, WorldOrder } from '../../control/client/connect.ts';

/** The port that the image listens on. */
const port = 8329;

/**
 * faxsim in a container. Each setting is an environment variable, as docs/options.md lists them.
 *
 * @example
 * const container = await new FaxsimContainer().withHostPorts(3000).start();
 * const world = await container.world({ settings: { send_callback_url: container.hostUrl(3000) } });
 */
export class FaxsimContainer extends GenericContainer {
  readonly #hostPorts: number[] = [];

  /** `image` is the tag of the image. By default, it is the one that `docker build -t faxsim .` makes. */
  constructor(image = 'faxsim') {
    super(image);
    // The simulator accepts control calls from another machine only with a token, and for a container, its host is
    // another machine.
    this.withEnvironment({ FAXSIM_CONTROL_TOKEN: randomUUID() });
    this.withExposedPorts(port);
    this.withWaitStrategy(Wait.forHttp('/_faxsim/livez', port));
  }

  /** Lets the container reach these TCP ports of the machine that runs the tests: `hostUrl` has their URL, for webhooks. */
  withHostPorts(...ports: number[]): this {
    this.#hostPorts.push(...ports);
    return this;
  }

  /** Resolves when the simulator answers. Rejects with the error of Testcontainers. */
  override async start(): Promise<StartedFaxsimContainer> {
    // Exposes the ports first: only containers that start later get the name of the host.
    if (this.#hostPorts.length > 0) await TestContainers.exposeHostPorts(...this.#hostPorts);
    return new StartedFaxsimContainer(await super.start(), this.environment['FAXSIM_CONTROL_TOKEN']);
  }
}

/** A simulator that runs in a container; `stop()` removes it. */
export class StartedFaxsimContainer extends AbstractStartedContainer {
  readonly #token: string | undefined;

  constructor(container: StartedTestContainer, token: string | undefined) {
    super(container);
    this.#token = token;
  }

  /** The base URL of the simulator's first world for clients on this machine, without version and final slash. */
  get baseUrl(): string {
    return `http://${this.getHost()}:${this.getMappedPort(port)}`;
  }

  /** The control API as functions, for the simulator's first world. */
  get simulator(): WorldHandle {
    return connect({ baseUrl: this.baseUrl, token: this.#token });
  }

  /** Makes a world for a test, with its own data, clock, scenarios, settings and API keys. Rejects with a ControlError. */
  world(order?: WorldOrder): Promise<OwnWorld> {
    return this.simulator.world(order);
  }

  /** The URL under which the container reaches a port of `withHostPorts`, without a final slash. */
  hostUrl(hostPort: number): string {
    return `http://host.testcontainers.internal:${hostPort}`;
  }
}
