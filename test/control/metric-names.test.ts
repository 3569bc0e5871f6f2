import { expect, test } from '@jest/globals';
import { receivedFax, sentFax } from '../support/examples.ts';
import { faultsOfMetrics } from '../support/metric-names.ts';
import { openSimulator } from '../support/simulator.ts';

test('the metrics follow the naming rules of Prometheus', async () => {
  const simulator = openSimulator({ faxes: [sentFax(), receivedFax()] });
  await simulator.live.get('/v2/faxes').expect(200);
  await simulator.anyone.post('/_faxsim/scenarios').send({ on: 'outage' }).expect(200);
  await simulator.live.get('/v2/faxes').expect(503);
  await simulator.anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  const { text } = await simulator.anyone.get('/_faxsim/metrics').expect(200);
  expect(text).toMatch(/^faxsim_request_duration_seconds_count\{/m);
  expect(text).toMatch(/^faxsim_scenario_firings_total\{/m);
  expect(faultsOfMetrics(text)).toEqual([]);
});

const headed = (type: string, sample: string): string => {
  const [, name = ''] = /^([^\s{]+)/.exec(sample) ?? [];
  return `# HELP ${name} A thing.\n# TYPE ${name} ${type}\n${sample}\n`;
};

test.each([
  [headed('counter', 'faxsim_firings 1'), 'faxsim_firings is a counter without _total'],
  [headed('gauge', 'faxsim_faxes_total 1'), 'faxsim_faxes_total has _total and is no counter'],
  [headed('gauge', 'faxsim_fax_count 1'), 'faxsim_fax_count ends as a histogram does'],
  [headed('gauge', 'faxsim_wait_ms 1'), 'faxsim_wait_ms has ms, which is no base unit'],
  [headed('gauge', 'faxsim:faxes 1'), 'faxsim:faxes is not in snake case'],
  [headed('gauge', 'faxsimFaxes 1'), 'faxsimFaxes is not in snake case'],
  [headed('gauge', 'faxsim_gauge 1'), 'faxsim_gauge has its type gauge in its name'],
  [headed('gauge', 'faxsim_faxes{le="1"} 1'), 'faxsim_faxes has the label le and is no histogram'],
  [headed('gauge', 'faxsim_faxes{faxState="sent"} 1'), 'faxsim_faxes has the label faxState'],
  ['# TYPE faxsim_faxes gauge\nfaxsim_faxes 1\n', 'faxsim_faxes has no HELP, or several'],
  ['# HELP faxsim_faxes Faxes.\nfaxsim_faxes 1\n', 'faxsim_faxes has no TYPE, or several'],
  [headed('gauge', 'faxsim_faxes{a="1"} 1\nfaxsim_faxes{a="1"} 2'), 'faxsim_faxes has a sample twice'],
])('the rules refuse %j', (text, fault) => {
  expect(faultsOfMetrics(text)).toEqual([fault]);
});
