import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import { faxTable } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { paces } from '../../model/domain/pace.ts';
import type { PaceName } from '../../model/domain/pace.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { namesWith } from '../../model/fields/record-table.ts';
import { omitNull, omitUndefined, pick } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import { faxFromSpec } from '../../service/operations/fax-spec.ts';
import type { FaxSpec } from '../../service/operations/fax-spec.ts';
import { readDocument } from '../../service/operations/stored-documents.ts';
import type { DocumentPlaces } from '../../service/operations/stored-documents.ts';
import type { Contents } from '../../store/memory/contents.ts';
import type { StoreSnapshot } from '../../store/memory/snapshot.ts';
import { Store } from '../../store/memory/store.ts';
import { recordBody } from '../record-form.ts';
import {
  accountOf,
  ataFields,
  blockingRuleFields,
  coverPageFields,
  emailFields,
  numberFields,
  phaxCodeFields,
  portOrderFields,
  serviceFields,
} from './entry-fields.ts';
import type { FixtureFileContext } from './entry-fields.ts';
import { isServiceId } from './make-world.ts';
import { relativeTimes } from './relative-times.ts';

export interface WriteContext extends DocumentPlaces {
  readonly seed: number;
  /** The time of the world's clock, in ms; the times of the file are relative to it. */
  readonly now: number;
  readonly pace: PaceName;
}

export interface WrittenFixture {
  /** YAML. */
  readonly text: string;
  /** Phrases for the parts of the world that a fixture cannot contain. */
  readonly leftOut: readonly string[];
}

/** Writes the records of a world as a fixture file, from which the same records can be made again. */
export async function writeFixture(snapshot: StoreSnapshot, options: WriteContext): Promise<WrittenFixture> {
  const now = Math.floor(options.now);
  const store = new Store(snapshot);
  const contents = snapshot.contents();
  const context: FixtureFileContext = {
    store,
    seed: options.seed,
    clock: { now: () => now },
    paces: paces[options.pace],
  };
  const { faxes, deliveries, releasedNumbers } = contents;
  // The faxes are compared with those of a world in which the number belongs to no service.
  for (const owned of contents.phoneNumbers)
    if (owned.serviceId !== null && !isServiceId(store, owned.serviceId))
      store.phoneNumbers.put({ ...owned, serviceId: null });
  const entries = await Promise.all(faxes.map((fax) => faxEntryOf(context, fax, options)));
  const { lists, lost } = listsOf(context, contents);
  const { numbers, ...others } = lists;
  const fixture = {
    account: changes(contents.account, accountOf(), ['balance_cents']),
    numbers,
    faxes: entries.map(({ entry }) => entry),
    ...others,
  };
  const uploads = faxes.filter(({ sources }) => sources.length > 0);
  const incomplete = entries.filter(({ isIncomplete }) => isIncomplete);
  const leftOut = [
    ...phraseOf(deliveries, 'webhook delivery', 'webhook deliveries'),
    ...phraseOf(releasedNumbers, 'released number'),
    ...phraseOf(uploads, 'upload of an unconverted fax', 'uploads of unconverted faxes'),
    ...phraseOf(incomplete, 'document that is missing', 'documents that are missing'),
    ...phraseOf(lost, 'reference to a missing service or cover page', 'references to missing services or cover pages'),
  ];
  return { text: textOf(fixture, now, leftOut), leftOut };
}

/** The records of an account except faxes, as lists of entries. References to missing records are left out, and returned. */
function listsOf(context: FixtureFileContext, contents: Contents) {
  const lost: number[] = [];
  const known = (id: number | null, isKnown: (id: number) => boolean): number | null => {
    if (id === null || isKnown(id)) return id;
    lost.push(id);
    return null;
  };
  const service = (id: number | null): number | null => known(id, (one) => isServiceId(context.store, one));
  const coverPage = (id: number | null): number | null =>
    known(id, (one) => context.store.coverPages.get(one) !== undefined);
  const { phoneNumbers, atas, portOrders, blockingRules, phaxCodes, services, coverPages, faxMails } = contents;
  const ataNames = new Map(atas.flatMap(({ number, name }) => (number === null ? [] : [[number, name] as const])));
  const lists = {
    numbers: phoneNumbers.map((owned) =>
      changes(
        { ...owned, serviceId: service(owned.serviceId) },
        numberFields(context, { number: owned.number }, ataNames),
        ['number'],
      ),
    ),
    blocking_rules: blockingRules.map((rule) =>
      changes(rule, blockingRuleFields(context, { direction: rule.direction, to: '', from: '' }), ['id', 'direction']),
    ),
    atas: atas.map((ata) =>
      changes(ata, ataFields(context, { name: ata.name }), ['id', 'name', 'username', 'password']),
    ),
    port_orders: portOrders.map((order) => {
      const { createdAt: created_at, status, nameOnAccount: name_on_account } = order;
      const usual = portOrderFields(context, { numbers: [], created_at, status, name_on_account });
      return changes(order, usual, ['id', 'status', 'created_at', 'name_on_account', 'contact_number', 'numbers']);
    }),
    phax_codes: phaxCodes.map((code) => changes(code, phaxCodeFields(context, {}), ['identifier', 'created_at'])),
    services: services.map((one) => {
      const { id, createdAt: created_at } = one;
      const { createdAt } = serviceFields(context, { id });
      const usual = { ...serviceFields(context, { id, created_at }), createdAt };
      // The first service is the default one, unless another service is marked as the default.
      return changes({ ...one, coverPage: coverPage(one.coverPage) }, usual, ['id', 'is_default']);
    }),
    cover_pages: coverPages
      .filter(({ serviceId }) => service(serviceId) !== null)
      .map((page) => {
        const { id, name, content, createdAt: created_at } = page;
        return changes(page, coverPageFields(context, { id, name, content, created_at }), [
          'id',
          'name',
          'content',
          'created_at',
        ]);
      }),
    emails: faxMails
      .filter(({ serviceId }) => service(serviceId) !== null)
      .map((mail) => {
        const { id, email, createdAt: created_at } = mail;
        return changes(mail, emailFields(context, { id, email, created_at }), ['id', 'email', 'created_at', 'numbers']);
      }),
  };
  return { lists, lost };
}

