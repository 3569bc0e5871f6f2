import type { ApiVersion, OperationId } from '../../model/domain/operation.ts';
import { pluralize } from '../../model/shared/words.ts';
import type { Proof } from '../../wire/evidence.ts';
import { factsOf, itemsSection, linesSection } from '../report/form.ts';
import type { ReportItem, ReportMark, ReportSection, ToolReport } from '../report/form.ts';

/** The differences of a server for people. */
export const verifyReport = (findings: Findings, against: string): ToolReport => ({
  name: 'faxsim verify',
  marks: [verdictOn(findings)],
  summary: `${against}: ${requestsText(findings)}.`,
  sections: findingSections(findings),
});

/** The verdict on a server; `good` is the verdict without a difference. */
export const verdictOn = ({ drifts }: Pick<Findings, 'drifts'>, good = 'all as expected'): ReportMark =>
  drifts.length === 0 ? { tone: 'good', word: good } : { tone: 'bad', word: pluralize(drifts.length, 'drift') };

export const requestsText = ({ requests, skipped }: Findings): string =>
  `${pluralize(requests, 'request')}, ${skipped.length} not looked at`;

/** The sections of all findings; `meaningOf` adds the meaning of a drift. */
export const findingSections = (
  { drifts, learnt, skipped }: Findings,
  meaningOf: (drift: Drift) => string | undefined = () => undefined,
): ReportSection[] => [
  ...itemsSection(
    'Drifts',
    drifts.map((drift) => driftItem(drift, meaningOf(drift))),
  ),
  ...linesSection(
    'Assumed so far, and what this server says',
    learnt.map((one) => `${one.version} ${one.operation}: ${one.field} ${one.seen}`),
  ),
  ...linesSection(
    'Not looked at',
    skipped.map((one) => `${one.version} ${one.operation}: ${one.reason}`),
  ),
];

function driftItem({ version, operation, field, expected, seen, evidence }: Drift, so: string | undefined): ReportItem {
  return {
    mark: { tone: evidence.mark === 'assumed' ? 'waiting' : 'bad', word: evidence.mark },
    title: `${version} ${operation} ${field}`,
    facts: factsOf({ expected, seen, 'sure by': evidence.source, so }),
  };
}

/** The subject of a finding: an operation, or a behaviour of all operations. */
export type CaseSubject = OperationId | 'authentication' | 'unknownRoute';

export interface CaseName {
  readonly version: ApiVersion;
  readonly operation: CaseSubject;
}

/** Behaviour that faxsim only assumes, and what the server does. */
interface AnsweredAssumption extends CaseName {
  readonly field: string;
  readonly seen: string;
}

/** A field, a header or a status that differs from the evidence. */
export interface Drift extends AnsweredAssumption {
  readonly expected: string;
  /** The evidence for the expected behaviour. */
  readonly evidence: Proof;
}

/** A case that could not be checked. */
interface SkippedCase extends CaseName {
  readonly reason: string;
}

const longest = 60;

/** Collects findings, each once. */
export class Notes {
  readonly drifts: Drift[] = [];
  readonly learnt: AnsweredAssumption[] = [];
  readonly skipped: SkippedCase[] = [];
  requests = 0;
  readonly #known = new Set<string>();
  readonly #hide: (text: string) => string;

  /** `hide` removes secrets from a text, before the text is cut. */
  constructor(hide: (text: string) => string) {
    this.#hide = hide;
  }

  drift(drift: Drift): void {
    this.#add(this.drifts, { ...drift, seen: this.#describe(drift.seen) });
  }

  learn(learnt: AnsweredAssumption): void {
    this.#add(this.learnt, { ...learnt, seen: this.#describe(learnt.seen) });
  }

  skip(skipped: SkippedCase): void {
    this.#add(this.skipped, skipped);
  }

  get findings() {
    const { requests, drifts, learnt, skipped } = this;
    return { requests, drifts, learnt, skipped };
  }

  #describe(actual: string): string {
    const text = this.#hide(actual);
    return text.length > longest ? `${text.slice(0, longest)}…` : text;
  }

  #add<T extends CaseName>(found: T[], finding: T): void {
    const key = JSON.stringify({ ...finding, seen: undefined, evidence: undefined });
    if (!this.#known.has(key)) found.push(finding);
    this.#known.add(key);
  }
}

/** All findings about a server. */
export type Findings = Notes['findings'];
