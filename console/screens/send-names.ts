import type { ApiVersion } from '../../src/model/domain/operation.ts';

const phaxioNames = {
  url: 'content_url',
  header: 'header_text',
  from: 'caller_id',
  callback: 'callback_url',
  tags: 'tag',
  batchDelay: 'batch_delay',
  batchAvoidance: 'batch_collision_avoidance',
  cancelTimeout: 'cancel_timeout',
  testFail: 'test_fail',
};

const v3Names = {
  url: 'contentUrl',
  header: 'headerText',
  from: 'from',
  callback: 'callbackUrl',
  tags: 'labels',
  callbackType: 'callbackUrlContentType',
  retries: 'maxRetries',
  resolution: 'resolution',
};

export type Meaning = keyof typeof phaxioNames | keyof typeof v3Names;

/** The names of a send's parameters, by their meanings. A version has no parameter for a meaning without a name. */
export type SendNames = Readonly<Partial<Record<Meaning, string>> & Record<'url' | 'tags', string>>;

/** The names in each version. */
export const sendNames: Readonly<Record<ApiVersion, SendNames>> = {
  v1: { ...phaxioNames, url: 'string_data' },
  v2: phaxioNames,
  'v2.1': phaxioNames,
  v3: v3Names,
};

/** Parameters that go with a URL. */
export const besideUrl: Readonly<Record<ApiVersion, readonly (readonly [name: string, value: string])[]>> = {
  v1: [['string_data_type', 'url']],
  v2: [],
  'v2.1': [],
  v3: [],
};

/** The name of a meaning in any version. */
const anyNames: Readonly<Record<Meaning, string>> = { ...v3Names, ...phaxioNames };
const meanings = Object.keys(anyNames) as readonly Meaning[];

const keptPrefix = 'kept ';

/** The name of a field: its parameter in the version, or else a name under which the form keeps a value that is not sent. */
export const fieldName = (names: SendNames, meaning: Meaning): string =>
  names[meaning] ?? `${keptPrefix}${anyNames[meaning]}`;

/** The parameters of other versions whose values the form keeps. */
export const keptNames = (form: FormData): readonly string[] =>
  [...form].flatMap(([name, value]) =>
    name.startsWith(keptPrefix) && value !== '' ? name.slice(keptPrefix.length) : [],
  );

type Texts = Readonly<Record<string, string>>;

/** The texts of a send under the names of another version. A text without a counterpart keeps its name, for the way back. */
export function sendTextsIn(to: ApiVersion, from: ApiVersion, texts: Texts): Texts {
  const isUrl = besideUrl[from].every(([name, value]) => texts[name] === value);
  const renames = new Map<string, string>();
  for (const meaning of meanings) {
    const [before, after] = [sendNames[from][meaning], sendNames[to][meaning]];
    if (before === undefined || after === undefined || (meaning === 'url' && !isUrl)) continue;
    if (texts[before] !== undefined) renames.set(before, after);
  }
  const hasUrl = renames.has(sendNames[from].url);
  const left = new Set([...renames.keys(), ...(hasUrl ? besideUrl[from].map(([name]) => name) : [])]);
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([name]) => !left.has(name))),
    ...Object.fromEntries([...renames].map(([before, after]) => [after, texts[before] ?? ''])),
    ...Object.fromEntries(hasUrl ? besideUrl[to] : []),
  };
}
