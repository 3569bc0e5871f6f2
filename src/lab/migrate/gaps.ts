import { pluralize } from '../../model/shared/words.ts';
import { isOfAccount, textsOf } from './calls.ts';
import type { OldCall, Notice } from './calls.ts';
import { listedNames } from './names.ts';
import { operations } from './operations.ts';
import { pages } from './pages.ts';
import type { DocPage } from './pages.ts';
import { credentials, parameters } from './parameters.ts';

/** A used part of v2.1 that has no counterpart in v3. */
export interface Gap {
  /** `resendFax`, `cancel_timeout of sendFax`, `test keys`. */
  readonly what: string;
  /** `2 times: request 3, request 4`. */
  readonly because: string;
  /** A substitute for the missing part. */
  readonly instead: string;
  readonly page: DocPage;
}

/** The used parts that have no counterpart in v3, each with a substitute. */
export const gapsIn = (calls: readonly OldCall[], notices: readonly Notice[]): Gap[] => [
  ...usedOperations(calls).flatMap(({ operation, alike }): Gap[] => {
    const { to, todo, page } = operations[operation];
    return to === null
      ? [{ what: operation, because: timesOf(alike), instead: todo, page }]
      : goneParameters(operation, alike);
  }),
  ...otherGaps.flatMap(({ what, instead, page, find }): Gap[] => {
    const found = find(calls, notices);
    return found.length === 0 ? [] : [{ what, because: timesOf(found), instead, page }];
  }),
];

function usedOperations(calls: readonly OldCall[]) {
  const names = [...new Set(calls.map(({ operation }) => operation))];
  return names.map((operation) => ({ operation, alike: calls.filter((call) => call.operation === operation) }));
}

function goneParameters(operation: OldCall['operation'], alike: readonly OldCall[]): Gap[] {
  return Object.entries(parameters[operation] ?? {}).flatMap(([name, row]): Gap[] => {
    const users = alike.filter(({ params }) => isGiven(params[name]));
    if (row.to !== null || users.length === 0) return [];
    return [
      { what: `${name} of ${operation}`, because: timesOf(users), instead: row.todo, page: operations[operation].page },
    ];
  });
}

/** Whether a parameter is really used: some clients send every parameter, with zero or an empty text. */
const isGiven = (value: unknown): boolean => textsOf(value).some((text) => !['', '0', 'false'].includes(text));

function timesOf(items: readonly { readonly name: string }[]): string {
  return `${pluralize(new Set(items.map(({ name }) => name)).size, 'time')}: ${listedNames(items)}`;
}

interface OtherGap extends Pick<Gap, 'what' | 'instead' | 'page'> {
  readonly find: (calls: readonly OldCall[], notices: readonly Notice[]) => readonly { readonly name: string }[];
}

/** Missing parts other than operations and parameters. */
const otherGaps: readonly OtherGap[] = [
  {
    what: 'test keys',
    instead:
      'A project has one kind of key: run tests against a simulator, or send to +19898989898, which costs nothing',
    page: pages.authentication,
    find: (calls) => calls.filter(({ request }) => request.key === 'test'),
  },
  {
    what: 'credentials as parameters',
    instead:
      'api_key and api_secret become the key id and the key secret of the project, in the header Authorization: as Basic, or for a token that is sent as Bearer',
    page: pages.authentication,
    find: (calls) => calls.filter(({ params }) => Object.keys(params).some((name) => credentials.has(name))),
  },
  {
    what: 'signatures of webhooks',
    instead:
      'Put a user name and a password into the URL of the webhook, allow the addresses of the service alone, and ask for the fax by its id',
    page: pages.notifications,
    find: (_calls, notices) => notices.filter(({ attempt }) => attempt.signature !== null),
  },
  {
    what: 'callback URLs of the account',
    instead: 'Give callbackUrl with each send; received faxes go to the incomingWebhookUrl of the service',
    page: pages.notifications,
    find: (_calls, notices) => notices.filter(isOfAccount),
  },
  {
    what: 'the event retry_scheduled',
    instead: 'Ask for the fax: retryCount rises while its status is IN_PROGRESS',
    page: pages.notifications,
    find: (_calls, notices) => notices.filter(({ webhook: { event } }) => event === 'retry_scheduled'),
  },
  {
    what: 'the event transmitting_page',
    instead: 'inProgressNotifications asks for a webhook for each page, whose form is nowhere described: do without it',
    page: pages.notifications,
    find: (_calls, notices) => notices.filter(({ webhook: { event } }) => event === 'transmitting_page'),
  },
  {
    what: 'data of PhaxCodes',
    instead: 'Keep the data of a code yourself, by the value of its barcode',
    page: pages.notifications,
    find: (_calls, notices) => notices.filter(({ fields }) => 'metadata' in fields),
  },
];
