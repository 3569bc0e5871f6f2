import { readUnixTime, startOfCentralDay } from '../../model/domain/time.ts';
import { asText } from '../../model/shared/conversion.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { listed, pluralize } from '../../model/shared/words.ts';
import { faxesOfCall, faxOf, isOfAccount, isSuccess, isTaken, madeFaxes, textsOf, valuesAt } from './calls.ts';
import type { OldCall, Notice } from './calls.ts';
import { listedNames } from './names.ts';
import { pages } from './pages.ts';
import type { DocPage } from './pages.ts';
import type { UsedField } from './used-fields.ts';

/** The traffic of a program, in which traps are looked for. */
export interface Facts {
  readonly calls: readonly OldCall[];
  readonly notices: readonly Notice[];
  readonly used: ReadonlyMap<OldCall | Notice, readonly UsedField[]>;
}

/** The evidence of a trap in the traffic of a program. */
interface Sighting {
  /** A sentence: `2 requests have numbers without +: request 1, request 4`. */
  readonly because: string;
  /** False if the program got a value that v3 changes, but its requests do not show how it uses the value. */
  readonly isShown: boolean;
}

/** A change of v3 that breaks a program silently. */
export interface Trap {
  readonly id: string;
  readonly title: string;
  /** The consequence for an unchanged program. */
  readonly harm: string;
  readonly todo: string;
  readonly page: DocPage;
  readonly find: (facts: Facts) => Sighting | undefined;
}

