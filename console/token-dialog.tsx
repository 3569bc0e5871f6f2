import { hasToken, needsToken, setToken, wrongToken } from './api.ts';
import { usefulText } from './form-text.ts';
import { Field, FormDialog } from './ui/dialog.tsx';

/** Asks for the control token. */
export function TokenDialog() {
  const enter = async (form: FormData): Promise<void> => {
    await setToken(usefulText(form, 'token') ?? '');
    location.reload();
  };
  return (
    <FormDialog
      title="Token"
      submit="Use this token"
      error={hasToken() ? wrongToken : ''}
      onSubmit={enter}
      onClose={() => (needsToken.value = false)}
    >
      <p>
        The simulator is on another machine, or in a container, and asks for its control token. The program prints the
        address with the token when it starts; a token of your own is the value of <code>--control-token</code>.
      </p>
      <Field label="Control token">
        <input name="token" type="password" autocomplete="off" required />
      </Field>
    </FormDialog>
  );
}
