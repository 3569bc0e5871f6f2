import * as v from 'valibot';
import { isDataUrl } from '../../model/fields/kinds.ts';
import { lacksOne, readPhoneNumber } from '../../model/numbering/e164.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import {
  callbackContentTypes,
  defaultSinchOptions,
  faxResolutions,
  imageConversions,
} from '../../model/domain/sinch-options.ts';
import {
  anyNumberOf,
  boolean,
  callbackUrl,
  contentUrl,
  form,
  integer,
  oneOf,
  oneOfGroup,
  optional,
  shortText,
  single,
  text,
  uploadOr,
  valuesAs,
  Upload,
  itemsMax,
} from '../fields.ts';
import { fileContent } from '../v2/faxes.ts';
import { describedBy } from '../json-schema.ts';
import type { AnswerForm } from '../reply.ts';
import { jsonList } from '../reply.ts';
import { writeFax } from './faxes.ts';
import type { ShownTransmission } from './faxes.ts';
import { asText } from '../../model/shared/conversion.ts';

/** The file types of today, with those of earlier lists. Source: the API reference and the clients. */
const fileTypes = ['DOC', 'DOCX', 'HTML', 'JPG', 'ODT', 'PDF', 'PNG', 'TIF', 'TXT'] as const;

/** Bounds an answer, since the service names no limit (assumed). */
const recipientsMax = 1000;

/** Limit for the texts between separators. With more, even empty ones, reading takes seconds. */
const separatedMax = 10_000;

/** A number as it was sent. A leading blank may have been a plus. */
const givenNumber = single('a number', (trimmed, given = trimmed) => given);

/** Numbers in E.164. One text may contain several, separated by commas. */
const givenNumbers = single('a number', (trimmed, given = trimmed) => given, {
  type: 'string',
  pattern: String.raw`^\+[1-9]\d{6,14}(?: *[,;] *\+[1-9]\d{6,14})*$`,
  examples: ['+12025550123'],
});

/** Several numbers in one text: separated by commas today, by semicolons in earlier pages. */
const numberList = v.pipe(anyNumberOf(givenNumbers), describedBy({ minItems: 1 }));

/**
 * Reads all numbers. The call is refused if one of them is invalid (assumed). Source of the messages: notes of tests against the live
 * service.
 */
function readNumbers(given: readonly string[]): readonly string[] {
  const texts = given.join(',').split(/[,;]/, separatedMax + 1);
  const numbers = texts.length > separatedMax ? texts : texts.filter((number) => number.trim() !== '');
  if (numbers.length === 0) throw new Refusal('invalid', 'phone number (to) is required', { field: 'to' });
  if (numbers.length > recipientsMax) {
    throw new Refusal('invalid', `to must be at most ${recipientsMax} numbers, got ${numbers.length}`, {
      field: 'to',
    });
  }
  return numbers.map(readTarget);
}

/** Reads a called number. */
function readTarget(given: string): string {
  const number = withPlus(given);
  const known = inE164(number);
  if (known !== undefined) return known;
  const hint = lacksOne(number)
    ? 'A number of the US or Canada begins with +1'
    : /^\d{10,15}$/.test(number)
      ? 'Write the number in E.164, with + and the country code'
      : undefined;
  throw new Refusal('invalid', `The (${number}) is not a valid phone number`, { field: 'to', hint });
}

/** Reads the sender's number. A text that is not a number stays unchanged. */
function readSender(given: string): string {
  const number = withPlus(given);
  return inE164(number) ?? number;
}

/** The text of a number, whose plus may have become a blank in a form. */
const withPlus = (given: string): string => given.replace(/^ (?=\d)/, '+').trim();

const inE164 = (number: string): string | undefined => (number.startsWith('+') ? readPhoneNumber(number) : undefined);

/** Splits the text of a form field that contains several URLs. */
const splitUrls = (value: unknown): unknown =>
  typeof value === 'string' ? value.split(/,(?=\s*https?:\/\/)/i, itemsMax + 1) : value;

/** A hint for code that sends files in JSON under other names, or as a data: URL. */
const waysOfFiles =
  'a file goes into files: [{file, fileType}] of JSON, in base64, or is a part named file of multipart';

const fetchedUrl = v.pipe(
  v.unknown(),
  v.check((value) => typeof value !== 'string' || !isDataUrl(value), `must not be a data: URL: ${waysOfFiles}`),
  contentUrl,
);
const urlList = v.pipe(v.unknown(), v.transform(splitUrls), anyNumberOf(fetchedUrl), describedBy({ minItems: 1 }));

const filePart = uploadOr(`must be a part of a multipart/form-data body that has a filename: ${waysOfFiles}`);

/** Names with their values: one parameter for each, a JSON object, or its text, as real programs send it in multipart. */
const namedValues = (name: string) =>
  v.pipe(v.unknown(), v.transform(objectOfText), valuesAs(`${name}[NAME]=VALUE, or as a JSON object`));

/** Limit for the text of a JSON object of names: reading a longer one would take seconds. */
const namesTextMax = 1_000_000;

function objectOfText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > namesTextMax || !value.trimStart().startsWith('{')) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const base64 = /^[A-Za-z\d+/\s_-]*(?:={1,2}\s*)?$/;

const fileShape = { file: 'the file in base64', fileType: `one of ${fileTypes.join(', ')}` };

