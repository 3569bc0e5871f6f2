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

/** All by which the paths below one prefix differ from others at the door, such as a version of the API. */
export interface Face {
  /** The first part of its paths, such as `v2.1`. */
  readonly name: string;
  /** The version in journal, scenarios and evidence; null for paths outside of a version. */
  readonly version: ApiVersion | null;
  readonly routes: readonly Route[];
  readonly authentication: Authentication;
  readonly body: BodyRules;
  readonly refusals: RefusalForm;
  /** The body that a scenario's response has unless the scenario gives one. */
  readonly scriptedBody: (status: number, message: string) => string;
  readonly headers: ResponseHeaders;
  /** A POST with the parameter `_method` counts as that method. */
  readonly overridesMethod: boolean;
  /** The evidence of the face's responses; null if the header X-Faxsim-Evidence says nothing. */
  readonly evidence: FaceEvidence | null;
  readonly document: FaceDocument;
}

/** The parts of a request that may hold credentials. */
export interface CredentialSource {
  readonly headers: IncomingHttpHeaders;
  /** Parameters of the request; null before the body has come, and if it cannot be read. */
  readonly params: Params | null;
}

/** A way in which callers prove who they are. */
export interface Authentication {
  /** Finds the owner of a request's credentials. Throws the Refusal `unauthorized`. */
  readonly ownerOf: (request: CredentialSource, worlds: Worlds) => KeyOwner;
  /** Finds the owner of the key in the headers, whose secret may be wrong, before the body has come. */
  readonly namedOwnerOf: (request: CredentialSource, worlds: Worlds) => KeyOwner | undefined;
  /** The header WWW-Authenticate of a 401, which may give its reason. */
  readonly challengeFor: (reason: string) => string;
  /** Ways to authenticate for OpenAPI, each a set of schemes that go together. */
  readonly security: readonly (readonly string[])[];
  /** The schemes of `security` by name. */
  readonly schemes: JsonSchema;
}

/** The bodies that a face reads. */
export interface BodyRules {
  readonly types: readonly MediaType[];
  /** Whether JSON nests no deeper than forms, and has their bound. */
  readonly isFlat: boolean;
  /** The most values in its JSON, which is refused before it is parsed: a million take seconds, in which no world answers. */
  readonly valuesMax: number;
  /** A plain name that comes several times makes a list; else its last value counts. */
  readonly repeatsAreLists: boolean;
  /** JSON that is no object counts as no body; else it is refused. */
  readonly skipsOtherJson: boolean;
}

export type MediaType = 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'application/json';

type Headers = Readonly<Record<string, string>>;

/** The headers of a face's responses, besides those that depend on the response. */
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
  /** The evidence of an operation; undefined if nothing is known of it. */
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
  /** Parameters of the path as the demo has them, by name. */
  readonly examples?: () => Readonly<Record<string, string>>;
}

/** A face with its routes by path. */
interface ServedFace {
  readonly face: Face;
  readonly table: RouteTable;
}

/** Finds the face that is the first part of a path. */
export type FindFace = (name: string) => ServedFace | undefined;

/** The faces by their names. The table of each is made when a request first asks for it, so that a start does not wait for it. */
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
