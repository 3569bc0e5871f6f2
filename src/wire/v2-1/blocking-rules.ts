import * as v from 'valibot';
import type { BlockingRule } from '../../model/domain/blocking-rule.ts';
import { isCountry } from '../../model/numbering/countries.ts';
import { readPhoneNumber } from '../../model/numbering/e164.ts';
import { form, integer, single } from '../fields.ts';
import { recordWriter } from '../reply.ts';
import { wholeNumber } from '../shape.ts';
import { pagedForm } from '../v2/paging.ts';

const ifEverything = (value: string): string | undefined => (value === '*' ? value : undefined);
const country = (value: string): string | undefined => (isCountry(value) ? value : undefined);

const numberOrAll = single(
  'one of your numbers in E.164 form, or *',
  (value) => ifEverything(value) ?? readPhoneNumber(value),
  { type: 'string', examples: ['+12025550123', '*'] },
);
const numberCountryOrAll = single(
  'a phone number in E.164 form, an ISO 3166 alpha-2 country code in capitals, or *',
  (value) => ifEverything(value) ?? country(value) ?? readPhoneNumber(value),
  { type: 'string', examples: ['+12025550123', 'DE', '*'] },
);

/** The account's own end of an outbound call is a number or `*`; every other end can be a country too. */
export const createSendRuleForm = form({ from: numberOrAll, to: numberCountryOrAll });
export const createReceiveRuleForm = form({ from: numberCountryOrAll, to: numberCountryOrAll });

export const blockingRuleIdForm = form({ id: integer({ min: 1 }) });

export const listBlockingRulesForm = pagedForm({});

/** Source: the v2.1 page on blocking rules. */
export const writeRule = recordWriter<BlockingRule>()('BlockingRule', {
  id: [wholeNumber, (rule) => rule.id],
  to: [v.string(), (rule) => rule.to],
  from: [v.string(), (rule) => rule.from],
  direction: [v.picklist(['send', 'receive']), (rule) => rule.direction],
  is_locked: [v.boolean(), (rule) => rule.isLocked],
});
