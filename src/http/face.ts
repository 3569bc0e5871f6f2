import type { IncomingHttpHeaders } from 'node:http';
import type { ApiVersion, OperationId } from '../model/domain/operation.ts';
import type { RefusalKind } from '../model/domain/refusal.ts';
import type { JsonSchema } from '../wire/json-schema.ts';
import type { Proof, Proofs } from '../wire/evidence.ts';
import type { Params } from '../wire/fields.ts';
import type { KeyOwner, Worlds } from '../worlds/hosting/worlds.ts';
import type { RefusalForm } from './errors.ts';
import { RouteTable } from './route-table.ts';
import type { Route } from './route.ts';

/** Everything in HTTP that differs between paths with different prefixes, such as the versions of the API. */
export interface Face {
  /** The first part of its paths, such as `v2.1`. */
  readonly name: string;
  /** The version in journal, scenarios and evidence; null for paths outside of a version. */
  readonly version: ApiVersion | null;
  readonly routes: readonly Route[];
  readonly authentication: Authentication;
  readonly body: BodyRules;
  readonly refusals: RefusalForm;
  /** Makes the body of a scenario's response whose rule sets no body. */
  readonly scriptedBody: (status: number, message: string) => string;
  readonly headers: ResponseHeaders;
  /** True if the parameter `_method` of a POST replaces the method. */
  readonly overridesMethod: boolean;
  /** The evidence of the face's responses; null if X-Faxsim-Evidence has no effect here. */
  readonly evidence: FaceEvidence | null;
  readonly document: FaceDocument;
}

/** The parts of a request that may contain credentials. */
export interface CredentialSource {
  readonly headers: IncomingHttpHeaders;
  /** Parameters of the request; null before the body arrives, or if it cannot be read. */
  readonly params: Params | null;
}

/** A way in which callers prove who they are. */
export interface Authentication {
  /** Finds the owner of a request's credentials. Throws the Refusal `unauthorized`. */
  readonly ownerOf: (request: CredentialSource, worlds: Worlds) => KeyOwner;
  /** Finds the owner of the key in the headers, before the body arrives. The secret may be wrong. */
  readonly namedOwnerOf: (request: CredentialSource, worlds: Worlds) => KeyOwner | undefined;
  /** The header WWW-Authenticate of a 401, which may contain the reason. */
  readonly challengeFor: (reason: string) => string;
  /** Alternatives to authenticate, for OpenAPI: each is a set of schemes that are used together. */
  readonly security: readonly (readonly string[])[];
  /** The schemes of `security` by name. */
  readonly schemes: JsonSchema;
}

/** The bodies that a face reads. */
export interface BodyRules {
  readonly types: readonly MediaType[];
  /** True if JSON may have no more levels and values than a form. */
  readonly isFlat: boolean;
  /**
   * Limit for the values in a JSON body. More are refused before parsing, which takes seconds for a million values and
   * blocks all worlds.
   */
  readonly valuesMax: number;
  /** True if a plain name that comes several times makes a list; otherwise its last value counts. */
  readonly repeatsAreLists: boolean;
  /** True if JSON other than an object counts as an empty body; otherwise it is refused. */
  readonly skipsOtherJson: boolean;
}

export type MediaType = 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'application/json';

type Headers = Readonly<Record<string, string>>;

/** The headers that all responses of a face have. */
export interface ResponseHeaders {
  /** The headers of responses with a status from 200 to 299. */
  readonly success: Headers;
  /** The headers of all other responses. */
  readonly other: Headers;
  /** Successful responses have an ETag. */
  readonly isTagged: boolean;
}

/** The evidence that the header X-Faxsim-Evidence shows. */
export interface FaceEvidence {
  /** The evidence of an operation; undefined if the evidence lacks the operation. */
  readonly ofOperation: (id: OperationId) => OperationProofs | undefined;
  readonly ofRefusal: (kind: RefusalKind, id: OperationId | undefined) => Record<'status' | 'text', Proof>;
  /** The fields of records by their titles; `Answer` is the envelope around them. */
  readonly ofRecords: () => Readonly<Record<string, Proofs>>;
}

interface OperationProofs {
  readonly call: Proof;
  /** The evidence of the message; null for a file. */
  readonly message: Proof | null;
  readonly parameters: Proofs;
}

/** The head of a face's OpenAPI document. */
interface FaceDocument {
  readonly title: string;
  readonly description: string;
  /** The descriptions of parameters by name. */
  readonly meanings: Readonly<Record<string, string>>;
  /** Example values of path parameters from the demo fixture, by name. */
  readonly examples?: () => Readonly<Record<string, string>>;
}

/** A face with its routes by path. */
interface ServedFace {
  readonly face: Face;
  readonly table: RouteTable;
}

/** Finds the face by its name, the first part of a path. */
export type FindFace = (name: string) => ServedFace | undefined;

/** Makes a finder of faces by name. The first request for a face builds its table, so the start does not wait for it. */
export function faceFinder(faces: readonly Face[]): FindFace {
  const served = new Map<string, ServedFace>();
  return (name) => {
    const known = served.get(name);
    if (known !== undefined) return known;
    const face = faces.find((one) => one.name === name);
    if (face === undefined) return undefined;
    const entry = { face, table: new RouteTable(face.routes) };
    served.set(name, entry);
    return entry;
  };
}
