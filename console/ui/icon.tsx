/** Paths of icons of 16 × 16, drawn as lines. */
const paths = {
  overview: 'M2.5 2.5H7v6H2.5zM9 2.5h4.5v3H9zM9 7.5h4.5v6H9zM2.5 10.5H7v3H2.5z',
  fax: 'M4 6V2h6l2 2v2M2.5 6h11v7h-11zM5 10h6M11.5 8h.01',
  webhook: 'M8 2a3 3 0 0 1 1.6 5.5L12 12M8 5 5.5 10M5 13a2.5 2.5 0 1 1 .5-3M6 12h6a2 2 0 1 0 0-4',
  request: 'M2 4h12M2 8h8M2 12h10',
  activity: 'M1.5 8.5h3l2-5.5 3 10 2-4.5h3',
  scenario: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  sweep: 'M2.5 2.5h11v11h-11zM2.5 8h11M8 2.5v11M10 10l1.5 1.5M11.5 10 10 11.5',
  migration: 'M2 5h9M8.5 2.5 11 5 8.5 7.5M14 11H5M7.5 8.5 5 11l2.5 2.5',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3l2 1.5',
  world: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2c2 2 2.5 4 2.5 6S10 12 8 14c-2-2-2.5-4-2.5-6S6 4 8 2z',
  settings: 'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.5v4M6 9.5v4',
  guide: 'M8 4C6.5 2.5 4 2.5 2 3v9.5c2-.5 4.5-.5 6 1 1.5-1.5 4-1.5 6-1V3c-2-.5-4.5-.5-6 1zM8 4v9.5',
  evidence: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5 14 14M5 7l1.5 1.5L9 5.5',
  api: 'M5 4.5 1.5 8 5 11.5M11 4.5 14.5 8 11 11.5M9.2 3 6.8 13',
  connect: 'M6 10 10 6M5 7 3.5 8.5a2.8 2.8 0 0 0 4 4L9 11M11 9l1.5-1.5a2.8 2.8 0 0 0-4-4L7 5',
  sent: 'M4 12 12 4M6 4h6v6',
  received: 'M12 4 4 12M10 12H4V6',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5 14 14',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M6 5V2.5h7.5V10H11M2.5 5H11v8.5H2.5z',
  tick: 'M3 8.5 6.5 12 13 4.5',
  select: 'M2.5 2.5h11v11h-11zM5 8l2 2 4-4.5',
  plus: 'M8 3v10M3 8h10',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  next: 'M6.5 3.5 11 8l-4.5 4.5',
  minus: 'M3 8h10',
  reset: 'M3 8a5 5 0 1 0 2-4M5 1v3h3',
  turn: 'M13 8a5 5 0 1 1-2-4M11 1v3H8',
  larger: 'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5 9 7M2.5 13.5 7 9',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M3.5 6 8 10.5 12.5 6',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.01M6.5 6.5h.01M9 6.5h.01M11.5 6.5h.01M5 9.5h6',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.5v9l7-4.5z',
  skip: 'M4 3.5v9l6-4.5zM12 3.5v9',
  file: 'M4 1.5h5.5L12.5 5v9.5h-8.5zM9.5 1.5V5h3',
  print: 'M4.5 6V2h7v4M4.5 12h-2V6h11v6h-2M4.5 9.5h7v4.5h-7z',
  external: 'M6.5 3.5h-3v9h9v-3M9 3h4v4M13 3 7.5 8.5',
} as const;

export type IconName = keyof typeof paths;

/** A picture beside a word; it is hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
