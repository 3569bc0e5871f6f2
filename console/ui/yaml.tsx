import { tokensOf } from './yaml-tokens.ts';

/** A text, or one line of it, in the colours of YAML. */
export function Yaml({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('\n').flatMap((line, number) => [
        number > 0 && '\n',
        ...tokensOf(line).map((token, index) =>
          token.kind === undefined ? (
            token.text
          ) : (
            <span key={`${number} ${index}`} class={`yaml-${token.kind}`}>
              {token.text}
            </span>
          ),
        ),
      ])}
    </>
  );
}
