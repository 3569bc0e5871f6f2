import type { ComponentChildren } from 'preact';
import { Code } from '../ui/code.tsx';
import { WantedReport } from '../ui/report-place.tsx';
import { Facts } from '../ui/facts.tsx';
import { Part } from '../ui/split.tsx';

interface ReportStartProps {
  readonly title: string;
  /** The other views of the screen, beside its title. */
  readonly views?: ComponentChildren;
  /** A sentence about the use of the report. */
  readonly purpose: string;
  readonly command: string;
  /** A sentence about when the report appears. */
  readonly then: string;
  /** The parts of the report, with explanations. */
  readonly tells: Readonly<Record<string, string>>;
  /** An example of the report's picture. */
  readonly example?: ComponentChildren;
  /** Other ways to a report. */
  readonly children?: ComponentChildren;
}

/** Shown without a report: how to make one, and what it contains. */
export const ReportStart = ({ title, views, purpose, command, then, tells, example, children }: ReportStartProps) => (
  <article class="detail report-start">
    <header class="list-head">
      <h1>{title}</h1>
      {views}
    </header>
    <WantedReport />
    <p class="lead">{purpose}</p>
    <h2 class="hidden">About this report</h2>
    <div class="detail-columns even">
      <div>
        <Part title="Make a report">
          <Code text={command} what="the command" />
          <p class="muted">{then}</p>
        </Part>
        {children !== undefined && <Part title="Open a report">{children}</Part>}
      </div>
      <div>
        {example !== undefined && <Part title="An example">{example}</Part>}
        <Part title="What it tells">
          <Facts facts={tells} />
        </Part>
      </div>
    </div>
  </article>
);
