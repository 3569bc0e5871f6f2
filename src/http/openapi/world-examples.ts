import { isOpenStatus } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { apiVersions, identifiedRecord } from '../../model/domain/operation.ts';
import type { ApiVersion, IdentifiedKind } from '../../model/domain/operation.ts';
import { projectIdOf } from '../../model/domain/project.ts';
import { coverPageId, serviceId, transmissionId } from '../../model/domain/ulid.ts';
import { listServices, serviceOf } from '../../service/operations/services.ts';
import type { QueryResult } from '../../store/memory/query-result.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import type { World } from '../../worlds/world.ts';

/** Example values of parameters, by name. */
type Values = Readonly<Record<string, string | number>>;

/** Finds the parameters of an operation for a record of the world; empty if the world lacks such a record. */
type FindValues = (operation: string) => Values;

interface Parameter extends JsonSchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

interface Operation extends JsonSchema {
  readonly parameters?: readonly Parameter[];
  readonly 'x-faxsim-operations'?: readonly string[];
}

/** A copy of a document with these values as examples. The general examples may name records that the world lacks. */
export function withExamples(document: JsonSchema, valuesFor: FindValues): JsonSchema {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const withValues = (operation: Operation): Operation => {
    const { parameters, 'x-faxsim-operations': [id] = [] } = operation;
    if (parameters === undefined || id === undefined) return operation;
    const values = valuesFor(id);
    return { ...operation, parameters: parameters.map((parameter) => withExample(parameter, values)) };
  };
  return { ...document, paths: mapped(paths, (item) => mapped(item, withValues)) };
}

function withExample(parameter: Parameter, { [parameter.name]: example }: Values): Parameter {
  if (example === undefined) return parameter;
  return { ...parameter, example, schema: { ...parameter.schema, examples: [example] } };
}

const mapped = <T>(values: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** Finds example values in the current records of a world. Documents without a version get none. */
export function valuesIn(world: World, document: string): FindValues {
  const version = apiVersions.find((known) => known === document);
  if (version === undefined) return () => ({});
  const projectId = projectIdOf(world);
  return (operation) => {
    const kind = identifiedRecord(operation);
    return { projectId, ...(kind && finders[kind](world, { operation, version })) };
  };
}

interface Asked {
  readonly operation: string;
  readonly version: ApiVersion;
}

const ownId = (_seed: number, { id }: Fax): number => id;

/** The ids of a fax by version. */
const faxIds: Readonly<Record<ApiVersion, (seed: number, fax: Fax) => number | string>> = {
  v1: ownId,
  v2: ownId,
  'v2.1': ownId,
  v3: (seed, fax) => transmissionId(seed, { fax, index: 0 }),
};

/** Finders of example records. They look only at the newest records, so a large world costs no more. */
const finders: Readonly<Record<IdentifiedKind, (world: World, asked: Asked) => Values | undefined>> = {
  fax: (world, { operation, version }) => {
    const fax = suitableFax(world, operation);
    return fax && { id: faxIds[version](world.seed, fax) };
  },
  number: ({ store: { atas, phoneNumbers } }) => {
    const attached = latest(atas).find(({ number }) => phoneNumbers.get(number ?? '') !== undefined);
    const number = attached?.number ?? newest(phoneNumbers)?.number;
    const ata = attached ?? newest(atas);
    return { ...(number !== undefined && { number }), ...(ata && { id: ata.id }) };
  },
  rule: ({ store }) => idOf(newest(store.blockingRules)),
  order: ({ store }, { operation }) => {
    const order = newest(store.portOrders);
    return idOf(operation === 'getPortOrder' ? order : order?.numbers[0]);
  },
  ata: ({ store }) => idOf(newest(store.atas)),
  phaxCode: ({ store }) => {
    const code = newest(store.phaxCodes);
    return code && { identifier: code.identifier };
  },
  service: (world) => {
    const service = listServices(world).at(-1);
    return service && { id: serviceId(world.seed, service) };
  },
  serviceNumber: (world) => {
    const own = newest(world.store.phoneNumbers);
    return own && { ...serviceIn(world, own.serviceId), phoneNumber: own.number };
  },
  coverPage: (world) => {
    const page = newest(world.store.coverPages);
    return page && { ...serviceIn(world, page.serviceId), coverPageId: coverPageId(world.seed, page) };
  },
  mail: (world) => {
    const mail = newest(world.store.collections.faxMails);
    return mail && { ...serviceIn(world, mail.serviceId), email: mail.email };
  },
};

/**
 * The newest finished fax with a file. If there is no such fax: none for operations on files; for others, the newest
 * finished fax, or else the newest one.
 */
function suitableFax({ store, scripting }: World, operation: string): Fax | undefined {
  const faxes = latest(store.faxes);
  const finished = faxes.filter(({ status }) => !isOpenStatus(status));
  const withFile = finished.find((fax) => scripting.fileStateOf(fax) === 'stored');
  const needsFile = operation === 'getFaxFile' || operation === 'deleteFaxFile';
  return withFile ?? (needsFile ? undefined : (finished[0] ?? faxes[0]));
}

const serviceIn = (world: World, id: number | null): Values => ({ id: serviceId(world.seed, serviceOf(world, id)) });

const idOf = (record: { readonly id: number } | undefined): Values | undefined => record && { id: record.id };

interface Findable<T> {
  find(query: object): QueryResult<T>;
}

const latest = <T>(records: Findable<T>): readonly T[] => records.find({}).newest(0, 250);
const newest = <T>(records: Findable<T>): T | undefined => records.find({}).newest(0, 1)[0];
