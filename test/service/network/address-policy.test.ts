import { describe, expect, test } from '@jest/globals';
import { addressPolicy } from '../../../src/service/network/address-policy.ts';

describe('without an allow-list', () => {
  const policy = addressPolicy();

  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.65.254',
    '::1',
    'fd12:3456::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '0.0.0.0',
    '::',
    '::ffff:0.0.0.0',
    '::ffff:0:0',
  ])('%s is let through', (address) => {
    expect(policy.mayCall('host.example', address)).toBe(true);
  });

  test.each([
    '8.8.8.8',
    '11.0.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.169.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.1',
    '::ffff:0.0.0.1',
    '::7f00:1',
    '::ffff:0:127.0.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '2606:4700::1111',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:8.8.8.8',
    '::ffff:169.254.169.254',
    '64:ff9b::a00:1',
    '2002:a00:1::1',
    'no address',
    '',
  ])('%s is not', (address) => {
    expect(policy.mayCall('localhost', address)).toBe(false);
  });
});

describe('an allow-list lets through', () => {
  test.each([
    ['everything', ['*'], 'example.com', '93.184.216.34', true],
    ['a host it names', ['Example.COM'], 'example.com', '93.184.216.34', true],
    ['a host that is written with its final dot', ['example.com'], 'example.com.', '93.184.216.34', true],
    ['no other host', ['example.com'], 'www.example.com', '93.184.216.34', false],
    ['an address it names', ['93.184.216.34'], 'example.com', '93.184.216.34', true],
    ['an address in another spelling', ['[2606:4700:0::1111]'], '2606:4700::1111', '2606:4700::1111', true],
    ['the addresses of a block', ['100.64.0.0/10'], 'peer', '100.100.1.2', true],
    ['no address outside of a block', ['100.64.0.0/10'], 'peer', '100.128.0.1', false],
    ['no address of the other family', ['100.64.0.0/10'], 'peer', '2606:4700::1111', false],
    ['what is local anyway', ['example.com'], 'localhost', '127.0.0.1', true],
  ])('%s', (_case, allowed, host, address, isAllowed) => {
    expect(addressPolicy(allowed).mayCall(host, address)).toBe(isAllowed);
  });
});

describe('to be looked up is', () => {
  test.each([
    ...['receiver', 'localhost', 'localhost.', 'App.Localhost', 'host.docker.internal', 'printer.local', 'app.test'],
    ...['nas.lan', 'nas.home.arpa'],
  ])('%s, which may be local', (name) => {
    expect(addressPolicy().mayLookUp(name)).toBe(true);
  });

  test.each([
    'example.com',
    'localhost.example',
    'example.com.',
    'internal.example',
    'home.arpa.example',
    'notlan.org',
  ])('not %s, unless it is allowed', (name) => {
    expect(addressPolicy(['100.64.0.0/10', 'other.example']).mayLookUp(name)).toBe(false);
    expect(addressPolicy([name]).mayLookUp(name)).toBe(true);
    expect(addressPolicy(['*']).mayLookUp(name)).toBe(true);
  });
});
