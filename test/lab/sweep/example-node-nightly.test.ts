import { describeExample } from '../../support/sweep-examples.ts';

describeExample('a nightly resend in Node', {
  folder: 'node-nightly',
  command: ['node', '--test'],
  probe: ['node', '--version'],
  usually: 'resend-fax-rate-limited',
  bugs: {
    'gives a fax up at a 429, from the third on': ['resend-fax-rate-limited', 'resend-fax-down'],
    'sends a fax again that may still arrive': ['fax-stuck'],
  },
});
