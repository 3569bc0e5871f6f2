import { useState } from 'preact/hooks';
import { guideText } from '../guides.tsx';
import { useOpenActions } from '../open-actions.ts';
import { useResource } from '../resource.ts';
import { Code } from '../ui/code.tsx';
import { copyText } from '../ui/copy.tsx';
import { Prose } from '../ui/prose.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { callFor, verifyFunctions } from './verify-snippets.ts';
import type { VerifiedWebhook, VerifyFunction } from './verify-snippets.ts';

const languageKey = 'faxsim-language';

interface VerifyCodeProps {
  /** A signed webhook, for its call of the function; undefined for an unsigned one. */
  readonly signed?: VerifiedWebhook & { readonly shownUrl: string };
}

/** The function that verifies webhooks, in a chosen language, and its call for this webhook. */
export function VerifyCode({ signed }: VerifyCodeProps) {
  const [chosen, setChosen] = useState(() => localStorage.getItem(languageKey) ?? 'Node');
  const guides = useResource('verification', async (signal) => {
    const texts = await Promise.all(['webhooks', 'verification'].map((name) => guideText(name, signal)));
    return verifyFunctions(texts.join('\n'));
  });
  const found = chosenOf(guides.data ?? [], chosen);
  const choose = (language: string): void => {
    localStorage.setItem(languageKey, language);
    setChosen(language);
  };
  const what = signed === undefined ? 'webhooks' : 'this webhook';
  useCopyAction(what, textsOf(found, signed));
  return (
    <details class="verify-code">
      <summary>Code that verifies {what}</summary>
      {guides.error !== undefined && <Failed error={guides.error} onRetry={guides.reload} />}
      {guides.data === undefined && guides.error === undefined && <Loading what="the code" />}
      {found !== undefined && (
        <>
          <label>
            Language{' '}
            <select value={found.language} onChange={(event) => choose(event.currentTarget.value)}>
              {guides.data?.map(({ language }) => (
                <option key={language}>{language}</option>
              ))}
            </select>
          </label>
          <Code what="the function" text={found.code} />
          <Note text={found.note} />
          {signed !== undefined && <Call language={found.language} of={signed} />}
        </>
      )}
    </details>
  );
}

/** The function in the chosen language, or else the first one. */
const chosenOf = (all: readonly VerifyFunction[], chosen: string): VerifyFunction | undefined =>
  all.find(({ language }) => language === chosen) ?? all[0];

/** The function, and its call for a signed webhook. */
const textsOf = (found: VerifyFunction | undefined, signed: VerifiedWebhook | undefined) =>
  found === undefined ? [] : [found.code, signed && callFor(found.language, signed)];

/** Offers in the palette to copy the code; without texts, nothing. */
function useCopyAction(what: string, texts: readonly (string | undefined)[]): void {
  const copied = texts.filter((text) => text !== undefined).join('\n\n');
  const action = {
    name: `Copy the code that verifies ${what}`,
    words: 'verify signature',
    run: () => copyText(copied, 'the code'),
  };
  useOpenActions(copied === '' ? [] : [action]);
}

interface CallProps {
  readonly language: string;
  readonly of: VerifiedWebhook & { readonly shownUrl: string };
}

function Call({ language, of: { shownUrl, ...webhook } }: CallProps) {
  const call = callFor(language, webhook);
  if (call === undefined) return null;
  const shown = callFor(language, { ...webhook, parts: { ...webhook.parts, url: shownUrl } }) ?? call;
  return (
    <>
      <p class="muted">Its call with the values of this webhook, which is right:</p>
      <Code what="the call" text={shown} copied={call} />
    </>
  );
}

/** How a framework provides the values that the function needs. */
const Note = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <p class="muted">
      <Prose text={text} />
    </p>
  );