/** The fields that differ from the usual ones, and those in `always`, in the form of the control API. */
function changes(record: object, usual: object, always: readonly string[]): Mapping {
  const plain = recordBody(usual);
  const own = Object.entries(recordBody(record));
  return Object.fromEntries(
    own.filter(([name, value]) => always.includes(name) || !isDeepStrictEqual(value, plain[name])),
  );
}

/** A count with its noun as a list: `2 faxes`; empty for an empty list. */
const phraseOf = (items: readonly unknown[], ...nouns: [one: string, several?: string]): string[] =>
  items.length === 0 ? [] : [pluralize(items.length, ...nouns)];

function textOf(fixture: Readonly<Record<string, unknown>>, now: number, leftOut: readonly string[]): string {
  const filled = Object.entries(fixture).filter(([, part]) => !Array.isArray(part) || part.length > 0);
  const head = [
    `# A faxsim fixture, written at ${new Date(now).toISOString()} of the world's clock: faxsim --fixture FILE`,
    ...leftOut.map((phrase) => `# Left out: ${phrase}`),
  ];
  return `${head.join('\n')}\n${stringify(relativeTimes(Object.fromEntries(filled), now), { lineWidth: 0 })}`;
}

/**
 * A fax as an entry of a fixture, from which the same fax can be made. Fields that do not follow from others are in `record`.
 * `isIncomplete` if its document is missing.
 */
async function faxEntryOf(context: FixtureFileContext, fax: Fax, places: DocumentPlaces) {
  const bytes = fax.document === null ? undefined : await readDocument(places, fax.document);
  const { direction, createdAt } = fax;
  const isIncomplete = fax.document !== null && bytes === undefined;
  const kept: Fax = { ...fax, sources: [], document: isIncomplete ? null : fax.document };
  const whole = specOf(kept);
  // An inconsistent fax is written as a raw `record`.
  const spec = madeFrom(context, kept, whole) === undefined ? { direction, createdAt } : whole;
  const entry = {
    id: kept.id,
    ...shownSpec(spec),
    ...(bytes && { document: { base64: Buffer.from(bytes).toString('base64') } }),
  };
  const record = differences(kept, madeFrom(context, kept, spec));
  return { entry: Object.keys(record).length === 0 ? entry : { ...entry, record }, isIncomplete };
}

const writtenFields = namesWith(faxTable, 'isWritten');

/** The fields that people read and change. */
function specOf(fax: Fax): FaxSpec {
  const { direction, status, createdAt, file } = fax;
  const written = writtenFields.filter((name) => !isDeepStrictEqual(fax[name], faxTable[name].usual));
  const to = fax.toNumber === null ? fax.recipients.map(({ number }) => number) : [fax.toNumber];
  const isFailed = status === 'failure' || status === 'partialsuccess';
  return omitUndefined<FaxSpec>({
    direction,
    status,
    createdAt,
    error: isFailed ? fax.error?.id : undefined,
    completedAt: orUndefined(fax.completedAt),
    from: orUndefined(fax.callerId) ?? orUndefined(fax.fromNumber),
    to: unless(to.length === 0, to),
    pages: unless(fax.documentPages === 0, fax.documentPages),
    file: unless(file === 'stored', file),
    ...omitNull(pick(fax, written)),
  });
}

const orUndefined = <T>(value: T | null): T | undefined => value ?? undefined;
const unless = <T>(isUsual: boolean, value: T): T | undefined => (isUsual ? undefined : value);

/** The entry in the words of the schema. */
function shownSpec({ file, ...spec }: FaxSpec): Record<string, unknown> {
  return { ...recordBody(spec), ...(file !== undefined && { file_state: file }) };
}

/** The fax that an entry makes; undefined if an entry needs `record` for it. */
function madeFrom(context: FixtureFileContext, fax: Fax, spec: FaxSpec): Fax | undefined {
  try {
    return faxFromSpec(context, fax.id, spec, { sources: [], document: fax.document });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The fields that must be in `record`. The next step is always among them, because it depends on the pace of the world. */
function differences(fax: Fax, generated: Fax | undefined): Record<string, unknown> {
  const usual = generated === undefined ? {} : recordBody(generated);
  const own = Object.entries(recordBody(fax)).filter(([name]) => name !== 'id' && name !== 'sources');
  return Object.fromEntries(
    own.filter(([name, value]) => (name === 'due' && value !== null) || !isDeepStrictEqual(value, usual[name])),
  );
}
