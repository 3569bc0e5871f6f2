import { faceOf } from '../../http/faces/faces.ts';
import type { PhaxioVersion, OperationId } from '../../model/domain/operation.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { namesInPath } from '../../model/shared/urls.ts';
import { findEvidence } from '../../wire/evidence.ts';
import type { Proof } from '../../wire/evidence.ts';
import { onlyReads, unknownPath } from './ask.ts';
import { recordSources } from './value-source.ts';
import type { Ask, AskedCall, RequestParams, ServerResponse, VersionRoute } from './ask.ts';
import { dialects } from './dialects.ts';
import { valueAsJson } from './faults.ts';
import type { CaseSubject, Notes } from './report.ts';
import { judgeFile, judgeOrder, judgeRefusal, judgeSuccess, note } from './judge.ts';
import type { Case } from './judge.ts';
import { asText } from '../../model/shared/conversion.ts';

type CallValues = Pick<AskedCall, 'values' | 'params'>;

const documented = (source: string): Proof => ({ mark: 'documented', source });

/** How many faxes are tried until one has its file. */
const filesMax = 3;

/** Compares one version of a server with the evidence, by calls that only read. */
export class Verification {
  readonly #version: PhaxioVersion;
  readonly #ask: Ask;
  readonly #notes: Notes;
  /** The records that lists have shown, by operation. */
  readonly #listed = new Map<OperationId, readonly Mapping[]>();

  constructor(version: PhaxioVersion, ask: Ask, notes: Notes) {
    this.#version = version;
    this.#ask = ask;
    this.#notes = notes;
  }

