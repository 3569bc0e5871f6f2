import { Copy } from './copy.tsx';
import { Yaml } from './yaml.tsx';

interface CodeProps {
  readonly text: string;
  /** The name of the copied text: `the response`. */
  readonly what: string;
  /** The text that is copied, if it differs from the shown text. */
  readonly copied?: string;
  /** Whether the text is coloured as YAML. */
  readonly isYaml?: boolean;
}

/** Keys have 40 digits, so that a line often has no room for a whole one. */
const longKey = /([\da-f]{32,})/;

/** A text whose keys break between groups of eight digits, so that no line begins with a single one. */
export const Breakable = ({ text }: { readonly text: string }) => (
  <>
    {text.split(longKey).map((part) =>
      longKey.test(part)
        ? (part.match(/.{1,8}/g) ?? []).map((group, index) => (
            <>
              {index > 0 && <wbr />}
              {group}
            </>
          ))
        : part,
    )}
  </>
);

/** A name of a rule, such as `outage(lasts=9h)/refuse#1`, that breaks between its parts. */
export const RuleText = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=[(,/=])/).map((part, index) => (
      <>
        {index > 0 && <wbr />}
        {part}
      </>
    ))}
  </>
);

/** A command that breaks between its words, and not within an option such as `--test`. */
const Words = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/( +)/).map((word, index) =>
      word.startsWith('-') ? (
        <span key={index} class="word">
          {word}
        </span>
      ) : (
        <Breakable key={index} text={word} />
      ),
    )}
  </>
);

/** Text for a machine, with a button that copies it. */
export function Code({ text, what, copied = text, isYaml = false }: CodeProps) {
  return (
    <div class="code">
      <pre tabIndex={0} aria-label={what}>
        {isYaml ? <Yaml text={text} /> : <Words text={text} />}
      </pre>
      <Copy text={copied} what={what} />
    </div>
  );
}
