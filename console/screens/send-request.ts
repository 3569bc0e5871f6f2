import type { ApiVersion } from '../../src/model/domain/operation.ts';
import { asText } from '../../src/model/shared/conversion.ts';
import { plainNumber } from '../../src/model/numbering/phone-text.ts';
import { isList, isPlainObject } from '../../src/model/shared/objects.ts';
import type { Mapping } from '../../src/model/shared/objects.ts';
import { baseUrl } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { hasKeysInForm, keyParameters } from '../key-parameters.ts';
import { usualVersion } from '../api-versions.ts';
import { linesOf, tagOf, usefulText } from '../form-text.ts';
import { curlFields, curlOf, haveFile } from '../../src/model/shared/curl.ts';
import type { CurlField, Parameter } from '../../src/model/shared/curl.ts';
import { fileOf } from './fax-fields.tsx';
import { besideUrl, keptNames, sendNames } from './send-names.ts';

/** The versions with which the form can send, the usual one first. */
export const sendVersions = [usualVersion, 'v3', 'v2', 'v1'] as const satisfies readonly ApiVersion[];

/** The form in which a version accepts a send. */
interface SendDialect {
  readonly path: (projectId: string) => string;
  readonly to: string;
  readonly file: string;
  readonly hasTestKeys: boolean;
  /** Whether a body without a file is multipart, too. */
  readonly isInParts: boolean;
}

const v21: SendDialect = {
  path: () => '/v2.1/faxes',
  to: 'to[]',
  file: 'file',
  hasTestKeys: true,
  isInParts: false,
};

const dialects: Readonly<Record<ApiVersion, SendDialect>> = {
  v1: {
    ...v21,
    path: () => '/v1/send',
    file: 'filename',
  },
  v2: { ...v21, path: () => '/v2/faxes' },
  'v2.1': v21,
  v3: {
    path: (projectId) => `/v3/projects/${projectId}/faxes`,
    to: 'to',
    file: 'file',
    hasTestKeys: false,
    isInParts: true,
  },
};

/** The version that is chosen in a form. */
export const versionIn = (form: FormData): ApiVersion =>
  sendVersions.find((version) => version === form.get('api')) ?? usualVersion;

const hasChosenTest = (form: FormData): boolean => form.get('keys') === 'test';

/** The dialect of the chosen version. */
export const dialectIn = (form: FormData): SendDialect => dialects[versionIn(form)];

export const isTestSend = (form: FormData): boolean => dialectIn(form).hasTestKeys && hasChosenTest(form);

/** The filled fields that the chosen version lacks. The form keeps their values. */
export const unsentIn = (form: FormData): readonly string[] => [
  ...(hasChosenTest(form) && !isTestSend(form) ? ['test keys'] : []),
  ...keptNames(form),
];

/** The text of the requested number of made pages, separated by form feeds. They are sent if the form has no file, no text and no URL. */
function madePages(form: FormData): string {
  const count = Number(usefulText(form, 'pages') ?? 1);
  const textOfPage = (page: number): string =>
    count === 1 ? 'A page that faxsim made.\n' : `Page ${page} of ${count} that faxsim made.\n`;
  return Array.from({ length: count }, (_, index) => textOfPage(index + 1)).join('\f');
}

/** A text that is sent as a file; a chosen file can have the same name. */
class TextFile extends File {
  readonly content: string;

  constructor(content: string) {
    super([content], 'text.txt', { type: 'text/plain' });
    this.content = content;
  }
}

/** The text to send: the entered one, or that of the made pages. */
const textOf = (form: FormData): string | undefined =>
  usefulText(form, 'text') ??
  (fileOf(form) === undefined && usefulText(form, sendNames[versionIn(form)].url) === undefined
    ? madePages(form)
    : undefined);

function textFileOf(form: FormData): TextFile | undefined {
  const text = textOf(form);
  return text === undefined ? undefined : new TextFile(text);
}

/** The parameters of the request, from the fields of the form. */
export function sendParameters(form: FormData): readonly Parameter[] {
  const version = versionIn(form);
  const { to, file: fileName } = dialects[version];
  const { tags, ...plain } = sendNames[version];
  const lines = (name: string, between?: RegExp): readonly string[] => linesOf(usefulText(form, name) ?? '', between);
  return [
    ...lines('to', /[,;\n]/).map((number): Parameter => [to, plainNumber(number)]),
    ...[fileOf(form), textFileOf(form)].flatMap((file): Parameter[] => (file === undefined ? [] : [[fileName, file]])),
    ...Object.values(plain).flatMap((name): Parameter[] => {
      const value = usefulText(form, name);
      return value === undefined ? [] : [[name, name === plain.from ? plainNumber(value) : value]];
    }),
    ...(usefulText(form, plain.url) === undefined ? [] : besideUrl[version]),
    ...lines(tags).map((line) => tagOf(tags, line)),
  ];
}

/** The request as a command of curl. */
export function sendCurl(form: FormData, { credentials, project_id: projectId }: AnswerOf<'worlds', 'show'>): string {
  const { path, isInParts } = dialectIn(form);
  const keys = isTestSend(form) ? credentials.test : credentials.live;
  const url = path(projectId);
  const parameters = [...sendParameters(form), ...keyParameters(url, keys)];
  const isMultipart = isInParts || haveFile(parameters);
  const fields = parameters.flatMap((parameter) => {
    const [name, value] = parameter;
    return value instanceof TextFile ? [textField(name, value)] : curlFields([parameter], isMultipart);
  });
  const user = hasKeysInForm(url) ? undefined : `${keys.key}:${keys.secret}`;
  return curlOf({ url: `${baseUrl()}${url}`, method: 'POST', user, fields });
}

/** A text as a field of curl that sends it as a file. */
const textField = (name: string, { content, name: fileName, type }: TextFile): CurlField => [
  '-F',
  `${name}="${content.replaceAll(/["\\]/g, '\\$&')}";filename=${fileName};type=${type}`,
];

/** The id of the first fax in the answer to a send, in the form of its version. */
export function sentId(answer: Mapping): string | undefined {
  const { faxes, data = answer } = answer;
  const first: unknown = isList(faxes) ? faxes[0] : data;
  const id = isPlainObject(first) ? (first['id'] ?? first['faxId']) : undefined;
  return id === undefined ? undefined : asText(id);
}
