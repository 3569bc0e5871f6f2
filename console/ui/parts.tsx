import type { ComponentChildren } from 'preact';

/** Texts in one line, each in its own direction, as names in Hebrew need it: `Ada · 3 pages · case: 7`. */
export const Parts = ({ of }: { readonly of: readonly ComponentChildren[] }) =>
  of.map((part, index) => (
    <span key={index}>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </span>
  ));

/** The name of a tag before its value, whichever scripts they have. */
export const Tag = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <bdi>{name}</bdi>: <bdi>{value}</bdi>
  </>
);