const aloneText = ' alone: leave out what stands before it in a data: URL, such as data:application/pdf;base64,';

/** A file in JSON. */
const encodedFile = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, Upload>(({ dataset: { value }, addIssue, NEVER }) => {
    const { file, fileType } = (value ?? {}) as { file?: unknown; fileType?: unknown };
    const type = fileTypes.find((known) => known === asText(fileType).toUpperCase());
    if (typeof file !== 'string' || file === '' || !base64.test(file)) {
      const isDataUrl = typeof file === 'string' && /^data:/i.test(file);
      addIssue({ message: `must have file, ${fileShape.file}${isDataUrl ? aloneText : ''}` });
    } else if (type === undefined) {
      addIssue({ message: `must have fileType, ${fileShape.fileType}` });
    } else {
      return new Upload(`file.${type.toLowerCase()}`, undefined, Buffer.from(file, 'base64'));
    }
    return NEVER;
  }),
  describedBy<Upload>({
    type: 'object',
    properties: { file: { type: 'string', contentEncoding: 'base64' }, fileType: { enum: fileTypes } },
    required: ['file', 'fileType'],
  }),
);

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const timeZone = single(
  'an IANA time zone, such as America/New_York',
  (name) => (name === defaultSinchOptions.headerTimeZone || isTimeZone(name) ? name : undefined),
  { type: 'string', pattern: String.raw`^[A-Za-z][\w+-]*(?:/[A-Za-z][\w+-]*){0,2}$`, examples: ['America/New_York'] },
);

interface HeaderFields {
  readonly headerText?: string | undefined;
  readonly headerPageNumbers?: boolean | undefined;
  readonly headerTimeZone?: string | undefined;
}

const { headerPageNumbers: usualNumbers, headerTimeZone: usualZone } = defaultSinchOptions;

const headerOf = ({ headerText, headerPageNumbers = usualNumbers, headerTimeZone = usualZone }: HeaderFields) => ({
  headerText,
  headerPageNumbers,
  headerTimeZone,
});

const noContent = 'You must submit at least one file or content URL';

/** A hint for public code that sends contentBase64, fileContent and content_url, which the service ignores. */
const contentHint =
  'v3 reads contentUrl, the parts file of a form, and files in JSON, each as {file, fileType}; it ignores other names, such as content_url and contentBase64';

/** The parameters of a send, in JSON or multipart. Unknown parameters are ignored. Source: the API reference. */
export const sendSchema = v.pipe(
  form({
    to: optional(oneOfGroup('recipients', numberList)),
    from: optional(givenNumber),
    contentUrl: optional(oneOfGroup('content', urlList)),
    file: optional(oneOfGroup('content', v.pipe(anyNumberOf(filePart), describedBy({ minItems: 1 })))),
    files: optional(
      oneOfGroup(
        'content',
        v.pipe(v.unknown(), v.array(encodedFile, 'must be a list of files'), describedBy({ minItems: 1 })),
      ),
    ),
    headerText: optional(shortText(50)),
    headerPageNumbers: optional(boolean),
    headerTimeZone: optional(timeZone),
    retryDelaySeconds: optional(integer({ min: 30, max: 300 })),
    labels: optional(namedValues('labels')),
    callbackUrl: optional(callbackUrl),
    callbackUrlContentType: optional(oneOf(callbackContentTypes)),
    imageConversionMethod: optional(oneOf(imageConversions)),
    serviceId: optional(text),
    maxRetries: optional(integer({ min: 0, max: 5 })),
    resolution: optional(oneOf(faxResolutions)),
    coverPageId: optional(text),
    coverPageData: optional(namedValues('coverPageData')),
    inProgressNotifications: optional(boolean),
  }),
  v.transform((fields) => {
    const { contentUrl: urls = [], file = [], files = [], labels = {}, coverPageData = {}, ...others } = fields;
    const to = readNumbers(fields.to ?? []);
    const contents = [...urls.map((url) => ({ kind: 'url' as const, url })), ...[...file, ...files].map(fileContent)];
    if (contents.length === 0) throw new Refusal('malformed', noContent, { hint: contentHint });
    return {
      to,
      contents,
      labels,
      coverPageData,
      from: others.from === undefined ? undefined : readSender(others.from),
      ...headerOf(others),
      retryDelayMs: others.retryDelaySeconds === undefined ? undefined : others.retryDelaySeconds * 1000,
      retries: others.maxRetries,
      callbackUrl: others.callbackUrl,
      callbackContentType: others.callbackUrlContentType ?? defaultSinchOptions.callbackContentType,
      imageConversion: others.imageConversionMethod,
      resolution: others.resolution,
      serviceId: others.serviceId,
      coverPageId: others.coverPageId,
      inProgressNotifications: others.inProgressNotifications,
    };
  }),
);

/** The answer to a send: a single fax is not wrapped; several are under `faxes`, in the order of `to`. Source: the clients. */
export const sendAnswer: AnswerForm<readonly ShownTransmission[]> = () => ({
  shape: {
    kind: 'json',
    body: v.union([writeFax.shape, v.strictObject({ faxes: v.array(writeFax.shape) })]),
    headers: [],
  },
  reply: (sent) => {
    const [only] = sent;
    if (sent.length === 1 && only !== undefined) return { json: [writeFax(only)] };
    return { json: ['{"faxes":', ...jsonList(sent, writeFax), '}'] };
  },
});
