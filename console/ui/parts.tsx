import type { ComponentChildren } from 'preact';

/** Texts in one line, each in its own direction, as Hebrew names need: `Ada · 3 pages · case: 7`. */
export const Parts = ({ of }: { readonly of: readonly ComponentChildren[] }) =>
  of.map((part, index) => (
    <span key={index}>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </span>
  ));

/** The name of a tag before its value, in any scripts. */
export const Tag = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <bdi>{name}</bdi>: <bdi>{value}</bdi>
  </>
);
