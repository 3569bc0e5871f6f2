/** The meaning of a status, which sets its colour and its shape. */
export type Tone = 'good' | 'bad' | 'broken' | 'busy' | 'waiting' | 'mixed' | 'on' | 'still' | 'stated' | 'plain';

/** The tone of the status of an answer. One that refuses is bad everywhere, that of the simulator and that of a program. */
export const answerTone = (isRefusal: boolean): Tone => (isRefusal ? 'bad' : 'good');

const triangle = 'M8 1.5 15 14H1zm0 3.6L4 12.4h8zM7.2 7h1.6v2.6H7.2zm0 3.2h1.6v1.3H7.2z';

const shapes: Readonly<Record<Tone, string>> = {
  good: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm3.4 5.1-4 4.6a.8.8 0 0 1-1.2 0L4.6 9.1l1.1-1.1 1.1 1.1 3.4-4z',
  bad: 'M8 1 15 8 8 15 1 8zM6.3 5.2 5.2 6.3 6.9 8 5.2 9.7l1.1 1.1L8 9.1l1.7 1.7 1.1-1.1L9.1 8l1.7-1.7-1.1-1.1L8 6.9z',
  broken: triangle,
  busy: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 1.8V13.2A5.2 5.2 0 0 1 8 2.8z',
  waiting: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 1.8a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 8 2.8z',
  mixed: triangle,
  on: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z',
  still: 'M3.5 2.5h3.4v11H3.5zM9.1 2.5h3.4v11H9.1z',
  stated: 'M3 1h7l3 3v11H3zm1.8 1.8v10.4h6.4V5.4H8.6V2.8zM6 7.6h4v1.4H6zm0 2.6h4v1.4H6z',
  plain: 'M2 2h12v12H2zm1.8 1.8v8.4h8.4V3.8z',
};

/** A status: a shape and a word in addition to the colour. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <span class={`badge ${tone}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path fill-rule="evenodd" d={shapes[tone]} />
      </svg>
      {children}
    </span>
  );
}
