/** The used part of the package, which has no types of its own. */
declare module 'html-to-text' {
  type Formatter = (
    element: { readonly attribs: Readonly<Record<string, string>> },
    walk: unknown,
    builder: { addInline(text: string): void },
  ) => void;

  export function convert(
    html: string,
    options: {
      readonly wordwrap: number;
      readonly preserveNewlines: boolean;
      readonly limits: { readonly maxDepth: number; readonly ellipsis: string };
      readonly selectors: readonly { selector: string; format?: string; options?: Readonly<Record<string, unknown>> }[];
      readonly formatters: Readonly<Record<string, Formatter>>;
    },
  ): string;
}
