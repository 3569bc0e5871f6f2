import { useState } from 'preact/hooks';
import { errorTypes } from '../../src/model/domain/fax-error.ts';
import { baseUrl, callService } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { linesOf, tagOf, usefulText } from '../form-text.ts';
import { go } from '../router.ts';
import { Code } from '../ui/code.tsx';
import { Field, FormDialog } from '../ui/dialog.tsx';
import { curlFields, curlOf } from './curl.ts';
import type { CurlField, Parameter } from './curl.ts';
import { FileField, fileOf } from './fax-fields.tsx';
import { useWorld } from './world-data.ts';
import { asText } from '../../src/model/shared/conversion.ts';

const path = '/v2.1/faxes';

/** Parameters that are sent as they are entered. */
const plainNames = [
  'content_url',
  'header_text',
  'callback_url',
  'caller_id',
  'batch_delay',
  'batch_collision_avoidance',
  'cancel_timeout',
  'test_fail',
];

/** The page of a form without a file, a text and a URL. */
const madeText = 'A page that faxsim made.\n';

/** The text of the requested number of made pages, separated by form feeds. */
const madePages = (form: FormData): string =>
  Array.from({ length: Number(usefulText(form, 'pages') ?? 1) }, () => madeText).join('\f');

/** The text to send: the entered one, or that of the made pages. */
const textOf = (form: FormData): string | undefined =>
  usefulText(form, 'text') ??
  (fileOf(form) === undefined && usefulText(form, 'content_url') === undefined ? madePages(form) : undefined);

/** The parameters of the request, from the fields of the form. */
function parametersOf(form: FormData): readonly Parameter[] {
  const lines = (name: string, between?: RegExp): readonly string[] => linesOf(usefulText(form, name) ?? '', between);
  const file = fileOf(form);
  const text = textOf(form);
  const plain = plainNames.map((name) => [name, usefulText(form, name)] as const);
  return [
    ...lines('to', /[,;\n]/).map((number): Parameter => ['to[]', number]),
    ...(file === undefined ? [] : [['file', file] as const]),
    ...(text === undefined ? [] : [['file', new File([text], 'text.txt', { type: 'text/plain' })] as const]),
    ...plain.flatMap(([name, value]): Parameter[] => (value === undefined ? [] : [[name, value]])),
    ...lines('tag').map((line) => tagOf('tag', line)),
  ];
}

/** The request as a command of curl. */
function curlText(form: FormData, { live, test }: AnswerOf<'worlds', 'show'>['credentials']): string {
  const { key, secret } = form.get('keys') === 'test' ? test : live;
  const text = textOf(form)?.replaceAll(/["\\]/g, '\\$&');
  const fields = curlFields(parametersOf(form)).map((field): CurlField =>
    field[1] === 'file=@text.txt' && text !== undefined
      ? ['-F', `file="${text}";filename=text.txt;type=text/plain`]
      : field,
  );
  return curlOf({ url: `${baseUrl()}${path}`, method: 'POST', user: `${key}:${secret}`, fields });
}

/** A dialog that sends a fax as a client of the account does. */
export function SendForm({ onClose }: { readonly onClose: () => void }) {
  const [entered, setEntered] = useState(new FormData());
  const found = useWorld();
  const send = async (form: FormData): Promise<readonly string[]> => {
    const isTest = form.get('keys') === 'test';
    const request = new FormData();
    for (const [name, value] of parametersOf(form)) request.append(name, value);
    const { data } = await callService(path, { form: request, isTest });
    const id = typeof data === 'object' && data !== null && 'id' in data ? asText(data.id) : undefined;
    if (id !== undefined) go({ screen: 'faxes', id });
    return usefulText(form, 'batch_delay') === undefined ? [] : ['to', 'batch_delay', 'keys'];
  };
  return (
    <FormDialog title="Send a fax" submit="Send" draft="send" onInput={setEntered} onSubmit={send} onClose={onClose}>
      <p>The page calls the API as your client does, so the request is in the journal.</p>
      <Field label="To" hint="One number, or several with commas between. A fax to +15555551017 fails: busy">
        <input name="to" placeholder="+12025550123" required autocomplete="off" />
      </Field>
      <FileField hint="PDF, picture, text or HTML; without a file, text and URL, a page is made" />
      <Field label="Pages of the made document">
        <input name="pages" type="number" min="1" max="200" placeholder="1" />
      </Field>
      <Field label="Or text">
        <textarea name="text" rows={2} />
      </Field>
      <Field label="Or URL">
        <input name="content_url" type="url" placeholder="https://example.com" autocomplete="off" />
      </Field>
      <Field label="Keys">
        <select name="keys">
          <option value="live">Live</option>
          <option value="test">Test</option>
        </select>
      </Field>
      <More />
      {found.data !== undefined && (
        <div class="snippet">
          <Code what="the curl command" text={curlText(entered, found.data.credentials)} />
        </div>
      )}
    </FormDialog>
  );
}

function More() {
  return (
    <details class="more-fields">
      <summary>More</summary>
      <div class="fields">
        <Field label="Header text" hint="At the top of each page">
          <input name="header_text" maxLength={50} autocomplete="off" />
        </Field>
        <Field label="Caller id" hint="A number of the account">
          <input name="caller_id" type="tel" placeholder="+12025550123" autocomplete="off" />
        </Field>
        <Field label="Callback URL">
          <input name="callback_url" type="url" placeholder="http://localhost:3000/fax" autocomplete="off" />
        </Field>
        <Field label="Tags" hint="One on each line: case=7">
          <textarea name="tag" rows={2} spellcheck={false} />
        </Field>
        <Field label="Batch delay" hint="Seconds that the fax waits for others to the same number">
          <input name="batch_delay" type="number" min="0" max="3600" />
        </Field>
        <Field label="Batch collision avoidance">
          <select name="batch_collision_avoidance">
            <option value="">Not sent</option>
            <option>true</option>
            <option>false</option>
          </select>
        </Field>
        <Field label="Cancel timeout" hint="Minutes after which a fax that waits is cancelled">
          <input name="cancel_timeout" type="number" min="3" max="60" />
        </Field>
        <Field label="Test fail" hint="With the test keys alone: fail with an error of this type">
          <select name="test_fail">
            <option value="">Not sent</option>
            {errorTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </Field>
      </div>
    </details>
  );
}
