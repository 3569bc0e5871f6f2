import type { ReportMaking } from '../report/form.ts';
import type { RequestRecord } from '../../control/client/named-types.ts';
import { groupBy } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import { callsIn, isSuccess, isTaken, noticesIn } from './calls.ts';
import type { OldCall, Notice } from './calls.ts';
import type { WorldEvidence } from './evidence.ts';
import { fieldTable } from './field-table.ts';
import type { FieldRow } from './field-table.ts';
import { gapsIn } from './gaps.ts';
import type { Gap } from './gaps.ts';
import { ignoredIn, ignoredInLater } from './ignored.ts';
import type { IgnoredParameter } from './ignored.ts';
import { mistakesIn } from './mistakes.ts';
import type { Mistake } from './mistakes.ts';
import { urlWithoutUser, neededRequests } from './needed.ts';
import type { NeededRequest } from './needed.ts';
import { operations } from './operations.ts';
import type { OperationChange, PhaxioOperation } from './operations.ts';
import type { DocPage } from './pages.ts';
import { credentials, parameters } from './parameters.ts';
import { isRefusedLater, refusedRequestsIn } from './refused-requests.ts';
import type { RefusedRequests } from './refused-requests.ts';
import { refusedIn } from './refused-webhooks.ts';
import type { RefusedWebhooks } from './refused-webhooks.ts';
import { tasksOf } from './tasks.ts';
import type { BoardTask } from './tasks.ts';
import { traps } from './traps.ts';
import type { Facts, Trap } from './traps.ts';
import { usedFields } from './used-fields.ts';
import { asText } from '../../model/shared/conversion.ts';

/** A parameter that was sent, with its place in v3. */
export interface Part {
  readonly name: string;
  /** Name of the part in v3: `callbackUrl`; null if there is none. */
  readonly to: string | null;
  readonly change: OperationChange;
  readonly todo: string;
  /** The number of requests with the parameter: `2 of 3`. */
  readonly because: string;
}

/** All calls of one operation. */
export interface CallReport {
  readonly operation: PhaxioOperation;
  readonly count: number;
  /** The number of calls that the service refused. */
  readonly refused: number;
  /** The refused calls with their reasons: `request 3: 422, to is missing`. Earlier reports do not have them. */
  readonly refusals?: readonly string[];
  readonly versions: readonly string[];
  readonly change: OperationChange;
  /** The operation of v3: `POST /faxes`; null if there is none. */
  readonly to: string | null;
  readonly todo: string;
  readonly page: DocPage;
  /** The call with the most parameters. */
  readonly sent: {
    readonly name: string;
    readonly method: string;
    readonly path: string;
    readonly params: Mapping;
  };
  /** The v3 requests that replace it, in order; empty if v3 has no counterpart. */
  readonly needed: readonly NeededRequest[];
  readonly parameters: readonly Part[];
}

/** The webhooks that came to the program. */
interface WebhookReport {
  readonly count: number;
  readonly taken: number;
  /** The reason of the latest failure if none was taken, else null. Earlier reports do not have it. */
  readonly failure?: string | null;
  /** URLs without user names and passwords. */
  readonly urls: readonly string[];
}

/** The end of the program whose requests the report is about. */
interface ProgramEnd {
  readonly exit_code: number;
  /** The signal that ended the program, or that asked it to end; null without one. */
  readonly signal: string | null;
}

interface TrapReport extends Omit<Trap, 'find'> {
  readonly because: string;
  /** `shown` if the requests prove it, `possible` if the program only got a value that the trap is about. */
  readonly certainty: 'shown' | 'possible';
}

