import { countDeliveries, countFaxes } from '../service/operations/account.ts';
import type { ControlContext } from './control-route.ts';

type Sample = readonly [labels: string, value: number];

type Counting = Pick<ControlContext, 'worlds' | 'requests' | 'historySpace' | 'about'>;

/** The counters of the process in Prometheus' text format; faxes, webhooks and scenarios of the default world. */
export function metricsText({ worlds, requests, historySpace, about }: Counting): string {
  const world = worlds.default;
  const firings = world.scenarios
    .report()
    .map(({ scenario, rule, by, fired }): Sample => [labelsText({ scenario, rule, by }), fired]);
  const { rss, heapUsed } = process.memoryUsage();
  const { version, process: name } = about;
  return [
    ...family('faxsim_build_info', 'gauge', 'The process that all other metrics are about.', [
      [labelsText({ process: name, version }), 1],
    ]),
    ...family('faxsim_requests_total', 'counter', 'Requests to the service that were answered.', [
      ...requests.byStatus,
    ]),
    ...heading('faxsim_request_duration_seconds', 'histogram', 'How long requests to the service took.'),
    ...requests.histogram().map(([end, labels, value]) => `faxsim_request_duration_seconds${end}{${labels}} ${value}`),
    ...family('faxsim_journal_dropped_requests_total', 'counter', 'Requests that journals dropped for want of space.', [
      ['', historySpace.dropped],
    ]),
    ...family('faxsim_worlds', 'gauge', 'Worlds of this process, the default one included.', [['', worlds.all.length]]),
    ...family('faxsim_faxes', 'gauge', 'Faxes of the default world.', countFaxes(world).map(by('status'))),
    ...family(
      'faxsim_webhook_deliveries',
      'gauge',
      'Webhooks of the default world.',
      countDeliveries(world).map(by('state')),
    ),
    ...family('faxsim_scenario_firings_total', 'counter', 'Firings of rules in the default world.', firings),
    ...family('process_resident_memory_bytes', 'gauge', 'Memory that the process holds.', [['', rss]]),
    ...family('nodejs_heap_size_used_bytes', 'gauge', 'Of that, what its objects use.', [['', heapUsed]]),
    '',
  ].join('\n');
}

const by =
  (label: string) =>
  ([value, count]: readonly [string, number]): Sample => [labelsText({ [label]: value }), count];

function labelsText(labels: Readonly<Record<string, string>>): string {
  const escapeLabel = (text: string): string => text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(',');
}

const heading = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function family(name: string, type: string, help: string, samples: readonly Sample[]): string[] {
  const lines = samples.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`);
  return [...heading(name, type, help), ...lines];
}
