import { useState } from 'preact/hooks';
import { errorTypes } from '../../src/model/domain/fax-error.ts';
import { callbackContentTypes, faxResolutions } from '../../src/model/domain/sinch-options.ts';
import { ask, callService } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { usefulText } from '../form-text.ts';
import { go } from '../router.ts';
import { Code } from '../ui/code.tsx';
import { Field, FormDialog, keptDraft } from '../ui/dialog.tsx';
import { FileField } from './fax-fields.tsx';
import { LeftOut } from './left-out.tsx';
import { NobodyNote } from './notified.tsx';
import { fieldName, sendNames } from './send-names.ts';
import type { Meaning, SendNames } from './send-names.ts';
import {
  dialectIn,
  isTestSend,
  sendCurl,
  sendParameters,
  sendVersions,
  sentId,
  unsentIn,
  versionIn,
} from './send-request.ts';
import { useWorld } from './world-data.ts';

const draft = 'send';

interface SendFormProps {
  /** The fields at first. Without them, those that were kept. */
  readonly given: FormData | undefined;
  readonly onClose: () => void;
}

/** A dialog that sends a fax as a client of the account does. */
export function SendForm({ given, onClose }: SendFormProps) {
  const [entered, setEntered] = useState(() => given ?? keptDraft(draft));
  const found = useWorld();
  const version = versionIn(entered);
  const names = sendNames[version];
  return (
    <FormDialog
      title="Send a fax"
      submit="Send"
      draft={given === undefined ? draft : undefined}
      given={given}
      beside={
        <>
          <h3>What is sent</h3>
          {found.data !== undefined && <Code what="the curl command" text={sendCurl(entered, found.data)} />}
        </>
      }
      onInput={setEntered}
      onSubmit={sendFax}
      onClose={onClose}
    >
      <p>The page calls the API as your client does, so Requests shows it.</p>
      <Field label="To" hint="One number, or several with commas between. A fax to +15555551017 fails: busy">
        <input name="to" placeholder="+12025550123" required autocomplete="off" />
      </Field>
      <FileField hint="PDF, picture, text or HTML; without a file, text and URL, a page is made" />
      <Field label="Pages of the made document">
        <input name="pages" type="number" min="1" max="200" placeholder="1" />
      </Field>
      <Field label="Text" hint="Sent as a file, also beside a chosen one">
        <textarea name="text" rows={2} />
      </Field>
      <Field label="URL">
        <input name={names.url} type="url" placeholder="https://example.com" autocomplete="off" />
      </Field>
      <Dialect hasTestKeys={dialectIn(entered).hasTestKeys} />
      <NobodyNote
        callbackUrl={usefulText(entered, names.callback ?? '') ?? null}
        isOwnAlone={version.startsWith('v3')}
      />
      <More names={names} />
      <LeftOut version={version} names={unsentIn(entered)} />
    </FormDialog>
  );
}

/** The version of the API, and the keys of those versions that have test keys. */
const Dialect = ({ hasTestKeys }: { readonly hasTestKeys: boolean }) => (
  <div class="field-pair">
    <Field label="API">
      <select name="api">
        {sendVersions.map((version) => (
          <option key={version}>{version}</option>
        ))}
      </select>
    </Field>
    <div hidden={!hasTestKeys}>
      <Field label="Keys">
        <select name="keys">
          <option value="live">Live</option>
          <option value="test">Test</option>
        </select>
      </Field>
    </div>
  </div>
);

/** Sends the fax of the form, and resolves to the names of the fields that stay for the next one. */
async function sendFax(form: FormData): Promise<readonly string[]> {
  const world = await ask<AnswerOf<'worlds', 'show'>>('/world');
  const request = new FormData();
  for (const [name, value] of sendParameters(form)) request.append(name, value);
  const answer = await callService(dialectIn(form).path(world.project_id), { form: request, isTest: isTestSend(form) });
  const sent = sentId(answer);
  if (sent !== undefined) {
    const { id } = await ask<AnswerOf<'faxes', 'show'>>(`/faxes/${sent}`); // v3 has other ids
    go({ screen: 'faxes', id: String(id) });
  }
  return usefulText(form, 'batch_delay') === undefined ? ['api'] : ['api', 'to', 'batch_delay', 'keys'];
}

/** The optional fields. Those that the version lacks stay in the form with their values, out of sight. */
function More({ names }: { readonly names: SendNames }) {
  return (
    <details class="more-fields">
      <summary>More</summary>
      <div class="fields">
        <Field label="Header text" hint="At the top of each page">
          <input name={names.header} maxLength={50} autocomplete="off" />
        </Field>
        <Field label="Caller id" hint="A number of the account">
          <input name={names.from} type="tel" placeholder="+12025550123" autocomplete="off" />
        </Field>
        <Field label="Callback URL">
          <input name={names.callback} type="url" placeholder="http://localhost:3000/fax" autocomplete="off" />
        </Field>
        <Choice label="Form of the webhook" of="callbackType" names={names} choices={callbackContentTypes} />
        <Field label={names.tags === 'labels' ? 'Labels' : 'Tags'} hint="One on each line: case=7">
          <textarea name={names.tags} rows={2} spellcheck={false} />
        </Field>
        <Count
          {...{ label: 'Batch delay', of: 'batchDelay', names, range: [0, 3600] }}
          hint="Seconds that the fax waits for others to the same number"
        />
        <Choice label="Batch collision avoidance" of="batchAvoidance" names={names} choices={['true', 'false']} />
        <Count
          {...{ label: 'Cancel timeout', of: 'cancelTimeout', names, range: [3, 60] }}
          hint="Minutes after which a fax that waits is cancelled"
        />
        <Choice
          label="Test fail"
          hint="With the test keys alone: fail with an error of this type"
          of="testFail"
          names={names}
          choices={errorTypes}
        />
        <Count
          {...{ label: 'Retries', of: 'retries', names, range: [0, 5] }}
          hint="How often a failed call is repeated"
        />
        <Choice label="Resolution" of="resolution" names={names} choices={faxResolutions} />
      </div>
    </details>
  );
}

interface OptionProps {
  readonly label: string;
  readonly hint?: string;
  readonly of: Meaning;
  readonly names: SendNames;
}

/** A field for a number. Its range holds only while it is sent. */
const Count = ({ label, hint, of, names, range: [min, max] }: OptionProps & { readonly range: readonly number[] }) => (
  <div hidden={names[of] === undefined}>
    <Field label={label} hint={hint}>
      <input name={fieldName(names, of)} type="number" {...(names[of] !== undefined && { min, max })} />
    </Field>
  </div>
);

const Choice = ({ label, hint, of, names, choices }: OptionProps & { readonly choices: readonly string[] }) => (
  <div hidden={names[of] === undefined}>
    <Field label={label} hint={hint}>
      <select name={fieldName(names, of)}>
        <option value="">— leave out</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </Field>
  </div>
);