/** The report for a program that moves to v3. The type is independent of other code, so that the file format stays stable. */
export interface MigrationReport {
  readonly format: 'faxsim migrate';
  readonly version: 1;
  /** Only in the report of a command. */
  readonly made?: ReportMaking;
  /** Null if the report is about a running simulator, or about a file. */
  readonly program: ProgramEnd | null;
  /** Requests of v1, v2 and v2.1. */
  readonly requests: number;
  /** Requests of v3, which need no more work. */
  readonly already: number;
  /** The number of requests of v3 that the service refused. */
  readonly already_refused: number;
  /** These requests with their reasons. Earlier reports do not have them. */
  readonly refused_requests?: readonly RefusedRequests[];
  /** Requests with an unknown path, or with a method that the path does not have. */
  readonly unanswered: number;
  /** Requests that the console sent. The other numbers do not include them. */
  readonly of_console: number;
  /** Webhooks that the console or control calls caused, which no other number contains. */
  readonly webhooks_of_controls: number;
  readonly calls: readonly CallReport[];
  /** The fields that answers and webhooks had. */
  readonly fields: readonly FieldRow[];
  readonly webhooks: WebhookReport | null;
  /** The webhooks that the program refused at each attempt. */
  readonly refused_webhooks: readonly RefusedWebhooks[];
  /** The shown ones, then the possible ones; of each, the most harmful first. */
  readonly traps: readonly TrapReport[];
  readonly gaps: readonly Gap[];
  /** The parameters of older versions that the service ignores; earlier reports do not have them. */
  readonly ignored?: readonly IgnoredParameter[];
  /** The mistakes in requests of v3. */
  readonly mistakes: readonly Mistake[];
  readonly tasks: readonly BoardTask[];
  /** The parts that the report could not see, in words. */
  readonly left_out: readonly string[];
}

interface ReportMore {
  /** The parts that the evidence lacks, in words. */
  readonly leftOut?: readonly string[];
  readonly program?: ProgramEnd;
}

export function reportOf(
  worlds: readonly WorldEvidence[],
  { leftOut = [], program }: ReportMore = {},
): MigrationReport {
  const requests = worlds.flatMap((world) => world.requests);
  const unanswered = requests.filter(({ operation }) => operation === null);
  const calls = worlds.flatMap(callsIn);
  const moving = new Set(calls.map(({ request }) => request));
  const later = requests.filter((request) => request.operation !== null && !moving.has(request));
  const notices = worlds.flatMap(noticesIn);
  const used = usedFields(calls, notices);
  const facts: Facts = { calls, notices, used };
  const groups = [...groupBy(calls, ({ operation }) => operation).values()];
  const callReports = groups.map(callReport);
  const trapReports = traps.flatMap((trap) => trapReport(trap, facts)).toSorted(shownFirst);
  const gaps = gapsIn(calls, notices);
  const webhooks = webhookReport(notices);
  const ignored = [...ignoredIn(calls), ...ignoredInLater(worlds)];
  return {
    format: 'faxsim migrate',
    version: 1,
    program: program ?? null,
    requests: calls.length,
    already: later.length,
    already_refused: later.filter(isRefusedLater).length,
    refused_requests: refusedRequestsIn(worlds),
    unanswered: unanswered.length,
    of_console: worlds.reduce((sum, { ofConsole }) => sum + ofConsole, 0),
    webhooks_of_controls: worlds.reduce((sum, { webhooksOfControls }) => sum + webhooksOfControls, 0),
    calls: callReports,
    fields: fieldTable(calls, notices, used),
    webhooks,
    refused_webhooks: refusedIn(worlds),
    traps: trapReports,
    gaps,
    ignored,
    mistakes: mistakesIn(worlds),
    tasks: tasksOf({ calls: callReports, hasWebhooks: webhooks !== null, traps: trapReports, gaps, ignored }),
    left_out: [...worlds.flatMap(droppedIn), ...unansweredText(unanswered), ...untakenText(webhooks), ...leftOut],
  };
}

/** Whether a report has anything to tell about a program. */
export const hasTraffic = ({ requests, already, unanswered, webhooks }: MigrationReport): boolean =>
  requests + already + unanswered > 0 || webhooks !== null;