  async run(): Promise<void> {
    const routes = faceOf(this.#version).routes.filter((route) => onlyReads(this.#version, route));
    for (const route of routes) if (recordSources[route.operation] === undefined) await this.#checkList(route);
    for (const route of routes) await this.#checkRecord(route);
    await this.#checkStrangers(routes);
  }

  /** A list, or a single record. */
  async #checkList(route: VersionRoute): Promise<void> {
    const plain = await this.#judge(route, {});
    const wide = isOfWeek(route.operation) ? dialects[this.#version].everSince : {};
    const body = Object.keys(wide).length === 0 ? plain : await this.#judge(route, { params: wide });
    if (body === undefined) return;
    const records = recordsIn(body);
    this.#listed.set(route.operation, records);
    judgeOrder(route.operation, records, this.#case(route.operation));
    if (Object.hasOwn(body, 'paging')) await this.#checkPage(route, wide, records);
    await this.#checkFilters(route, wide, records);
  }

  async #checkPage(route: VersionRoute, wide: RequestParams, records: readonly Mapping[]): Promise<void> {
    const { parameter: name, field: shownAs } = dialects[this.#version].pageSize;
    const page = records.length > 1 ? '2' : '1';
    const body = await this.#judge(route, { params: { ...wide, [name]: '1', page } });
    if (body === undefined) return;
    const on = this.#case(route.operation);
    const evidence = findEvidence(route.operation, this.#version)?.parameters[name] ?? documented('paging');
    const paging = isPlainObject(body['paging']) ? body['paging'] : {};
    const expectations = [
      ['paging.page', Number(page), paging['page']],
      [`paging.${shownAs}`, 1, paging[shownAs]],
    ] as const;
    for (const [field, expected, seen] of expectations)
      if (seen !== expected) note(on, { field, expected: String(expected), evidence, seen: valueAsJson(seen) });
    const count = recordsIn(body).length;
    const most = Math.min(records.length, 1);
    if (count !== most)
      note(on, { field: `data with ${name}=1`, expected: `${most} records`, evidence, seen: `${count} records` });
  }

  async #checkFilters(route: VersionRoute, wide: RequestParams, records: readonly Mapping[]): Promise<void> {
    const own = filters.filter(
      ({ operation, versions }) => operation === route.operation && versions.includes(this.#version),
    );
    for (const { params, fits } of own) {
      const [first] = records;
      const filter = first && params(first);
      if (first === undefined || filter === undefined) continue;
      const body = await this.#judge(route, { params: { ...wide, ...filter } });
      const wrong = body && recordsIn(body).find((record) => !fits(record, first));
      if (wrong === undefined) continue;
      const [[name, value] = ['', '']] = Object.entries(filter);
      const evidence =
        findEvidence(route.operation, this.#version)?.parameters[name.replace(/\[.*/, '')] ?? documented('filters');
      const field = `data with ${name}=${value}`;
      note(this.#case(route.operation), { field, expected: 'records that fit', evidence, seen: valueAsJson(wrong) });
    }
  }

  async #checkRecord(route: VersionRoute): Promise<void> {
    const origin = recordSources[route.operation];
    if (origin === undefined) return;
    const { operation } = route;
    const [first, ...others] = origin.values(this.#listed.get(origin.from) ?? []);
    if (first === undefined) this.#skip(operation, `${origin.from} shows nothing that could be asked for`);
    else if (operation === 'getFaxFile') await this.#checkFiles(route, [first, ...others].slice(0, filesMax));
    else await this.#judge(route, this.#found(route, first));
    if (/\.(?:json|png)$/.test(route.path)) return;
    const response = await this.#call(route, this.#found(route, origin.unknown));
    const text = dialects[this.#version].missingFaxText;
    judgeRefusal(response, 'not_found', { text, on: this.#case(operation) });
  }

  /** Checks the document of the first fax that has one, and its two thumbnails. */
  async #checkFiles(route: VersionRoute, ids: readonly string[]): Promise<void> {
    const on = this.#case(route.operation);
    for (const id of ids) {
      const response = await this.#call(route, this.#found(route, id));
      if (response.status === 404) continue;
      judgeFile(response, route, { type: 'application/pdf', on });
      const name = dialects[this.#version].pictureParameter;
      for (const size of ['s', 'l']) {
        const { values, params } = this.#found(route, id);
        const picture = await this.#call(route, { values, params: { ...params, [name]: size } });
        judgeFile(picture, route, { type: 'image/jpeg', on });
      }
      return;
    }
    this.#skip(route.operation, 'the faxes that were asked for have no file');
  }

  /** Checks missing and wrong credentials, and an unknown path. */
  async #checkStrangers(routes: readonly VersionRoute[]): Promise<void> {
    const version = this.#version;
    const route = routes.find(({ operation }) => operation === 'getAccountStatus');
    const on = this.#case('authentication');
    for (const credentials of ['wrong', 'none'] as const) {
      if (route === undefined) break;
      const response = await this.#ask({ version, operation: route.operation, path: route.path, credentials });
      judgeRefusal(response, 'unauthorized', { name: `with ${credentials} credentials`, on });
      const field = `with ${credentials} credentials: header www-authenticate`;
      const seen = response.headers.get('www-authenticate') ?? 'no such header';
      this.#notes.learn({ version, operation: 'authentication', field, seen });
    }
    const response = await this.#ask({ version, operation: 'unknownRoute', path: unknownPath, credentials: 'right' });
    judgeRefusal(response, 'unknown_route', { text: 'Not found', on: this.#case('unknownRoute') });
  }

  #found(route: VersionRoute, value: string): Required<CallValues> {
    const name = recordSources[route.operation]?.parameter ?? 'id';
    const inPath = namesInPath(route.path).includes(name);
    return { values: inPath ? { [name]: value } : {}, params: inPath ? {} : { [name]: value } };
  }

  /** Judges a success. Resolves to its body if that is JSON. */
  async #judge(route: VersionRoute, known: CallValues): Promise<Mapping | undefined> {
    const response = await this.#call(route, known);
    const on = this.#case(route.operation);
    if (route.shape.kind !== 'file') return judgeSuccess(response, route, on);
    judgeFile(response, route, { type: route.shape.types[0] ?? '', on });
    return undefined;
  }

  #call({ operation, path, isPublic }: VersionRoute, known: CallValues): Promise<ServerResponse> {
    const credentials = isPublic === true ? 'none' : 'right';
    return this.#ask({ version: this.#version, operation, path, credentials, ...known });
  }

  #case(operation: CaseSubject): Case {
    return { version: this.#version, operation, notes: this.#notes };
  }

  #skip(operation: OperationId, reason: string): void {
    this.#notes.skip({ version: this.#version, operation, reason });
  }
}

/** The records of an answer: a list, or a single record. */
function recordsIn({ data }: Mapping): readonly Mapping[] {
  const list: unknown[] = Array.isArray(data) ? data : [data];
  return list.filter(isPlainObject);
}

/** A list filter whose effect is visible in each record. */
interface ListFilter {
  readonly operation: OperationId;
  readonly versions: readonly PhaxioVersion[];
  /** The parameters, taken from the first record of the whole list; undefined if it has no such value. */
  readonly params: (first: Mapping) => RequestParams | undefined;
  readonly fits: (record: Mapping, first: Mapping) => boolean;
}

const later: readonly PhaxioVersion[] = ['v2', 'v2.1'];
const all: readonly PhaxioVersion[] = ['v1', ...later];

/** Whether an operation lists only a week by default. */
const isOfWeek = (operation: OperationId): boolean => operation === 'listFaxes' || operation === 'listPortOrders';

const filters: readonly ListFilter[] = [
  by('listFaxes', 'direction', later),
  by('listFaxes', 'status', all),
  {
    operation: 'listFaxes',
    versions: later,
    params: (first) => {
      const [number] = numbersOf(first);
      return number === undefined ? undefined : { phone_number: number };
    },
    fits: (fax, first) => numbersOf(fax).includes(numbersOf(first)[0] ?? ''),
  },
  {
    operation: 'listFaxes',
    versions: all,
    params: ({ tags }) => {
      const [tag] = Object.entries(groupOf(tags));
      return tag && { [`tag[${tag[0]}]`]: asText(tag[1]) };
    },
    fits: (fax, { tags }) => {
      const [[name, value] = ['', '']] = Object.entries(groupOf(tags));
      return groupOf(fax['tags'])[name] === value;
    },
  },
  {
    operation: 'listPhoneNumbers',
    versions: later,
    params: ({ phone_number: number }) => (asText(number).startsWith('+1') ? { country_code: '1' } : undefined),
    fits: ({ phone_number: number }) => asText(number).startsWith('+1'),
  },
  by('listPhoneNumbers', 'number', ['v1']),
  {
    operation: 'listAreaCodes',
    versions: later,
    params: () => ({ toll_free: 'true' }),
    fits: (code) => code['toll_free'] === true,
  },
];

const groupOf = (value: unknown): Mapping => (isPlainObject(value) ? value : {});

/** A filter by a field of the same name. */
function by(operation: OperationId, field: string, versions: readonly PhaxioVersion[]): ListFilter {
  return {
    operation,
    versions,
    params: (first) => (typeof first[field] === 'string' ? { [field]: first[field] } : undefined),
    fits: (record, first) => record[field] === first[field],
  };
}

function numbersOf({ recipients, from_number: from, to_number: to }: Mapping): string[] {
  const called = Array.isArray(recipients) ? recipients.filter(isPlainObject).map((one) => one['phone_number']) : [];
  return [...called, from, to].filter((number) => typeof number === 'string');
}
