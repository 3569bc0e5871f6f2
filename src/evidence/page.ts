import { apiVersions } from './evidence.ts';
import type { ApiVersion, ByVersion, OperationEvidence, Proofs, RefusalEvidence } from './evidence.ts';
import { operationEntries } from './coverage.ts';
import { markMeanings, marks } from './proof.ts';
import type { Proof } from './proof.ts';
import { refusalEvidence } from './refusals.ts';
import { recordEvidence } from './table.ts';

/** The page docs/coverage.md: the evidence for each part of the API. */
export function coveragePage(): string {
  return [
    '<!-- Made by `npm run docs` from src/evidence: change it there. -->',
    '# Coverage',
    'What faxsim does, by operation and version, and how sure it is that the real service does the same. What was ' +
      'chosen where nothing is known stands in [assumptions](assumptions.md).',
    table(
      ['Mark', 'Means'],
      marks.map((mark) => [mark, markMeanings[mark]]),
    ),
    '## Operations',
    'The mark of the call, and those of its message and parameters where they are less sure.',
    table(
      ['Operation', ...apiVersions],
      operationEntries.map(([id, versions]) => [
        `\`${id}\``,
        ...apiVersions.map((version) => summary(versions[version])),
      ]),
    ),
    '## Each operation',
    ...operationEntries.flatMap(([id, versions]) => [`### ${id}`, operationTable(versions)]),
    '## Records',
    '`Answer` is what surrounds the records.',
    ...recordNames().flatMap((name) => [`### ${name}`, recordTable(name)]),
    '## Refusals',
    'What every operation answers when it refuses, unless its own table says otherwise.',
    refusalTable(),
  ].join('\n\n');
}

type TableRow = readonly string[];

function table(head: TableRow, rows: readonly TableRow[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const none = '–';
const describe = (proof: Proof | null | undefined): string =>
  proof === undefined || proof === null ? none : `${proof.mark}: ${proof.source}`;

function summary(evidence: OperationEvidence | undefined): string {
  if (evidence === undefined) return none;
  const { call, message, parameters } = evidence;
  const rank = marks.indexOf(call.mark);
  const lessSure = Object.entries({ ...parameters, ...(message && { message }) }).filter(
    ([, { mark }]) => marks.indexOf(mark) > rank,
  );
  const byMark = marks.flatMap((mark) => {
    const names = lessSure.filter(([, proof]) => proof.mark === mark).map(([name]) => name);
    return names.length === 0 ? [] : [`${mark}: ${names.join(', ')}`];
  });
  return [call.mark, ...byMark].join('; ');
}

function operationTable(versions: ByVersion): string {
  const known = apiVersions.filter((version) => versions[version] !== undefined);
  const row = (name: string, tell: (evidence: OperationEvidence) => string): TableRow => [
    name,
    ...known.map((version) => (versions[version] === undefined ? none : tell(versions[version]))),
  ];
  const parameters = namesIn(known.map((version) => versions[version]?.parameters ?? {}));
  const refused = namesIn(known.map((version) => versions[version]?.refusals ?? {}));
  return table(
    ['', ...known],
    [
      row('call', ({ call }) => describe(call)),
      row('message', ({ message }) => describe(message)),
      ...parameters.map((name) => row(`\`${name}\``, ({ parameters: proofs }) => describe(proofs[name]))),
      ...refused.flatMap((kind) => [
        row(`status of ${kind}`, ({ refusals }) => describe(refusals?.[kind]?.status)),
        row(`text of ${kind}`, ({ refusals }) => describe(refusals?.[kind]?.text)),
      ]),
    ],
  );
}

const namesIn = (parts: readonly Readonly<Record<string, unknown>>[]): readonly string[] => [
  ...new Set(parts.flatMap((part) => Object.keys(part))),
];

const recordNames = (): readonly string[] => namesIn(apiVersions.map((version) => recordEvidence[version])).toSorted();

function recordTable(name: string): string {
  const known = apiVersions.filter((version) => recordEvidence[version][name] !== undefined);
  const of = (version: ApiVersion): Proofs => recordEvidence[version][name] ?? {};
  const rows = namesIn(known.map(of)).map((field) => [
    `\`${field}\``,
    ...known.map((version) => describe(of(version)[field])),
  ]);
  return table(['', ...known], rows);
}

function refusalTable(): string {
  const rows = Object.keys(refusalEvidence.v1).flatMap((kind) => [
    [`status of ${kind}`, ...apiVersions.map((version) => describe(refusalOf(version, kind)?.status))],
    [`text of ${kind}`, ...apiVersions.map((version) => describe(refusalOf(version, kind)?.text))],
  ]);
  return table(['', ...apiVersions], rows);
}

const refusalOf = (version: ApiVersion, kind: string): RefusalEvidence | undefined =>
  Object.entries(refusalEvidence[version]).find(([known]) => known === kind)?.[1];
