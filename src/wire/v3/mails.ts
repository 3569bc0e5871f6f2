import * as v from 'valibot';
import { mailPermissions } from '../../model/domain/sinch-service.ts';
import type { FaxMail } from '../../model/domain/sinch-service.ts';
import { readPhoneNumber } from '../../model/numbering/e164.ts';
import { form, phoneNumber, single, text } from '../fields.ts';
import { describedBy } from '../json-schema.ts';
import { numberInE164, valueWriter } from '../reply.ts';
import { pagedForm } from './paging.ts';
import type { InProject } from './services.ts';
import { utcTime, utcTimeText } from './values.ts';
import { isSingle } from '../../model/shared/objects.ts';

const usualPerPage = 100;

const numberShape = v.pipe(
  v.strictObject({ number: numberInE164, permissions: v.picklist(mailPermissions) }),
  v.title('EmailNumber'),
);

/** An address with its numbers. Source: the API reference. */
export const writeMail = valueWriter<InProject<FaxMail>>()('Email', {
  email: [v.string(), ({ email }) => email],
  phoneNumbers: [v.array(numberShape), ({ numbers }) => numbers.map((one) => ({ ...one }))],
  projectId: [v.string(), ({ project }) => project.id],
  createdAt: [utcTimeText, ({ createdAt }) => utcTime(createdAt)],
  updatedAt: [utcTimeText, ({ updatedAt }) => utcTime(updatedAt)],
});

/** The list of a number's addresses contains only texts. Source: the API reference. */
export const writeAddress = Object.assign(({ email }: FaxMail): string => JSON.stringify(email), { shape: v.string() });

export const writeMailNumber = Object.assign(
  (one: FaxMail['numbers'][number]): string => JSON.stringify({ number: one.number, permissions: one.permissions }),
  { shape: numberShape },
);

/** Earlier states of the API had the numbers as texts. */
const mailNumber = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, FaxMail['numbers'][number]>(({ dataset: { value }, addIssue, NEVER }) => {
    const { number, permissions = 'both' } = (typeof value === 'string' ? { number: value } : (value ?? {})) as {
      number?: unknown;
      permissions?: unknown;
    };
    const read = isSingle(number) ? readPhoneNumber(String(number)) : undefined;
    const known = mailPermissions.find((one) => one === permissions);
    if (read !== undefined && known !== undefined) return { number: read, permissions: known };
    addIssue({ message: `must have number in E.164 and permissions, one of ${mailPermissions.join(', ')}` });
    return NEVER;
  }),
  describedBy<FaxMail['numbers'][number]>({
    type: 'object',
    properties: {
      number: { type: 'string', pattern: String.raw`^\+[1-9]\d{6,14}$`, examples: ['+12025550123'] },
      permissions: { enum: mailPermissions },
    },
    required: ['number'],
  }),
);

const email = single('an e-mail address', (given) => (/^[^\s@]+@[^\s@]+$/.test(given) ? given : undefined), {
  type: 'string',
  pattern: String.raw`^[^\s@]+@[^\s@]+$`,
  examples: ['office@example.com'],
});
const phoneNumbers = v.array(mailNumber, 'must be a list of numbers with their permissions');

export const addMailSchema = form({ id: text, email, phoneNumbers });
export const changeMailSchema = form({ id: text, email: text, phoneNumbers });
export const mailSchema = form({ id: text, email: text });
export const listMailsSchema = pagedForm({ id: text }, usualPerPage);
export const listMailsOfNumberSchema = pagedForm({ id: text, phoneNumber }, usualPerPage);
export const listNumbersOfMailSchema = pagedForm({ id: text, email: text }, 20);
