import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pageOf } from '../../../src/lab/report/html.ts';
import { textOf } from '../../../src/lab/report/text.ts';
import type { ReportItem, ReportSection, ReportSign, ToolReport } from '../../../src/lab/report/form.ts';
import { making } from '../../support/report-making.ts';

const escapes = /\u001b\[\d+m/g;
const paint = (_style: string, text: string) => `\u001b[1m${text}\u001b[22m`;
const lengths = (text: string) => text.split('\n').map(({ length }) => length);

const finding = {
  id: 'lost-1k3x',
  mark: { tone: 'bad', word: 'wrong' },
  title: 'two faxes in place of one',
  paragraphs: ['The service carries out the request, but its response is lost.'],
  facts: [
    { name: 'by', texts: ['sendFax +12025550123'] },
    { name: 'scenario', texts: ['out/a.yaml'], isCode: true },
  ],
  again: 'npx faxsim sweep --only lost-answer',
  output: 'Error: no fax',
  others: { title: '1 more finding of this cause', items: [{ title: 'hang at sendFax' }] },
} as const satisfies ReportItem;

const sign = (tone: 'good' | 'bad', letter: string) => ({ tone, word: tone, sign: letter, about: `${tone}: so` });

const report = {
  name: 'faxsim sweep',
  marks: [{ tone: 'bad', word: '1 finding' }],
  summary: '2 runs in 1.0 s.',
  sections: [
    { title: 'Findings', items: [finding], isRanked: true },
    {
      title: 'Calls',
      items: [
        {
          title: 'sendFax',
          pair: [
            { name: 'sent', note: 'request 1', requests: ['POST /v2.1/faxes\nto[] = +12025550123'] },
            { name: 'v3', requests: ['POST /v3/faxes\nto = +12025550123', 'GET /v3/faxes'] },
          ],
        },
      ],
    },
    {
      title: 'Faults',
      table: {
        heads: [{ text: 'sendFax', about: 'sendFax(v2.1)#1' }, { text: 'listFaxes' }],
        rows: [{ head: { text: 'busy' }, cells: [sign('bad', 'W'), sign('good', '·')] }],
      },
      facts: [{ name: 'wrong', texts: ['the world has a wrong state'], sign: sign('bad', 'W') }],
    },
    {
      title: 'Achieved',
      table: { heads: [{ text: 'old' }, { text: 'new' }], rows: [{ head: { text: 'faxes' }, cells: ['12', '1'] }] },
    },
    { title: 'Left out', again: 'npx faxsim parity', lines: ['one', 'two', 'three'], linesMax: 2 },
    {
      title: 'For your board',
      tasks: [{ id: 'task-1', title: 'Numbers.', text: 'Write them in E.164', source: 'Reference' }],
    },
  ],
} as const satisfies ToolReport;

test('the text has the verdict, each section, and the form of a terminal', () => {
  expect(textOf(report)).toBe(
    [
      '1 finding. 2 runs in 1.0 s.',
      '',
      'Findings',
      '1. wrong: two faxes in place of one',
      '   The service carries out the request, but its response is lost.',
      '   by:       sendFax +12025550123',
      '   scenario: out/a.yaml',
      '   again:    npx faxsim sweep --only lost-answer',
      '   also:     hang at sendFax',
      '',
      'Calls',
      'sendFax',
      '   sent: POST /v2.1/faxes  (request 1)',
      '           to[] = +12025550123',
      '   v3:   POST /v3/faxes',
      '           to = +12025550123',
      '   v3:   GET /v3/faxes',
      '',
      'Faults',
      '',
      '      sendFax',
      '      │  listFaxes',
      'busy  W  ·',
      '',
      'W  wrong  the world has a wrong state',
      '',
      'Achieved',
      '       old  new',
      'faxes  12   1',
      '',
      'Left out',
      '',
      'again: npx faxsim parity',
      '  one',
      '  two',
      '  and 1 more',
      '',
      'For your board',
      '- [ ] Numbers. Write them in E.164 (Reference)',
      '',
      '1 finding. 2 runs in 1.0 s.',
      '',
    ].join('\n'),
  );
});

test('the page has an address for each finding and each task, with a link to it', () => {
  const page = pageOf(report, making);
  expect(page).toContain('<article class="card" id="lost-1k3x">');
  expect(page).toContain('<li id="task-1">');
  const links = [...page.matchAll(/<a class="anchor" href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links).toEqual(['lost-1k3x', 'task-1']);
});

test('a card that is longer than a part of a sheet may break on paper, and a short one stays whole', () => {
  const pageWith = (count: number): string => {
    const paragraphs = Array.from({ length: count }, (_, at) => `Reason ${at}`);
    return pageOf({ ...report, sections: [{ title: 'Findings', items: [{ title: 'It fails', paragraphs }] }] }, making);
  };
  expect(pageWith(3)).toContain('<article class="card">');
  expect(pageWith(30)).toContain('<article class="card tall">');
  expect(pageWith(3)).toContain('.card:not(.matrix, .tall), .matrix.short { break-inside: avoid; }');
});

test('no line of the page ends within an option, and the text of a command stays the same', () => {
  const again = 'npx faxsim sweep --jobs 2 --only sweep-001-fax-busy --out a-directory-with-a-very-long-name';
  const page = pageOf({ ...report, sections: [{ title: 'Findings', items: [{ title: 'It fails', again }] }] }, making);
  const [, html = ''] = /<dt>Again<\/dt><dd><code>(.*?)<\/code>/.exec(page) ?? [];
  expect(html.match(/(?<=<span class="whole">)[^<]+/g)).toEqual(['--jobs', '--only', 'sweep-001-fax-busy', '--out']);
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(again);
});

test('colours add nothing but colours, and stand on the verdict, the titles, the marks and the signs', () => {
  const painted = textOf(report, { paint });
  expect(painted.replaceAll(escapes, '')).toBe(textOf(report));
  const styled: string[] = [];
  textOf(report, { paint: (style, text) => (styled.push(`${style} ${text}`), text) });
  expect(styled).toEqual(
    expect.arrayContaining(['bad wrong', 'bad W', 'good ·', 'title Findings', 'bad 1', 'bad finding']),
  );
});

describe('on a terminal', () => {
  const words = fc
    .array(fc.string({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 12 })
    .map((all) => all.join(' '));
  const items = fc.array(
    fc.record({
      mark: fc.record({ tone: fc.constant('bad' as const), word: fc.constantFrom('wrong', 'not reached') }),
      title: words,
      paragraphs: fc.array(words, { maxLength: 2 }),
      facts: fc.array(fc.record({ name: fc.constantFrom('by', 'differs'), texts: fc.array(words, { maxLength: 9 }) })),
    }),
    { maxLength: 3 },
  );
  const sections = fc.array(
    fc.record({
      title: words,
      lead: words,
      items,
      lines: fc.array(words, { maxLength: 3 }),
      tasks: fc.array(fc.record({ id: words, title: words, text: words, source: fc.option(words) }), { maxLength: 2 }),
    }),
  );

  test('no line of words is wider, and no letter is lost', () => {
    fc.assert(
      fc.property(sections, fc.integer({ min: 40, max: 120 }), words, (some, width, summary) => {
        const shown = { name: 'faxsim', marks: [], summary, sections: some };
        const text = textOf(shown, { width, paint }).replaceAll(escapes, '');
        expect(Math.max(...lengths(text))).toBeLessThanOrEqual(width);
        const letters = (one: string) => one.replaceAll(/\s+/g, '');
        expect(letters(textOf(shown, { width: 500 }))).toContain(letters(textOf({ ...shown, sections: [] })));
        for (const { title } of some.flatMap((section) => section.items))
          expect(letters(text)).toContain(letters(textOf({ ...shown, summary: title, sections: [] })));
      }),
    );
  });

  test.each([40, 80])('a matrix of many columns stands in blocks within %d columns', (width) => {
    const heads = Array.from({ length: 45 }, (_, at) => ({
      text: `sendFax to=+120255501${String(at).padStart(2, '0')}`,
    }));
    const table = { heads, rows: [{ head: { text: 'busy' }, cells: heads.map(() => sign('bad', 'W')) }] };
    const text = textOf({ ...report, sections: [{ title: 'Faults', table }] }, { width });
    expect(Math.max(...lengths(text))).toBeLessThanOrEqual(width);
    expect(text.split('W').length - 1).toBe(45);
  });

  test('a table that is too wide has the names of its rows above them', () => {
    const table = {
      heads: [{ text: 'old' }, { text: 'new' }],
      rows: [{ head: { text: 'received faxes fetched by the program' }, cells: ['12', '1'] }],
    };
    expect(textOf({ ...report, sections: [{ title: 'Achieved', table }] }, { width: 40 })).toContain(
      'Achieved\n  old  new\nreceived faxes fetched by the program\n  12   1\n',
    );
  });

  test('a command stays whole, and a request breaks between its words alone', () => {
    const path = '/v3/projects/f8ba8d5a-3e0d-4309-932d-d7e87713e5e0/faxes';
    const fact = { name: 'new', texts: [`POST ${path} to=+12025550123, file=letter.txt → 200`], isCode: true };
    const item = { ...finding, facts: [fact] };
    const text = textOf({ ...report, sections: [{ title: 'Findings', items: [item] }] }, { width: 40 });
    expect(text).toContain('   again: npx faxsim sweep --only lost-answer\n');
    expect(text).toContain(`\n          ${path}\n          to=+12025550123,\n          file=letter.txt → 200\n`);
  });
});

describe('the page', () => {
  const page = pageOf(report, making);

  test('has each text of the report', () => {
    for (const text of [
      'two faxes in place of one',
      'to[] = +12025550123',
      'Error: no fax',
      'hang at sendFax',
      'three',
    ])
      expect(page).toContain(text);
    expect(page).toContain('<title>faxsim sweep: 1 finding</title>');
    expect(page).toContain('<figcaption>Sent, request 1</figcaption>');
    expect(page).toContain('<span class="cell bad" title="bad: so">W</span>');
  });

  test('leads from each sign of a run to its finding, or else to its reason in a list of all runs, and back', () => {
    const runs = ['sweep-001', 'sweep-002'].map((run) => ({ ...sign('bad', 'W'), about: `wrong: ${run} & so`, run }));
    const table = { heads: [{ text: 'sendFax' }, { text: 'getFax' }], rows: [{ head: { text: 'busy' }, cells: runs }] };
    const withRuns = pageOf({ ...report, sections: [{ title: 'Faults', table }] }, making);
    expect(withRuns).toContain('href="#run-sweep-002" id="sign-sweep-002">W</a>');
    const finding = { title: 'Findings', items: [{ id: 'sweep-002', title: 'two faxes' }] };
    const withFinding = pageOf({ ...report, sections: [finding, { title: 'Faults', table }] }, making);
    expect(withFinding).toContain('href="#sweep-002" id="sign-sweep-002">W</a>');
    expect(withFinding).toMatch(/<h3>two faxes.* href="#sign-sweep-002" title="To its sign in the table"/);
    expect(withRuns).toContain('<summary>2 runs, each with its result</summary>');
    expect(withRuns).toMatch(/<li id="run-sweep-002">.*<span>wrong: sweep-002 &amp; so<\/span>/);
  });

  test('names its making', () => {
    expect(page).toContain('2026-01-05 09:30 UTC</time>, faxsim 1.2.3: <code>npx faxsim command -- npm test</code>');
  });

  test('has no text that is read as HTML', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        const text = `"><script>${any}`;
        const texts = [text];
        const fact = { name: text, texts };
        const item: ReportItem = {
          mark: { tone: 'bad', word: text },
          title: text,
          paragraphs: texts,
          facts: [fact, { ...fact, isCode: true }],
          again: text,
          output: text,
          others: { title: text, items: [{ title: text }] },
          pair: [
            { name: text, note: text, requests: texts },
            { name: text, requests: texts },
          ],
        };
        const cell: ReportSign = { tone: 'bad', word: text, sign: text, about: text };
        const head = { text, about: text };
        const table: ReportSection['table'] = {
          heads: [head],
          rows: [{ head, cells: [text, cell, { tone: 'bad', word: text }] }],
        };
        const section: ReportSection = {
          title: text,
          lead: text,
          items: [item],
          again: text,
          facts: [{ ...fact, sign: cell }],
          table,
          lines: texts,
        };
        const whole: ToolReport = {
          name: text,
          marks: [{ tone: 'bad', word: text }],
          summary: text,
          sections: [section],
        };
        expect(pageOf(whole, { ...making, command: text, directory: text })).not.toContain('<script');
      }),
    );
  });
});
