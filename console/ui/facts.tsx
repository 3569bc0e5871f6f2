import type { ComponentChildren } from 'preact';

interface FactsProps {
  readonly facts: Readonly<Record<string, ComponentChildren>>;
  /** How a name is shown. Default: as it is. */
  readonly label?: (name: string) => ComponentChildren;
}

/** Names and values below each other. Undefined values are left out. */
export function Facts({ facts, label = (name) => name }: FactsProps) {
  return (
    <dl class="facts">
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{label(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
