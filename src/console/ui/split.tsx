import type { ComponentChildren } from 'preact';

interface SplitProps {
  readonly list: ComponentChildren;
  /** Undefined: nothing is chosen; on narrow screens the list then has the whole width. */
  readonly detail: ComponentChildren | undefined;
  readonly placeholder: ComponentChildren;
  readonly detailLabel: string;
}

/** A list beside the detail of one item; on narrow screens one of the two. */
export function Split({ list, detail, placeholder, detailLabel }: SplitProps) {
  return (
    <div class={`split${detail === undefined ? '' : ' has-detail'}`}>
      <div class="split-list">{list}</div>
      <section class="split-detail" aria-label={detailLabel}>
        {detail !== undefined && <h1 class="hidden alone">{detailLabel}</h1>}
        {detail ?? placeholder}
      </section>
    </div>
  );
}

/** A titled part of a detail. */
export function Part({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="part">
      <header>
        <h3>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}

interface FactsProps {
  readonly facts: Readonly<Record<string, ComponentChildren>>;
  /** A name as it is shown. Default: as it is. */
  readonly label?: (name: string) => ComponentChildren;
}

/** Names and values below each other; values that are undefined are left out. */
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
