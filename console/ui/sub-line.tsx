import type { ComponentChildren } from 'preact';
import { Copy } from './copy.tsx';

/** The line below a title: parts with a separator between them. The line wraps only between parts. Missing parts are left out. */
export const SubLine = ({ of }: { readonly of: readonly ComponentChildren[] }) => (
  <span class="sub-line">
    <span>
      {of
        .filter((part) => part !== undefined && part !== null && part !== false && part !== '')
        .map((part, index) => (
          <span key={index}>{part}</span>
        ))}
    </span>
  </span>
);

interface IdProps {
  /** The kind of the id: `Fax`, `v3`. */
  readonly of: string;
  readonly id: string | number;
  readonly what: string;
}

/** An id that can be copied. */
export const Id = ({ of, id, what }: IdProps) => (
  <span class="id">
    {of} <code>{id}</code>
    <Copy text={String(id)} what={what} />
  </span>
);
