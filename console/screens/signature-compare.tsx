import { useState } from 'preact/hooks';
import { pluralize } from '../format.ts';
import { Badge } from '../ui/badge.tsx';
import { Field } from '../ui/dialog.tsx';
import { differenceOf } from '../../src/model/shared/signed-string.ts';
import type { SignedParts } from '../../src/model/shared/signed-string.ts';

interface CompareStringProps {
  readonly parts: SignedParts;
  /** Called with whether the pasted string is right. */
  readonly onCompare: (isRight: boolean) => void;
}

/** The form that compares the string signed by the user's code with the right one, and marks the first different byte. */
export function CompareString({ parts, onCompare }: CompareStringProps) {
  const [pasted, setPasted] = useState('');
  const compare = (text: string): void => {
    setPasted(text);
    onCompare(text !== '' && differenceOf(text, parts) === undefined);
  };
  const difference = pasted === '' ? undefined : differenceOf(pasted, parts);
  return (
    <>
      <Field label="Compare the string that you sign" hint="Print it in your code before the HMAC, and paste it.">
        <textarea
          id="compare-string"
          rows={2}
          class="machine"
          value={pasted}
          onInput={(event) => compare(event.currentTarget.value)}
          spellcheck={false}
        />
      </Field>
      <div role="status">
        {pasted !== '' && difference === undefined && (
          <p>
            <Badge tone="good">equal</Badge> {equalText(pasted.endsWith('\n'))}
          </p>
        )}
        {difference !== undefined && (
          <>
            <p>
              <Badge tone="bad">differs</Badge> After {pluralize(difference.at, 'byte')}, {difference.place}:
            </p>
            <dl class="facts difference">
              {(['expected', 'given'] as const).map((side) => (
                <div key={side}>
                  <dt>{side === 'expected' ? 'Right' : 'Yours'}</dt>
                  <dd>
                    <code>
                      {visible(difference.before)}
                      <mark>{visible(difference[side].slice(0, 1)) || 'nothing'}</mark>
                      {visible(difference[side].slice(1))}
                    </code>
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
    </>
  );
}

const equalText = (hasLineEnd: boolean): string =>
  hasLineEnd
    ? 'The string is right, but for a line break at its end. If your code signs the line break, too, remove it.'
    : 'The string is right. If the signature is not, the webhook token or the digest is wrong.';

/** Text with visible signs in place of white space. */
const visible = (text: string): string =>
  text.replaceAll('\n', '⏎').replaceAll('\r', '␍').replaceAll('\t', '⇥').replace(/^ | $/g, '␣');
