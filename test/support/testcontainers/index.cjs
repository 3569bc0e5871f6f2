// A fake of the package testcontainers. Its containers are processes of the program that FAXSIM_MAIN names, behind a proxy
// that makes calls of this machine come from another one, as they do in a container.
'use strict';
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { createServer, request } = require('node:http');
const { join } = require('node:path');

const hostPorts = [];

exports.TestContainers = {
  async exposeHostPorts(...ports) {
    hostPorts.push(...ports);
  },
};

exports.Wait = { forHttp: (path, port) => ({ path, port }) };

exports.GenericContainer = class {
  environment = {};
  #ports = [];

  constructor(image) {
    this.image = image;
  }

  withEnvironment(environment) {
    Object.assign(this.environment, environment);
    return this;
  }

  withExposedPorts(...ports) {
    this.#ports.push(...ports);
    return this;
  }

  withWaitStrategy(strategy) {
    this.strategy = strategy;
    return this;
  }

  async start() {
    const [containerPort] = this.#ports;
    if (this.strategy.port !== containerPort) throw new Error(`port ${this.strategy.port} is not exposed`);
    const { program, url } = await launched({ ...this.environment, FAKE_HOST_PORTS: hostPorts.join() });
    const proxy = createServer((incoming, outgoing) => passOn(url, incoming, outgoing)).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const mapped = new Map([[containerPort, proxy.address().port]]);
    const { status } = await fetch(`http://127.0.0.1:${mapped.get(containerPort)}${this.strategy.path}`);
    if (status !== 200) throw new Error(`the container is not ready: ${status}`);
    return { program, proxy, mapped };
  }
};

/** Resolves when the program says where it listens. */
async function launched(environment) {
  const args = ['--require', join(__dirname, 'host-name.cjs'), process.env.FAXSIM_MAIN, '--port', '0'];
  const env = { PATH: process.env.PATH, ...environment };
  const program = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of program.stdout) {
    const [url] = /http:\/\/[\d.:]+/.exec(String(chunk)) ?? [];
    if (url !== undefined) return { program, url };
  }
  throw new Error('the program has ended');
}

function passOn(url, incoming, outgoing) {
  const { method, headers } = incoming;
  const inner = request(url + incoming.url, { method, headers: { ...headers, via: 'the engine' } }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  inner.on('error', () => outgoing.destroy());
  incoming.pipe(inner);
}

exports.AbstractStartedContainer = class {
  #container;

  constructor(container) {
    this.#container = container;
  }

  getHost() {
    return '127.0.0.1';
  }

  getMappedPort(port) {
    return this.#container.mapped.get(port);
  }

  async stop() {
    const { program, proxy } = this.#container;
    program.kill();
    await once(program, 'close');
    proxy.close();
    proxy.closeAllConnections();
  }
};
