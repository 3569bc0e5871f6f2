import type { Credentials, KeyPair } from '../../model/domain/account.ts';
import { headerIn } from '../../worlds/journal/exchange.ts';
import type { HeaderPair } from '../../worlds/journal/exchange.ts';
import { areRepeated, credentialsIn, hasWord } from './credentials.ts';
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
  /** Whether the request has credentials that are in no key file. */
  readonly isUnknown: boolean;
}

/** A complete request to forward. */
export interface Outgoing {
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer | undefined;
}

const isOfV3 = ({ url }: Outgoing): boolean => /^\/+(?:v3|oauth2)\//i.test(url);

type Words = readonly (readonly [from: string, to: string])[];

/**
 * Replaces stand-ins by real keys for the service, and real keys by stand-ins for the world. The recording never gives real keys to
 * the program, but the program may have those of a key file itself.
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

  /** Identifies the keys of a request. Several kinds count as live; a single unknown key makes it unknown. */
  identify(request: Outgoing): Identity {
    const { headers, keys, secrets } = credentialsIn(request);
    const kinds = [
      ...headers.map((value) => this.#kindOfHeader(value, isOfV3(request))),
      ...keys.map((key) => this.#kindOf((pair) => pair.key === key)),
    ];
    const isUnknown = kinds.includes(undefined) || (kinds.length === 0 && secrets.length > 0);
    return { kind: isUnknown ? undefined : (kinds.find((kind) => kind === 'live') ?? kinds[0]), isUnknown };
  }

  /** The reason why it is unclear which keys the service would use; undefined if it is clear. */
  doubtOf(request: Outgoing): string | undefined {
    if (areRepeated(credentialsIn(request))) return 'it has credentials more than once, and one of them may be live';
    if (headerIn(request.headers, 'content-encoding') !== undefined)
      return 'its body is compressed, and may have live keys';
    const live = [this.#real.live, this.#own.live].flatMap((pair) => (pair ? [pair.key, pair.secret] : []));
    // In v3, the stand-in of the live key also replaces the key of the project.
    return !isOfV3(request) && hasWord(request, live) ? 'it has the live key beside that of tests' : undefined;
  }

  #kindOfHeader(authorization: string, isV3: boolean): KeyKind | undefined {
    const [, scheme = '', token = ''] = /^(\w+) +([\w.~+/-]+=*) *$/.exec(authorization) ?? [];
    if (/^bearer$/i.test(scheme)) return this.#tokens.has(token) ? 'sinch' : undefined;
    if (!/^basic$/i.test(scheme)) return undefined;
    const text = Buffer.from(token, 'base64').toString();
    const is = ({ key, secret }: KeyPair): boolean => `${key}:${secret}` === text;
    if (isV3)
      return this.#real.sinch && [this.#real.sinch, this.#own.live, this.#own.test].some(is) ? 'sinch' : undefined;
    return this.#kindOf(is);
  }

  #kindOf(is: (pair: KeyPair) => boolean): 'live' | 'test' | undefined {
    return (['test', 'live'] as const).find((name) => this.#pairs(name).some(is));
  }

  /** The real pair of a kind and its stand-in; empty without a real pair. */
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
    // A program may use the stand-ins of either pair.
    const { live: ownLive, test: ownTest } = this.#own;
    return rewritten(request, {
      words: isSinch ? [[this.#own.projectId, sinch.project]] : words,
      pairs: isSinch ? [...pairWords(ownLive, sinch), ...pairWords(ownTest, sinch)] : words,
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
