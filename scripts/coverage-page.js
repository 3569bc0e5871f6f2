import { apiVersions } from '../src/model/domain/operation.ts';
import { refusalKinds } from '../src/model/domain/refusal.ts';
import { markMeanings, marks, readEvidence } from '../src/wire/evidence.ts';
import { code, table } from './scenario-docs.js';

/** The page docs/coverage.md: the evidence for each part of the API. */
export function coveragePage() {
  const { operations, records, refusals } = readEvidence();
  const entries = Object.entries(operations);
  return [
    '<!-- Made by `npm run docs` from docs/evidence: change it there. -->',
    '# Coverage',
    'This page lists the behaviour of faxsim by operation and version, and how sure it is that the real service does the ' +
      'same. Where nothing is known, [assumptions](assumptions.md) lists the choices.',
    table(
      ['Mark', 'Means'],
      marks.map((mark) => [mark, markMeanings[mark]]),
    ),
    '## Operations',
    'Each cell has the mark of the call. The message and the parameters follow if their marks are less sure.',
    table(
      ['Operation', ...apiVersions],
      entries.map(([id, versions]) => [code(id), ...apiVersions.map((version) => summary(versions[version]))]),
    ),
    '## Each operation',
    ...entries.flatMap(([id, versions]) => [`### ${id}`, operationTable(versions)]),
    '## Records',
    '`Answer` is the envelope around the records.',
    ...namesIn(Object.values(records))
      .toSorted()
      .flatMap((name) => [`### ${name}`, recordTable(name, records)]),
    '## Refusals',
    'Every operation refuses requests in this way, unless its own table says otherwise.',
    refusalTable(refusals),
  ].join('\n\n');
}

const none = '–';
const describe = (proof) => (proof ? `${proof.mark}: ${proof.source}` : none);
const namesIn = (parts) => [...new Set(parts.flatMap((part) => Object.keys(part ?? {})))];

function summary(evidence) {
  if (evidence === undefined) return none;
  const { call, message, parameters } = evidence;
  const rank = marks.indexOf(call.mark);
  const proofs = Object.entries({ ...parameters, ...(message && { message }) });
  const byMark = marks.slice(rank + 1).flatMap((mark) => {
    const names = proofs.filter(([, proof]) => proof.mark === mark).map(([name]) => name);
    return names.length === 0 ? [] : [`${mark}: ${names.join(', ')}`];
  });
  return [call.mark, ...byMark].join('; ');
}

function operationTable(versions) {
  const known = apiVersions.filter((version) => versions[version] !== undefined);
  const row = (name, proofOf) => [name, ...known.map((version) => describe(proofOf(versions[version])))];
  const partsOf = (part) => namesIn(known.map((version) => versions[version][part]));
  return table(
    ['', ...known],
    [
      row('call', ({ call }) => call),
      row('message', ({ message }) => message),
      ...partsOf('parameters').map((name) => row(code(name), ({ parameters }) => parameters[name])),
      ...partsOf('refusals').flatMap((kind) => [
        row(`status of ${kind}`, ({ refusals }) => refusals?.[kind]?.status),
        row(`text of ${kind}`, ({ refusals }) => refusals?.[kind]?.text),
      ]),
    ],
  );
}

function recordTable(name, records) {
  const known = apiVersions.filter((version) => records[version][name] !== undefined);
  const fields = namesIn(known.map((version) => records[version][name]));
  const rows = fields.map((field) => [code(field), ...known.map((version) => describe(records[version][name][field]))]);
  return table(['', ...known], rows);
}

function refusalTable(refusals) {
  const row = (kind, part) => [
    `${part} of ${kind}`,
    ...apiVersions.map((version) => describe(refusals[version][kind][part])),
  ];
  return table(
    ['', ...apiVersions],
    refusalKinds.flatMap((kind) => [row(kind, 'status'), row(kind, 'text')]),
  );
}
