import * as v from 'valibot';
import type { Project } from '../../model/domain/project.ts';
import { coverPageId } from '../../model/domain/ulid.ts';
import { parseUrl } from '../../model/shared/urls.ts';
import { userinfoOf } from '../../model/shared/userinfo.ts';
import { describedBy } from '../json-schema.ts';

/** UTC in whole seconds, `2026-04-17T20:08:26Z`: recorded of services; examples of the API reference also have ms. */
export const utcTimeText = v.pipe(
  v.string(),
  describedBy<string>({ format: 'date-time', examples: ['2026-04-17T20:08:26Z'] }),
);

export const utcTime = (time: number): string => `${new Date(time).toISOString().slice(0, -'.000Z'.length)}Z`;

export const moneyShape = v.pipe(
  v.strictObject({
    currencyCode: v.literal('USD'),
    amount: v.pipe(
      v.string(),
      describedBy<string>({ pattern: String.raw`^\d+\.\d{2,4}$`, examples: ['0.07', '0.045'] }),
    ),
  }),
  v.title('Money'),
);

/** An amount of US dollars: two decimals in samples, three in the live service, and at most four in the schema. */
export const moneyOf = (dollars: number) => ({
  currencyCode: 'USD' as const,
  amount: dollars.toFixed(4).replace(/0{1,2}$/, ''),
});

/**
 * A URL with its user and password, if any, replaced by `***`. Source: the API reference, for callbackUrl and
 * incomingWebhookUrl.
 */
export function maskedUrl(text: string): string {
  if (parseUrl(text) === undefined) return text;
  const { start, end } = userinfoOf(text) ?? {};
  return start === undefined ? text : `${text.slice(0, start)}***:***${text.slice(end)}`;
}

/** The v3 id of a project's cover page with this internal number; undefined if there is none. */
export function coverPageIdIn({ seed, coverPages }: Project, number: number | null): string | undefined {
  const page = coverPages.find(({ id }) => id === number);
  return page && coverPageId(seed, page);
}
