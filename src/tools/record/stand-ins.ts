import type { Credentials, KeyPair } from '../../model/domain/account.ts';
import { headerIn } from '../../worlds/journal/exchange.ts';
import type { HeaderPair } from '../../worlds/journal/exchange.ts';
import type { AccountKeys } from './key-files.ts';

/** The pair of keys that a request has. */
export type KeyKind = 'live' | 'test' | 'sinch';

/** The keys of a world, which a program gets in place of the real ones. */
export interface StandInKeys extends Credentials {
  readonly projectId: string;
}

/** The credentials of a request. */
interface Identity {
  readonly kind: KeyKind | undefined;
  /** Whether the request has credentials that no named file has. */
  readonly isUnknown: boolean;
}

/** A request on its way, whose body is whole. */
export interface Outgoing {
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer | undefined;
}

type Words = readonly (readonly [from: string, to: string])[];

/**
 * Puts the real keys in the place of the stand-ins, and the other way round for the world. A program never gets real keys from a
 * recording; it may have those of a named file itself.
 */
export class StandIns {
  readonly #real: AccountKeys;
  readonly #own: StandInKeys;
  /** Access tokens that the service gave to this recording. */
  readonly #tokens = new Set<string>();

  constructor(real: AccountKeys, own: StandInKeys) {
    this.#real = real;
    this.#own = own;
  }

  addToken(token: string): void {
    this.#tokens.add(token);
  }

  identify({ url, headers, body }: Outgoing): Identity {
    const authorization = headerIn(headers, 'authorization');
    const [, scheme = '', token = ''] = /^(\w+) +(\S+)/.exec(authorization ?? '') ?? [];
    if (/^bearer$/i.test(scheme))
      return { kind: this.#tokens.has(token) ? 'sinch' : undefined, isUnknown: !this.#tokens.has(token) };
    const isV3 = /^\/+(?:v3|oauth2)\//i.test(url);
    if (authorization !== undefined) {
      const kind = /^basic$/i.test(scheme) ? this.#kindOf(Buffer.from(token, 'base64').toString(), isV3) : undefined;
      return { kind, isUnknown: kind === undefined };
    }
    const text = `${url}\n${body?.toString('latin1') ?? ''}`;
    const kind = (['test', 'live'] as const).find((name) => this.#pairs(name).some(({ key }) => text.includes(key)));
    return { kind, isUnknown: kind === undefined && /api_key|api_secret/.test(text) };
  }

  #kindOf(pair: string, isV3: boolean): KeyKind | undefined {
    const is = ({ key, secret }: KeyPair): boolean => `${key}:${secret}` === pair;
    if (isV3) return this.#real.sinch && [this.#real.sinch, this.#own.live].some(is) ? 'sinch' : undefined;
    return (['test', 'live'] as const).find((name) => this.#pairs(name).some(is));
  }

  /** The real pair of a kind and its stand-in; empty where no file has the real one. */
  #pairs(name: 'live' | 'test'): readonly KeyPair[] {
    const real = this.#real[name];
    return real === undefined ? [] : [real, this.#own[name]];
  }

  /** The request with real keys. */
  forService(request: Outgoing, kind: KeyKind | undefined): Outgoing {
    const { live, test, sinch } = this.#real;
    const words: Words = [
      ...(live ? pairWords(this.#own.live, live) : []),
      ...(test ? pairWords(this.#own.test, test) : []),
    ];
    const isSinch = kind === 'sinch' && sinch !== undefined;
    const [own, real] = isSinch ? [this.#own.live, sinch] : [undefined, undefined];
    return rewritten(request, {
      words: isSinch ? [[this.#own.projectId, sinch.project]] : words,
      pairs: own === undefined ? words : pairWords(own, real),
    });
  }

  /** The request with the keys of the world. */
  forWorld(request: Outgoing, kind: KeyKind | undefined): Outgoing {
    const { live, test, sinch } = this.#real;
    const words: Words = [
      ...(live ? pairWords(live, this.#own.live) : []),
      ...(test ? pairWords(test, this.#own.test) : []),
    ];
    if (kind !== 'sinch' || sinch === undefined) return rewritten(request, { words, pairs: words });
    const { live: own, projectId } = this.#own;
    const basic = `Basic ${Buffer.from(`${own.key}:${own.secret}`).toString('base64')}`;
    const changed = rewritten(request, { words: [[sinch.project, projectId]], pairs: pairWords(sinch, own) });
    const headers = changed.headers.map(([name, value]): HeaderPair =>
      name.toLowerCase() === 'authorization' ? [name, basic] : [name, value],
    );
    return { ...changed, headers };
  }
}

const pairWords = (from: KeyPair, to: KeyPair): Words => [
  [from.key, to.key],
  [from.secret, to.secret],
];

/** `words` are replaced in URL and body, `pairs` in Basic authentication. */
function rewritten(
  { url, headers, body }: Outgoing,
  { words, pairs }: { readonly words: Words; readonly pairs: Words },
): Outgoing {
  const inText = (text: string, by: Words): string => by.reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
  const basic = (value: string): string => {
    const [, scheme, token] = /^(basic) +(\S+)/i.exec(value) ?? [];
    if (scheme === undefined || token === undefined) return value;
    return `${scheme} ${Buffer.from(inText(Buffer.from(token, 'base64').toString(), pairs)).toString('base64')}`;
  };
  const escaped = words.map(([from, to]) => [encodeURIComponent(from), encodeURIComponent(to)] as const);
  const isForm = /x-www-form-urlencoded/i.test(headerIn(headers, 'content-type') ?? '');
  const inBody = isForm ? escaped : words;
  const text = body?.toString('latin1');
  const isTouched = text !== undefined && inBody.some(([from]) => text.includes(from));
  return {
    url: inText(inText(url, escaped), words),
    headers: headers.map(([name, value]): HeaderPair => [
      name,
      name.toLowerCase() === 'authorization' ? basic(value) : value,
    ]),
    body: isTouched ? Buffer.from(inText(text, inBody), 'latin1') : body,
  };
}
