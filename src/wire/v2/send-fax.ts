import * as v from 'valibot';
import { directions } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { errorTypes } from '../../model/domain/fax-error.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import {
  boolean,
  callbackUrl,
  contentUrl,
  form,
  integer,
  listOf,
  oneOf,
  optional,
  phoneNumber,
  shortText,
  tags,
  upload,
} from '../fields.ts';
import type { Params } from '../fields.ts';
import { receivedMessage } from '../messages.ts';
import { toldAnswer } from '../reply.ts';

const mostTags = 10;

/** The parameters of sendFax in every version. Sources of the limits: the reference on sending, and the clients. */
export const sendFields = {
  to: listOf(phoneNumber),
  header_text: optional(shortText(50)),
  batch_delay: optional(integer({ min: 0, max: 3600 })),
  batch_collision_avoidance: optional(boolean),
  callback_url: optional(callbackUrl),
  tag: optional(
    v.pipe(
      tags,
      v.check((given) => Object.keys(given).length <= mostTags, `must be at most ${mostTags} tags`),
    ),
  ),
  caller_id: optional(phoneNumber),
  test_fail: optional(oneOf(errorTypes)),
};

/** Between 3 and 60 minutes. */
export const cancelTimeout = integer({ min: 3, max: 60 });

type SendParams = v.InferOutput<v.ObjectSchema<typeof sendFields, string>> & {
  readonly cancel_timeout?: number | undefined;
};

/** All of an input to sending but its contents. A delay of zero means none. */
export function readSend(fields: SendParams) {
  return {
    to: fields.to,
    headerText: fields.header_text,
    batchDelay: fields.batch_delay === 0 ? undefined : fields.batch_delay,
    avoidsCollisions: fields.batch_collision_avoidance ?? false,
    callbackUrl: fields.callback_url,
    cancelTimeout: fields.cancel_timeout,
    tags: fields.tag ?? {},
    callerId: fields.caller_id,
    testFail: fields.test_fail,
  };
}

/** Only `received` was recorded; without a direction, a fax is sent. */
const direction = optional(oneOf(directions));

/** URLs come before files. */
export const sendFaxForm = v.pipe(
  form({
    ...sendFields,
    direction,
    cancel_timeout: optional(cancelTimeout),
    file: optional(listOf(upload)),
    content_url: optional(listOf(contentUrl)),
  }),
  v.transform(({ file = [], content_url: urls = [], ...fields }) => {
    if (file.length + urls.length === 0) throw new Refusal('invalid', 'file or content_url is required');
    const contents = [
      ...urls.map((url) => ({ kind: 'url' as const, url })),
      ...file.map(({ filename, type, bytes }) => ({ kind: 'file' as const, filename, type, bytes })),
    ];
    return { ...readSend(fields), contents };
  }),
);

/** The same call with `direction=received` receives instead of sending. */
export function isReceive({ direction: directionParam }: Params): boolean {
  const result = v.safeParse(direction, directionParam);
  return result.success && result.output === 'received';
}

export const receiveFaxForm = v.pipe(
  form({
    direction: oneOf(['received']),
    file: upload,
    from_number: optional(phoneNumber),
    to_number: optional(phoneNumber),
  }),
  v.transform(({ file, from_number: from, to_number: to }) => ({ file, from, to })),
);

export const receiveFaxAnswer = toldAnswer(({ fromNumber, toNumber }: Fax) =>
  receivedMessage(fromNumber ?? '', toNumber ?? ''),
);
