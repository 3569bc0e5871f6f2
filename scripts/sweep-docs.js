import { faults } from '../src/lab/sweep/faults.ts';
import { code, table } from './scenario-docs.js';

const plain = {
  where: {},
  nth: 1,
  shape: '',
  isReceived: false,
  hasSeveralRecipients: true,
  isRepeated: false,
  hasWebhook: true,
};
const call = (on, where = {}) => ({ ...plain, kind: 'call', on, where });
const event = (on, where = {}) => ({ ...plain, kind: on, on, where });

/** A point of each sort, by the words of the page. */
const sorts = [
  ['requests that change something', call('createAta')],
  ['sends', call('sendFax')],
  ['requests that read', call('getFax')],
  ['further pages of lists', call('listFaxes', { 'params.page': '2' })],
  ['sent faxes', event('fax')],
  ['received faxes', { ...event('fax'), isReceived: true }],
  ['port orders', event('portOrder')],
  ['`fax_completed`', event('webhook', { event: 'fax_completed' })],
  ['events of a fax under way', event('webhook', { event: 'transmitting_page' })],
  ['signed webhooks', { ...event('webhook', { event: 'fax_completed' }), isSigned: true }],
  ['webhooks to a URL with credentials', { ...event('webhook', { event: 'fax_completed' }), hasCredentials: true }],
];

/** The faults of a sweep, for docs/sweep.md. */
export function faultTable() {
  const rows = faults.map((fault) => {
    const names = sorts.filter(([, point]) => fault.fits(point)).map(([name]) => name);
    const { says, mustPass = '' } = fault;
    return [code(fault.id), says, placesOf(names), mustPass === '' ? '' : `yes: ${mustPass}`];
  });
  return table(['Fault', 'What happens', 'At', 'Must the program survive it?'], rows);
}

/** A word for several sorts goes before the words for each. */
function placesOf(names) {
  const shorter = [
    [['requests that change something', 'sends', 'requests that read', 'further pages of lists'], 'all requests'],
    [['requests that change something', 'sends'], 'requests that change something'],
    [['sent faxes', 'received faxes'], 'faxes'],
    [['requests that read', 'further pages of lists'], 'requests that read'],
    [
      ['`fax_completed`', 'events of a fax under way', 'signed webhooks', 'webhooks to a URL with credentials'],
      'webhooks',
    ],
  ];
  let left = names;
  const found = [];
  for (const [parts, word] of shorter) {
    if (!parts.every((part) => left.includes(part))) continue;
    found.push(word);
    left = left.filter((name) => !parts.includes(name));
  }
  return [...found, ...left].join(', ');
}
