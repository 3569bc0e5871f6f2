import { pluralize } from '../../model/shared/words.ts';
import type { Gap } from './gaps.ts';
import type { IgnoredParameter } from './ignored.ts';
import type { OperationRow } from './operations.ts';
import { pages } from './pages.ts';
import type { DocPage } from './pages.ts';
import type { Trap } from './traps.ts';

/** A piece of work for the board of a team. */
export interface BoardTask {
  /** `sendFax, 4 requests: by POST /faxes`. */
  readonly title: string;
  readonly todo: string;
  readonly page: DocPage;
  /** Whether another part of the report already says what to do. */
  readonly isTold: boolean;
}

interface Findings {
  readonly calls: readonly (OperationRow & { readonly operation: string; readonly count: number })[];
  readonly hasWebhooks: boolean;
  readonly traps: readonly Pick<Trap, 'title' | 'todo' | 'page'>[];
  readonly gaps: readonly Gap[];
  readonly ignored: readonly Pick<IgnoredParameter, 'what' | 'message' | 'meant'>[];
}

/** The tasks of every program, before all others. */
const groundwork: readonly BoardTask[] = [
  {
    title: 'Account and configuration',
    todo: 'Open a project and let the service move your numbers. Put the project id, the key id and the key secret into the configuration; every path begins with /v3/projects/{projectId}',
    page: pages.migration,
    isTold: false,
  },
  {
    title: 'Authentication',
    todo: 'Use OAuth2: a token from /oauth2/token lasts an hour, so keep it. Basic authentication is for tests, with a low limit of requests',
    page: pages.authentication,
    isTold: false,
  },
  {
    title: 'Requests and answers',
    todo: 'Send JSON or multipart/form-data, never a plain form. Read bare objects in camelCase, accept 200, 201 and 204, and expect missing fields in place of null',
    page: pages.errors,
    isTold: false,
  },
];

const webhookTask: BoardTask = {
  title: 'Webhooks',
  todo: 'Branch on event, read the fax with the fields of v3, count an event by fax.id and event, and answer 200 also for an unknown fax',
  page: pages.notifications,
  isTold: false,
};

/** The work that the findings cause, in the order in which a team does it. */
export function tasksOf({ calls, hasWebhooks, traps, gaps, ignored }: Findings): BoardTask[] {
  if (calls.length === 0 && !hasWebhooks) return [];
  const moved = calls.flatMap(({ operation, count, to, todo, page }): BoardTask[] =>
    to === null
      ? []
      : [
          {
            title: `${operation}, ${pluralize(count, 'request')}: by ${to}`,
            todo: todo || 'Only the path and the id are others',
            page,
            isTold: true,
          },
        ],
  );
  return [
    ...groundwork,
    ...moved,
    ...(hasWebhooks ? [webhookTask] : []),
    ...traps.map(({ title, todo, page }, at) => ({ title: `trap ${at + 1}, ${title}`, todo, page, isTold: true })),
    ...gaps.map(({ what, instead, page }) => ({ title: `no counterpart: ${what}`, todo: instead, page, isTold: true })),
    ...ignored.map(({ what, message, meant }) => ({
      title: `decide: ${decisionOn(what, meant)}`,
      todo: message,
      page: calls.find(({ operation }) => what.endsWith(` of ${operation}`))?.page ?? pages.migration,
      isTold: true,
    })),
  ];
}

/** A misspelt parameter has no effect today, and yet the program may need what it meant. */
function decisionOn(what: string, meant: IgnoredParameter['meant']): string {
  if (typeof meant?.to !== 'string') return `drop ${what}`;
  return `did ${what} mean ${meant.name}? Then ${meant.to}, otherwise drop it`;
}
