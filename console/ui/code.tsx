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

/** Text for a machine, with a button that copies it. */
export function Code({ text, what, copied = text, isYaml = false }: CodeProps) {
  return (
    <div class="code">
      <pre tabIndex={0} aria-label={what}>
        {isYaml ? <Yaml text={text} /> : text}
      </pre>
      <Copy text={copied} what={what} />
    </div>
  );
}
