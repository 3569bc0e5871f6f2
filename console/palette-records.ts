import { useEffect, useState } from 'preact/hooks';
import { reasonWords } from '../src/control/client/fax-outcome-text.ts';
import type { FaxList, FaxRecord, RequestRecord, WebhookRecord } from '../src/control/client/named-types.ts';
import { barePhone } from '../src/model/numbering/phone-text.ts';
import { hasWords, searchedWords } from '../src/model/shared/searched-words.ts';
import { ask } from './api.ts';
import type { AnswerOf } from './api.ts';
import { now } from './clock.ts';
import { rowTime, shortReason } from './format.ts';
import { goTo } from './open-actions.ts';
import type { Command, Commands } from './palette-commands.ts';
import { useResource } from './resource.ts';
import { faxStatuses, otherEnd } from './screens/fax-words.ts';
import { rowPath } from './screens/request-target.ts';
import { aboutText, reasonOf, responseStatus, searchedText as requestText } from './screens/request-words.ts';
import { faxWords, searchedText as webhookText, shownState } from './screens/webhook-words.ts';

/** A time, what became of the record and why unless a badge says it, and further words. */
const detailOf = (at: string, ...words: readonly (string | null | undefined)[]): string =>
  [rowTime(at, now.value ?? Date.parse(at)), ...words].filter(Boolean).join(' · ');

const faxCommand = (fax: FaxRecord): Command => ({
  kind: `Fax ${fax.id}`,
  name: otherEnd(fax),
  detail: detailOf(
    fax.created_at,
    faxStatuses[fax.status].word,
    fax.error && reasonWords(fax.error),
    fax.caller_name,
    ...Object.values(fax.tags),
  ),
  run: () => goTo('faxes', fax.id),
});

function webhookCommand(webhook: WebhookRecord): Command {
  const { id, event, fax_id: fax, created_at: at, attempts } = webhook;
  const failure = attempts.at(-1)?.failure;
  const reason = failure === undefined || failure === null ? undefined : shortReason(failure);
  return {
    kind: `Webhook ${id}`,
    name: `${event} of fax ${fax}`,
    status: shownState(webhook),
    detail: detailOf(at, reason, faxWords(webhook)),
    run: () => goTo('webhooks', id),
  };
}

function requestCommand(request: RequestRecord): Command {
  const { id, method, path, at } = request;
  return {
    kind: `Request ${id}`,
    name: `${method} ${rowPath(path)}`,
    detail: detailOf(at, responseStatus(request).word, reasonOf(request), aboutText(request)),
    run: () => goTo('requests', id),
  };
}

/** An id, with or without the kind of its record: `323034831`, `#7`, `Webhook 7`. */
const namedId = /^(fax|webhook|request)?:?\s*#?(\d{1,12})$/i;

/** The records that have this id. */
export function useById(text: string): Commands {
  const [, named = '', digits] = namedId.exec(text) ?? [];
  const id = digits === undefined ? undefined : Number(digits);
  const found = useResource(id === undefined ? '' : `id ${id}`, async (signal) => {
    const input = { after: Math.max((id ?? 0) - 1, 0), limit: 1 };
    const [{ faxes }, webhooks, { requests }] = await Promise.all([
      ask<FaxList>('/faxes', { input: { q: String(id), limit: 20 }, signal }),
      ask<AnswerOf<'webhooks', 'list'>>('/webhooks', { input, signal }),
      ask<AnswerOf<'requests', 'list'>>('/requests', { input, signal }),
    ]);
    const commands = [
      ...requests.filter((request) => request.id === id).map(requestCommand),
      ...webhooks.filter((webhook) => webhook.id === id).map(webhookCommand),
      ...faxes.filter((fax) => fax.id === id).map(faxCommand),
    ];
    return commands.map(({ kind, name, detail = '', ...more }) => ({
      ...more,
      kind: 'Id',
      name: kind,
      detail: `${name} · ${detail}`,
    }));
  });
  const isNamed = ({ name }: Command): boolean => name.toLowerCase().startsWith(named.toLowerCase());
  return {
    commands: id === undefined ? [] : (found.data ?? []).filter(isNamed),
    isLoading: id !== undefined && found.isLoading,
  };
}

/** The pause in typing after which a text is searched for, in ms. */
const pauseMs = 150;

const mostOfKind = 6;
/** The newest webhooks and requests are searched; their own screens search all. */
const mostSearched = 300;

/** The faxes that the text finds; for a number, in any notation, also the webhooks and requests about it. */
export function useFoundRecords(text: string): Commands {
  const [asked, setAsked] = useState('');
  const toAsk = text.length < 3 ? '' : text;
  useEffect(() => {
    const timer = setTimeout(() => setAsked(toAsk), pauseMs);
    return () => clearTimeout(timer);
  }, [toAsk]);
  const { data, ...found } = useResource(asked, (signal) => findRecords(asked, signal));
  return { commands: data ?? [], isLoading: toAsk !== asked || found.isLoading };
}

async function findRecords(text: string, signal: AbortSignal): Promise<readonly Command[]> {
  const [faxes, others] = await Promise.all([
    ask<FaxList>('/faxes', { input: { q: text, limit: mostOfKind }, signal }),
    isNumber(text) ? findTraces(text, signal) : [],
  ]);
  return [...faxes.faxes.map(faxCommand), ...moreCommands(text, faxes.total - faxes.faxes.length), ...others];
}

/** The list of the faxes that have no row of their own. */
const moreCommands = (text: string, count: number): readonly Command[] =>
  count <= 0
    ? []
    : [
        {
          kind: 'Search',
          name: `${count.toLocaleString('en')} more faxes`,
          run: () => goTo('faxes', undefined, { q: text }),
        },
      ];

const isNumber = (text: string): boolean => (barePhone(text) ?? '').length >= 7;

async function findTraces(text: string, signal: AbortSignal): Promise<readonly Command[]> {
  const words = searchedWords(text);
  const input = { limit: mostSearched };
  const [webhooks, { requests }] = await Promise.all([
    ask<AnswerOf<'webhooks', 'list'>>('/webhooks', { input, signal }),
    ask<AnswerOf<'requests', 'list'>>('/requests', { input, signal }),
  ]);
  const newest = <T>(items: readonly T[], textOf: (item: T) => string): readonly T[] =>
    items
      .filter((item) => hasWords(textOf(item), words))
      .slice(-mostOfKind)
      .toReversed();
  return [...newest(webhooks, webhookText).map(webhookCommand), ...newest(requests, requestText).map(requestCommand)];
}
