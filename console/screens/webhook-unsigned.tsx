import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { usefulText } from '../form-text.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { RuleLink } from './rule-link.tsx';
import { VerifyCode } from './verify-code.tsx';
import { isOfV3 } from './webhook-words.ts';
import type { Attempt } from './webhook-attempt.ts';

type Settings = AnswerOf<'settings', 'show'>;

interface UnsignedProps {
  readonly webhook: WebhookRecord;
  readonly attempt: Attempt;
  readonly settings: Settings;
  /** Called after a setting has changed. */
  readonly onSet: () => void;
}

/** Why an attempt has no signature, and the settings that the next one needs. */
export function Unsigned({ webhook, attempt, settings, onSet }: UnsignedProps) {
  const { webhook_token: token } = settings;
  const hasNoUrl = webhook.url === null;
  if (isOfV3(webhook)) {
    return (
      <>
        {hasNoUrl && (
          <p class="muted">
            It has no URL, so nothing was sent: give the fax a <code>callbackUrl</code>, or redeliver the webhook
            edited.
          </p>
        )}
        <p class="muted">
          v3 signs no webhook. A secret can only be in the URL, as in <code>https://user:password@host/path</code>.
        </p>
      </>
    );
  }
  return (
    <>
      {hasNoUrl && <NoUrl {...{ attempt, settings, onSet }} />}
      {token === null && <TokenForm onSet={onSet} />}
      {!hasNoUrl && token !== null && <UnsignedPost attempt={attempt} />}
      <VerifyCode />
    </>
  );
}

const UnsignedPost = ({ attempt: { rule } }: { readonly attempt: Attempt }) => (
  <p class="muted">
    This attempt was sent without a signature
    {rule !== null && (
      <>
        , under the rule <RuleLink label={rule} />
      </>
    )}
    . Webhooks are signed now: redeliver this one.
  </p>
);

/** The setting with the URL for webhooks about such a fax. */
const urlSettingOf = ({ fields }: Attempt): 'receive_callback_url' | 'send_callback_url' =>
  fields['direction'] === 'received' ? 'receive_callback_url' : 'send_callback_url';

function NoUrl({ attempt, settings, onSet }: Omit<UnsignedProps, 'webhook'>) {
  const name = urlSettingOf(attempt);
  const url = settings[name];
  if (url !== null) {
    return (
      <p class="muted">
        It had no URL, so nothing was sent. Webhooks go to <code>{url}</code> now: redeliver this one.
      </p>
    );
  }
  const submit = async (form: FormData): Promise<void> => {
    await ask('/settings', { method: 'PATCH', input: { [name]: usefulText(form, name) ?? null } });
    onSet();
  };
  return (
    <>
      <p class="muted">It has no URL, so nothing was sent: set a callback URL.</p>
      <Form class="params" onSubmit={submit}>
        <Field label={<code>{name}</code>}>
          <input name={name} type="url" required placeholder="http://localhost:3000/fax" autocomplete="off" />
        </Field>
        <Button isSubmit>Set the URL</Button>
      </Form>
    </>
  );
}

/** Sets the webhook token of the account, so that later attempts are signed. */
function TokenForm({ onSet }: { readonly onSet: () => void }) {
  const submit = async (form: FormData): Promise<void> => {
    const token = usefulText(form, 'token') ?? null;
    await ask('/settings', { method: 'PATCH', input: { webhook_token: token } });
    onSet();
  };
  return (
    <>
      <p class="muted">
        The account has no webhook token, so nothing is signed. Set one here, or start with <code>--webhook-token</code>
        .
      </p>
      <Form class="params" onSubmit={submit}>
        <Field label="Webhook token">
          <input name="token" required autocomplete="off" />
        </Field>
        <Button isSubmit>Sign webhooks</Button>
      </Form>
    </>
  );
}