const droppedIn = ({ dropped, name }: WorldEvidence): string[] =>
  dropped === 0
    ? []
    : [
        `${pluralize(dropped, 'request')}${name === null ? '' : ` of ${name}`} that the journal has dropped; --journal gives it more space`,
      ];

const shownMax = 3;

/** `4 requests that no version answers: GET /nothing, GET /v2.1/nothing, POST /v2.1/faxes/1 and 1 more`. */
function unansweredText(unanswered: readonly RequestRecord[]): string[] {
  if (unanswered.length === 0) return [];
  const lines = [...new Set(unanswered.map(({ method, path }) => `${method} ${path}`))];
  const more = lines.length > shownMax ? ` and ${lines.length - shownMax} more` : '';
  return [`${unansweredCount(unanswered.length)}: ${lines.slice(0, shownMax).join(', ')}${more}`];
}

export const unansweredCount = (count: number): string => `${pluralize(count, 'request')} that no version answers`;

function callReport(alike: readonly [OldCall, ...OldCall[]]): CallReport {
  const richest = alike.toSorted((one, other) => weightOf(other) - weightOf(one))[0] ?? alike[0];
  const { operation } = richest;
  const refused = alike.filter((call) => !isSuccess(call));
  const { change, to, todo, page } = operations[operation];
  return {
    operation,
    count: alike.length,
    refused: refused.length,
    refusals: refused.map(refusalText),
    versions: [...new Set(alike.map(({ request }) => String(request.version)))],
    change,
    to,
    todo,
    page,
    sent: sentPart(richest),
    needed: neededRequests(richest),
    parameters: parameterParts(operation, alike),
  };
}

const refusalText = ({ name, request: { answer } }: OldCall): string =>
  `${name}: ${[answer.status ?? answer.broken ?? 'no answer', answer.message].filter((part) => part !== null).join(', ')}`;

/** Ranks calls as examples: accepted calls before refused ones, then by the number of parameters. */
const weightOf = (call: OldCall): number => Object.keys(call.params).length + (isSuccess(call) ? 100 : 0);

/** The call as an example, without the parameters that are in its path. */
function sentPart({ name, request: { method, path }, params }: OldCall): CallReport['sent'] {
  const inPath = path.split('/');
  const shown = Object.fromEntries(
    Object.entries(params).filter(
      ([key, value]) => !credentials.has(key) && !(key === 'id' && inPath.includes(asText(value))),
    ),
  );
  return { name, method, path, params: shown };
}

function parameterParts(operation: PhaxioOperation, alike: readonly OldCall[]): Part[] {
  return Object.entries(parameters[operation] ?? {}).flatMap(([name, { to, change, todo }]): Part[] => {
    const count = alike.filter(({ params }) => params[name] !== undefined).length;
    return count === 0 ? [] : [{ name, to, change, todo, because: `${count} of ${alike.length}` }];
  });
}

const untakenText = (webhooks: WebhookReport | null): string[] =>
  webhooks?.taken === 0 ? ['traps that only a webhook shows: no webhook was taken'] : [];

function webhookReport(notices: readonly Notice[]): WebhookReport | null {
  if (notices.length === 0) return null;
  const ids = (some: readonly Notice[]): number => new Set(some.map(({ name }) => name)).size;
  const taken = ids(notices.filter(isTaken));
  return {
    count: ids(notices),
    taken,
    failure: taken > 0 ? null : (notices.at(-1)?.attempt.failure ?? null),
    urls: [...new Set(notices.map(({ webhook: { url } }) => urlWithoutUser(url ?? '')))],
  };
}

const shownFirst = (one: TrapReport, other: TrapReport): number =>
  Number(one.certainty === 'possible') - Number(other.certainty === 'possible');

function trapReport({ find, ...trap }: Trap, facts: Facts): TrapReport[] {
  const found = find(facts);
  if (found === undefined) return [];
  return [{ ...trap, because: found.because, certainty: found.isShown ? 'shown' : 'possible' }];
}
