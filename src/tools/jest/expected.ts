import type { ApiVersion, OperationId } from '../../model/domain/operation.ts';
import type { DeliveryState, WebhookEvent } from '../../model/domain/webhook.ts';
import type { LintRule } from '../../worlds/journal/lint.ts';
import type { KeyMode } from '../../worlds/journal/observed-request.ts';

export type { OperationId };

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
  /** Exactly so many. */
  readonly times?: number;
  readonly exactly?: number;
  readonly at_least?: number;
  readonly at_most?: number;
  /** An RFC 3339 time, or the id of a request or webhook, after which there are to be none. */
  readonly none_after?: string | number;
  /** Earliest time of requests or webhooks that count, in RFC 3339. */
  readonly since?: string;
}

/** The requests that are meant, and their number: all that `requests.verify` takes, and `times`. */
export interface Expected extends Bounds {
  readonly version?: ApiVersion;
  readonly method?: string;
  readonly path?: string;
  /** `422`, or `4xx`. */
  readonly status?: number | string;
  readonly rule?: string;
  readonly key?: KeyMode;
  readonly fax?: number;
  readonly params?: Conditions;
  readonly lint?: LintRule | 'any';
}

/** The webhooks that are meant, and their number: all that `webhooks.verify` takes, and `times`. */
export interface ExpectedWebhook extends Bounds {
  readonly event?: WebhookEvent;
  readonly fax?: number;
  /** Default `delivered`. */
  readonly state?: DeliveryState;
  /** Pattern of the URL, in which `*` is a part between slashes, and `**` anything. */
  readonly url?: string;
  /** The status of the application's response to the last attempt: `200`, or `5xx`. */
  readonly status?: number | string;
  readonly attempts?: number;
  /** The text fields of the last attempt; `fax.status` leads into the JSON of a field. */
  readonly fields?: Conditions;
}
