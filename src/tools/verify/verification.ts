import type { ApiVersion, OperationId } from '../../model/domain/operation.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { namesInPath } from '../../model/shared/urls.ts';
import { findEvidence } from '../../wire/evidence.ts';
import type { Proof } from '../../wire/evidence.ts';
import { onlyReads, rowsOf, unknownPath, origins } from './ask.ts';
import type { Ask, ReadCall, ServerResponse, VersionRoute } from './ask.ts';
import { describeValue } from './faults.ts';
import type { CaseSubject, Notes } from './report.ts';
import { judgeFile, judgeRefusal, judgeSuccess, note } from './judge.ts';
import type { Case } from './judge.ts';

type CallValues = Pick<ReadCall, 'values' | 'params'>;
type RequestParams = NonNullable<ReadCall['params']>;

const documented = (source: string): Proof => ({ mark: 'documented', source });

/** How many faxes are tried until one has its file. */
const mostFiles = 3;

/** Compares one version of a server with the evidence, by calls that only read. */
export class Verification {
  readonly #version: ApiVersion;
  readonly #ask: Ask;
  readonly #notes: Notes;
  /** The records that lists have shown, by operation. */
  readonly #listed = new Map<OperationId, readonly Mapping[]>();

  constructor(version: ApiVersion, ask: Ask, notes: Notes) {
    this.#version = version;
    this.#ask = ask;
    this.#notes = notes;
  }

