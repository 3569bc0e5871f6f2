// The name of the host in a container of Testcontainers, for a program that runs in none.
'use strict';
const dns = require('node:dns/promises');

const { lookup } = dns;

dns.lookup = (name, options) =>
  name === 'host.testcontainers.internal' && process.env.FAKE_HOST_PORTS !== ''
    ? Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    : lookup(name, options);