/** The traps, the most harmful first. Source: reports of migrations, and the API reference of v3. */
export const traps: readonly Trap[] = [
  {
    id: 'success-field',
    title: 'success is gone from answers',
    harm: 'A test of success takes every send for a failed one, and sends it again; or it takes every refusal for a success',
    todo: 'Test the status of the response, and read the record at the top of the answer',
    page: pages.errors,
    find: ({ calls }) =>
      got(
        calls.filter(({ answer }) => isPlainObject(answer) && 'success' in answer),
        'answer',
        'had success',
      ),
  },
  {
    id: 'send-again',
    title: 'A send that is repeated after an unclear answer',
    harm: 'v3 has no cancel and no key of idempotence, so the second fax arrives and is paid',
    todo: 'After a lost answer, look for the fax by a label of your own before you send again',
    page: pages.sendFax,
    find: ({ calls }) =>
      shown(calls.filter(isRepeated), 'request', 'repeated a send whose answer was lost or an error'),
  },
  {
    id: 'signature',
    title: 'X-Phaxio-Signature is gone from webhooks',
    harm: 'A check of the signature refuses every webhook, each of them 16 times over three days',
    todo: 'Remove the check, put a user name and a password into the URL of the webhook, and ask for the fax before you trust its data',
    page: pages.notifications,
    find: ({ notices }) =>
      got(
        notices.filter(({ attempt }) => attempt.signature !== null),
        'webhook',
        'had a signature',
      ),
  },
  {
    id: 'status-words',
    title: 'The words of statuses and directions are others',
    harm: 'A comparison with success or failure is never true, so a fax is never done',
    todo: 'Compare with QUEUED, IN_PROGRESS, COMPLETED and FAILURE, and count an unknown word as unfinished',
    page: pages.getFax,
    find: (facts) => usedStatus(facts) ?? gotField(facts, ['status']),
  },
  {
    id: 'integer-ids',
    title: 'Ids are texts',
    harm: 'Columns, parseInt and formats of integers fail at the first answer, or store another id',
    todo: 'Widen columns to texts of 26 characters, and keep the old ids beside the new ones',
    page: pages.sendFax,
    find: (facts) => usedId(facts) ?? gotField(facts, ['id', 'faxId']),
  },
  {
    id: 'account-callback',
    title: 'The account has no callback URL any more',
    harm: 'A send without callbackUrl causes no webhook',
    todo: 'Give callbackUrl with every send, and set incomingWebhookUrl of the service for received faxes',
    page: pages.notifications,
    find: ({ notices }) => shown(notices.filter(isOfAccount), 'webhook', 'went to the URL of the account'),
  },
  {
    id: 'test-keys',
    title: 'There are no test keys',
    harm: 'Tests against the service send real faxes, and pay for them',
    todo: 'Run tests against a simulator; against the service, send to +19898989898 alone',
    page: pages.sendFax,
    find: ({ calls }) =>
      shown(
        calls.filter(({ request }) => request.key === 'test'),
        'request',
        'had the test key',
      ),
  },
  {
    id: 'cost',
    title: 'cost is a price in dollars, and missing at first',
    harm: 'A missing cost that is read as 0 makes bills without amounts; a text in dollars is not a number of cents',
    todo: 'Read price.amount as a decimal, and wait until it is there',
    page: pages.getFax,
    find: (facts) => gotField(facts, ['cost'], (value) => value !== 0),
  },
  {
    id: 'days',
    title: 'Days end at another hour',
    harm: 'Times have the offset of US Central time in v2.1, and are UTC in v3: a day that is cut from the text of a time gets the faxes of other hours',
    todo: 'Convert createTime into the zone of your reports before you take its day; if you list faxes, give createTime> and createTime< in UTC',
    page: pages.getFax,
    find: (facts) => askedDay(facts) ?? gotField(facts, ['created_at', 'completed_at', 'recipients[].completed_at']),
  },
  {
    id: 'plain-numbers',
    title: 'Numbers need their plus',
    harm: 'A number without + and country code is refused with 422',
    todo: 'Write every number in E.164',
    page: pages.sendFax,
    find: ({ calls }) => shown(calls.filter(hasPlainNumber), 'request', 'had a number without +'),
  },
  {
    id: 'several-numbers',
    title: 'One send to several numbers makes several faxes',
    harm: 'Only the first id is kept, or none: the answer is {faxes: […]}; no fax has the status of them all',
    todo: 'Keep all ids of the answer, and add their results up',
    page: pages.sendFax,
    find: ({ calls }) =>
      shown(
        calls.filter(({ operation, params }) => operation === 'sendFax' && textsOf(params['to']).length > 1),
        'send',
        'had several numbers',
      ),
  },
  {
    id: 'retries',
    title: 'A failed call is repeated three times',
    harm: 'The retries are those of each fax in v3, by default 3 of its service, a minute apart: a failure that came at once comes after three minutes',
    todo: 'Give maxRetries with each send, 0 for the end after the first call; or wait longer',
    page: pages.sendFax,
    find: ({ calls }) =>
      shown(
        calls.filter((call) => madeFaxes(call).some((fax) => fax.isGivenUpAtOnce)),
        'request',
        'made a fax that ended with its first call',
      ) ?? got(calls.filter(isWithoutRetry), 'send', 'left the retries to the account, which has none'),
  },
  {
    id: 'larger-webhooks',
    title: 'Webhooks of sent faxes contain the document',
    harm: 'A limit of the body refuses them, such as 100 kB in Express, and each comes 16 times',
    todo: 'Raise the limit of the webhook route to 25 MB',
    page: pages.notifications,
    find: ({ notices }) =>
      got(
        notices.filter((one) => one.fields['direction'] === 'sent' && one.attempt.files.length === 0 && isTaken(one)),
        'webhook',
        'of a sent fax had no file',
      ),
  },
  {
    id: 'false-friends',
    title: 'resolution, error_code and barcodes have another meaning',
    harm: 'The old name is there, with another thing in it, or is spelt otherwise',
    todo: 'Read resolution as a wish, errorCode as a number, and barCodes with a capital C',
    page: pages.getFax,
    find: (facts) =>
      gotField(facts, ['recipients[].resolution', 'error_code', 'recipients[].error_code', 'barcodes[].value']),
  },
];

