import type { InputOf } from '../../control/client/surface.ts';

type RequestQuery = InputOf<'requests', 'verify'>;
type FaxQuery = InputOf<'faxes', 'verify'>;
type WebhookQuery = InputOf<'webhooks', 'verify'>;

export type OperationId = NonNullable<RequestQuery['operation']>;

type ParamValue = string | number | boolean;

/** The comparisons of a parameter, besides a plain value. */
interface ParamComparison {
  readonly in?: readonly ParamValue[];
  readonly not?: ParamValue;
  readonly contains?: string;
  readonly exists?: boolean;
}

type Conditions = Readonly<Record<string, ParamValue | ParamComparison>>;

/** Bounds of the number of requests or webhooks, and of their time; without any, at least one is expected. */
interface Bounds {
  /** The exact number. */
  readonly times?: number;
  readonly exactly?: number;
  readonly at_least?: number;
  readonly at_most?: number;
  /** An RFC 3339 time, or the id of a request or webhook, after which none may come. */
  readonly none_after?: string | number;
  /** Earliest time of requests or webhooks that count, in RFC 3339. */
  readonly since?: string;
  /** Latest time of requests or webhooks that count, in RFC 3339. */
  readonly until?: string;
}

/** The expected requests and their number: the conditions of `requests.verify`, and `times`. */
export interface Expected extends Bounds {
  readonly version?: NonNullable<RequestQuery['version']>;
  readonly method?: string;
  readonly path?: string;
  /** `422`, `4xx`, or `refused`. */
  readonly status?: number | string;
  /** A number that the request or its fax goes to or comes from, or a part of it. */
  readonly number?: string;
  readonly rule?: string;
  readonly key?: NonNullable<RequestQuery['key']>;
  readonly fax?: number;
  readonly params?: Conditions;
  readonly lint?: NonNullable<RequestQuery['lint']>;
}

/** The expected fields of a fax: the conditions of `faxes.verify`. */
export interface ExpectedFax {
  readonly status?: NonNullable<FaxQuery['status']>;
  /** Id, type or message of an error of the fax or of one of its calls. */
  readonly error?: number | string;
  readonly direction?: NonNullable<FaxQuery['direction']>;
  /** A recipient of a sent fax; either number of a received one. */
  readonly number?: string;
  readonly pages?: number;
  readonly tags?: Conditions;
}

/** The expected webhooks and their number: the conditions of `webhooks.verify`, and `times`. */
export interface ExpectedWebhook extends Bounds {
  readonly event?: NonNullable<WebhookQuery['event']>;
  readonly fax?: number;
  /** Default `delivered`. */
  readonly state?: NonNullable<WebhookQuery['state']>;
  /** Pattern of the URL, in which `*` is a part between slashes, and `**` anything. */
  readonly url?: string;
  /** The status of the application's response to the last attempt: `200`, or `5xx`. */
  readonly status?: number | string;
  readonly attempts?: number;
  /** The text fields of the last attempt. `fax.status` names a value in the JSON of a field. */
  readonly fields?: Conditions;
}