  async run(): Promise<void> {
    const rows = rowsOf(this.#version).filter((row) => onlyReads(this.#version, row));
    for (const row of rows) if (origins[row.operation] === undefined) await this.#checkList(row);
    for (const row of rows) await this.#checkRecord(row);
    await this.#checkStrangers(rows);
  }

  /** A list, or a single record. */
  async #checkList(row: VersionRoute): Promise<void> {
    const plain = await this.#judge(row, {});
    const wide = everSince(this.#version, row.operation);
    const body = Object.keys(wide).length === 0 ? plain : await this.#judge(row, { params: wide });
    if (body === undefined) return;
    const records = recordsIn(body);
    this.#listed.set(row.operation, records);
    this.#checkOrder(row, records);
    if (Object.hasOwn(body, 'paging')) await this.#checkPage(row, wide, records);
    await this.#checkFilters(row, wide, records);
  }

  async #checkPage(row: VersionRoute, wide: RequestParams, records: readonly Mapping[]): Promise<void> {
    const name = this.#version === 'v1' ? 'maxperpage' : 'per_page';
    const page = records.length > 1 ? '2' : '1';
    const body = await this.#judge(row, { params: { ...wide, [name]: '1', page } });
    if (body === undefined) return;
    const on = this.#case(row.operation);
    const evidence = findEvidence(row.operation, this.#version)?.parameters[name] ?? documented('paging');
    const paging = isPlainObject(body['paging']) ? body['paging'] : {};
    const shownAs = this.#version === 'v1' ? 'max_per_page' : 'per_page';
    const expectations = [
      ['paging.page', Number(page), paging['page']],
      [`paging.${shownAs}`, 1, paging[shownAs]],
    ] as const;
    for (const [field, expected, seen] of expectations)
      if (seen !== expected) note(on, { field, expected: String(expected), evidence, seen: describeValue(seen) });
    const count = recordsIn(body).length;
    const most = Math.min(records.length, 1);
    if (count !== most)
      note(on, { field: `data with ${name}=1`, expected: `${most} records`, evidence, seen: `${count} records` });
  }

  async #checkFilters(row: VersionRoute, wide: RequestParams, records: readonly Mapping[]): Promise<void> {
    const own = filters.filter(
      ({ operation, versions }) => operation === row.operation && versions.includes(this.#version),
    );
    for (const { params, fits } of own) {
      const [first] = records;
      const filter = first && params(first);
      if (first === undefined || filter === undefined) continue;
      const body = await this.#judge(row, { params: { ...wide, ...filter } });
      const wrong = body && recordsIn(body).find((record) => !fits(record, first));
      if (wrong === undefined) continue;
      const [[name, value] = ['', '']] = Object.entries(filter);
      const evidence =
        findEvidence(row.operation, this.#version)?.parameters[name.replace(/\[.*/, '')] ?? documented('filters');
      const field = `data with ${name}=${value}`;
      note(this.#case(row.operation), { field, expected: 'records that fit', evidence, seen: describeValue(wrong) });
    }
  }

  /** Faxes come newest first, but in v1 oldest first. */
  #checkOrder({ operation }: VersionRoute, records: readonly Mapping[]): void {
    if (operation !== 'listFaxes') return;
    const isOld = this.#version === 'v1';
    // Negated, the oldest is the highest.
    const times = records.map((fax) => (isOld ? -Number(fax['requested_at']) : Date.parse(String(fax['created_at']))));
    const wrong = times.findIndex((time, index) => time > (times[index - 1] ?? Infinity));
    if (wrong < 0) return;
    const evidence = documented(isOld ? 'v1 reference' : 'v2 reference');
    const expected = isOld ? 'oldest first' : 'newest first';
    note(this.#case(operation), { field: 'data', expected, evidence, seen: `record ${wrong + 1} stands elsewhere` });
  }

  async #checkRecord(row: VersionRoute): Promise<void> {
    const origin = origins[row.operation];
    if (origin === undefined) return;
    const { operation } = row;
    const [first, ...others] = origin.values(this.#listed.get(origin.from) ?? []);
    if (first === undefined) this.#skip(operation, `${origin.from} shows nothing that could be asked for`);
    else if (operation === 'getFaxFile') await this.#checkFiles(row, [first, ...others].slice(0, mostFiles));
    else await this.#judge(row, this.#found(row, first));
    if (/\.(?:json|png)$/.test(row.path)) return;
    const response = await this.#call(row, this.#found(row, origin.unknown));
    const text = this.#version === 'v1' ? 'Fax with this ID does not exist' : 'Not found';
    judgeRefusal(response, 'not_found', { text, on: this.#case(operation) });
  }

  /** The document of the first fax that has one, and its two thumbnails. */
  async #checkFiles(row: VersionRoute, ids: readonly string[]): Promise<void> {
    const on = this.#case(row.operation);
    for (const id of ids) {
      const response = await this.#call(row, this.#found(row, id));
      if (response.status === 404) continue;
      judgeFile(response, row, { type: 'application/pdf', on });
      const name = this.#version === 'v1' ? 'type' : 'thumbnail';
      for (const size of ['s', 'l']) {
        const { values, params } = this.#found(row, id);
        const picture = await this.#call(row, { values, params: { ...params, [name]: size } });
        judgeFile(picture, row, { type: 'image/jpeg', on });
      }
      return;
    }
    this.#skip(row.operation, 'the faxes that were asked for have no file');
  }

  /** Checks missing and wrong credentials, and an unknown path. */
  async #checkStrangers(rows: readonly VersionRoute[]): Promise<void> {
    const version = this.#version;
    const row = rows.find(({ operation }) => operation === 'getAccountStatus');
    const on = this.#case('authentication');
    for (const credentials of ['wrong', 'none'] as const) {
      if (row === undefined) break;
      const response = await this.#ask({ version, operation: row.operation, path: row.path, credentials });
      judgeRefusal(response, 'unauthorized', { name: `with ${credentials} credentials`, on });
      const field = `with ${credentials} credentials: header www-authenticate`;
      const seen = response.headers.get('www-authenticate') ?? 'no such header';
      this.#notes.learn({ version, operation: 'authentication', field, seen });
    }
    const response = await this.#ask({ version, operation: 'unknownRoute', path: unknownPath, credentials: 'right' });
    judgeRefusal(response, 'unknown_route', { text: 'Not found', on: this.#case('unknownRoute') });
  }

  #found(row: VersionRoute, value: string): Required<CallValues> {
    const name = origins[row.operation]?.parameter ?? 'id';
    const inPath = namesInPath(row.path).includes(name);
    return { values: inPath ? { [name]: value } : {}, params: inPath ? {} : { [name]: value } };
  }

  /** Judges a success. Resolves to its body where that is JSON. */
  async #judge(row: VersionRoute, known: CallValues): Promise<Mapping | undefined> {
    const response = await this.#call(row, known);
    const on = this.#case(row.operation);
    if (row.shape.kind !== 'file') return judgeSuccess(response, row, on);
    judgeFile(response, row, { type: row.shape.types[0] ?? '', on });
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

/** The records of an answer: those that it lists, or the one that it shows. */
function recordsIn({ data }: Mapping): readonly Mapping[] {
  const list: unknown[] = Array.isArray(data) ? data : [data];
  return list.filter(isPlainObject);
}

/** A list with filters whose effect is visible in each record. */
interface ListFilter {
  readonly operation: OperationId;
  readonly versions: readonly ApiVersion[];
  /** Made from the first record of the whole list; undefined where that record cannot be filtered by. */
  readonly params: (first: Mapping) => RequestParams | undefined;
  readonly fits: (record: Mapping, first: Mapping) => boolean;
}

const later: readonly ApiVersion[] = ['v2', 'v2.1'];
const all: readonly ApiVersion[] = ['v1', ...later];

/**
 * The parameters that make a list as long as it can be, where it is that of a week otherwise: far back enough for all that an
 * account has.
 */
function everSince(version: ApiVersion, operation: OperationId): RequestParams {
  if (operation !== 'listFaxes' && operation !== 'listPortOrders') return {};
  return version === 'v1' ? { start: '1262304000' } : { created_after: '2010-01-01T00:00:00Z' };
}

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
      return tag && { [`tag[${tag[0]}]`]: String(tag[1]) };
    },
    fits: (fax, { tags }) => {
      const [[name, value] = ['', '']] = Object.entries(groupOf(tags));
      return groupOf(fax['tags'])[name] === value;
    },
  },
  {
    operation: 'listPhoneNumbers',
    versions: later,
    params: ({ phone_number: number }) => (String(number).startsWith('+1') ? { country_code: '1' } : undefined),
    fits: ({ phone_number: number }) => String(number).startsWith('+1'),
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
function by(operation: OperationId, field: string, versions: readonly ApiVersion[]): ListFilter {
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