/** `2 requests had …: request 1, request 4`. */
function sighting(
  items: readonly { readonly name: string }[],
  noun: string,
  did: string,
  isShown: boolean,
): Sighting | undefined {
  if (items.length === 0) return undefined;
  const names = [...new Set(items.map(({ name }) => name))];
  const webhooks = noun === 'webhook' ? [] : names.filter((name) => name.startsWith('webhook '));
  const others = names.length - webhooks.length;
  const counts = [
    ...(others === 0 ? [] : [pluralize(others, noun)]),
    ...(webhooks.length === 0 ? [] : [pluralize(webhooks.length, 'webhook')]),
  ];
  return {
    because: `${counts.join(' and ')} ${did}: ${listedNames(items)}`,
    isShown,
  };
}

type Items = readonly { readonly name: string }[];

const shown = (items: Items, noun: string, did: string): Sighting | undefined => sighting(items, noun, did, true);
const got = (items: Items, noun: string, did: string): Sighting | undefined => sighting(items, noun, did, false);

/** Whether the program made an equal send before, whose answer was lost or unusable. */
function isRepeated(call: OldCall, at: number, calls: readonly OldCall[]): boolean {
  if (call.operation !== 'sendFax') return false;
  const text = JSON.stringify(call.params);
  return calls.slice(0, at).some((other) => {
    const { status, broken } = other.request.answer;
    const isUnclear = status === null || broken !== null || status >= 500;
    return (
      isUnclear && other.operation === 'sendFax' && other.world === call.world && JSON.stringify(other.params) === text
    );
  });
}

const isWithoutRetry = (call: OldCall): boolean =>
  call.operation === 'sendFax' && call.world.settings.fax_retries === 0 && isSuccess(call);

const hasPlainNumber = ({ operation, params }: OldCall): boolean =>
  operation === 'sendFax' &&
  [...textsOf(params['to']), ...textsOf(params['caller_id'])].some((number) => !/^[\s(]*\+/.test(number));

/** The program got faxes that have one of these fields. */
function gotField(
  { calls, notices }: Facts,
  fields: readonly string[],
  matters = (value: unknown): boolean => value !== null,
): Sighting | undefined {
  const fieldsIn = (faxes: readonly unknown[]): readonly string[] =>
    fields.filter((field) => faxes.some((fax) => valuesAt(fax, field.split('.')).some(matters)));
  const sources = [
    ...calls.filter(isSuccess).map((call) => ({ name: call.name, has: fieldsIn(faxesOfCall(call)) })),
    ...notices.filter(isTaken).map((notice) => ({ name: notice.name, has: fieldsIn([faxOf(notice)]) })),
  ].filter(({ has }) => has.length > 0);
  const seen = new Set(sources.flatMap(({ has }) => has));
  return got(sources, 'answer', `had ${listed([...seen])}`.replaceAll('[]', ''));
}

/** Requests that show that the program uses a status: a filter, or the end of polling. */
function usedStatus({ calls, used }: Facts): Sighting | undefined {
  const filters = calls.filter(
    ({ operation, params }) => operation === 'listFaxes' && (params['status'] ?? params['direction']) !== undefined,
  );
  const ends = calls.filter((call) => used.get(call)?.some(({ field }) => field === 'status'));
  return shown([...filters, ...ends], 'request', 'depended on a status or a direction');
}

/** Requests for a range whose ends are midnight in Central time. */
function askedDay({ calls }: Facts): Sighting | undefined {
  const asked = calls.filter(
    ({ operation, params }) =>
      operation === 'listFaxes' && ranges.some((name) => isCentralMidnight(readUnixTime(asText(params[name])))),
  );
  return shown(asked, 'request', 'asked for days of Central time');
}

const ranges = ['created_after', 'created_before', 'start', 'end'];

const isCentralMidnight = (time: number | undefined): boolean =>
  time !== undefined && startOfCentralDay(time + 1000) > time - 1;

function usedId({ used }: Facts): Sighting | undefined {
  const sources = [...used].filter(([, fields]) => fields.some(({ field }) => field === 'id' || field === 'faxId'));
  return shown(
    sources.map(([source]) => source),
    'answer',
    'had an id that later requests name',
  );
}
