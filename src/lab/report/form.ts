import { capital } from '../../model/shared/words.ts';

/** The meaning of a mark, which sets its colour. */
export type ReportTone = 'good' | 'bad' | 'broken' | 'busy' | 'waiting';

/** A status in a word, because a colour alone says too little. */
export interface ReportMark {
  readonly tone: ReportTone;
  readonly word: string;
}

/** Name of the run that a part of a report is about, which the console opens: `sweep-001-send-fax-busy`. */
type RunName = string;

/** A mark in a table. */
export interface ReportCellMark extends ReportMark {
  /** The id of the item that explains it. */
  readonly item?: string | undefined;
}

/** A mark in a matrix, whose cells have room for one letter. */
export interface ReportSign extends ReportMark {
  readonly sign: string;
  /** The reasons, shown when the pointer rests on the sign. */
  readonly about?: string;
  readonly run?: RunName;
}

/** A name with its texts, one below the other. */
export interface ReportFact {
  /** `old`, `scenario`. */
  readonly name: string;
  readonly texts: readonly string[];
  /** Whether the texts are code, whose words no renderer breaks. */
  readonly isCode?: boolean;
  /** Sign that the name explains, in a legend. */
  readonly sign?: ReportSign;
}

/** Requests that are shown beside others. */
export interface ReportCode {
  /** `sent`, `v3`. */
  readonly name: string;
  /** A remark on the name: `request 1`. */
  readonly note?: string;
  /** The requests, each with several lines. */
  readonly requests: readonly string[];
}

/** A command that reproduces a part of a report. */
export interface Reproduction {
  readonly again?: string;
  /** The deed that the command needs before it, in words. */
  readonly first?: string;
}

/** A finding, or a call of a program. */
export interface ReportItem extends Reproduction {
  /** The part of an address that leads to this item, the same in each report that has it. For a run of a sweep, its name. */
  readonly id?: string;
  readonly mark?: ReportMark;
  readonly title: string;
  readonly paragraphs?: readonly string[];
  readonly facts?: readonly ReportFact[];
  /** The old requests and the new ones. */
  readonly pair?: readonly [old: ReportCode, now: ReportCode];
  /** All that the program wrote. */
  readonly output?: string;
  /** Other items with the same cause, folded behind this one. */
  readonly others?: ReportOthers;
}

interface ReportOthers {
  readonly title: string;
  readonly items: readonly ReportItem[];
  /** Whether the console lists them as links, because each has a page of its own there. */
  readonly isOfLinks?: boolean;
}

export interface ReportHead {
  readonly text: string;
  readonly about?: string;
}

export type ReportCell = string | ReportCellMark | ReportSign | undefined;

/** Texts in columns, or a matrix of signs. */
export interface ReportTable {
  readonly heads: readonly ReportHead[];
  readonly rows: readonly { readonly head: ReportHead; readonly cells: readonly ReportCell[] }[];
}

/** A task of a checklist. */
export interface ReportTask {
  /** The part of an address that leads to this task. */
  readonly id: string;
  /** The task in short, with its punctuation: `Webhooks.` */
  readonly title: string;
  readonly text: string;
  /** The title of the page that explains it. */
  readonly source: string | null;
}

/** A task as a line of text: `Webhooks. Branch on event (Notifications)`. */
export const taskText = ({ title, text, source }: ReportTask): string =>
  `${title} ${text}${source === null ? '' : ` (${source})`}`;

/** A part of a report. Its command reproduces all items, if they have no commands of their own. */
export interface ReportSection extends Reproduction {
  readonly title: string;
  readonly lead?: string;
  readonly items?: readonly ReportItem[];
  /** Whether the items are ordered by their harm, and therefore numbered. */
  readonly isRanked?: boolean;
  readonly facts?: readonly ReportFact[];
  readonly table?: ReportTable;
  readonly lines?: readonly string[];
  /** The maximum number of lines in the text form; a page shows all. */
  readonly linesMax?: number;
  /** Tasks, shown as a checklist. */
  readonly tasks?: readonly ReportTask[];
  /** Whether the section is evidence for those above it. A wide window then shows it beside them. */
  readonly isEvidence?: boolean;
}

/** The result of a tool, in the order in which a reader wants it: the verdict, the most harmful findings, then the rest. */
export interface ToolReport {
  /** `faxsim sweep`. */
  readonly name: string;
  /** The verdict. */
  readonly marks: readonly ReportMark[];
  /** Sentences below the verdict. */
  readonly summary: string;
  readonly sections: readonly ReportSection[];
}

/** How a report was made, for a reader who finds the file weeks later. */
export interface ReportMaking {
  /** In RFC 3339, in UTC. */
  readonly at: string;
  /** Version of faxsim: `0.1.0`. */
  readonly version: string;
  /** `npx faxsim sweep -- npm test`, without secrets. */
  readonly command: string;
  /** The directory in which the command ran; undefined in a report that is meant for others, such as that of a recording. */
  readonly directory?: string;
}

/** The time at which a report was made, to the minute: `2026-11-30 04:06 UTC`. */
export const madeAt = ({ at }: Pick<ReportMaking, 'at'>): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** The ids of all items and tasks, in their order, with those that are folded behind others. */
export const idsIn = (sections: readonly ReportSection[]): readonly string[] =>
  sections.flatMap(({ items = [], tasks = [] }) => [
    ...items.flatMap((item) => [item, ...(item.others?.items ?? [])]).flatMap(({ id }) => id ?? []),
    ...tasks.map(({ id }) => id),
  ]);

/** The facts that have a text. */
export const factsOf = (facts: Readonly<Record<string, string | readonly string[] | null | undefined>>): ReportFact[] =>
  Object.entries(facts).flatMap(([name, texts]) => {
    const all = typeof texts === 'string' ? [texts] : (texts ?? []);
    return all.length === 0 ? [] : [{ name, texts: all }];
  });

/** The facts that have a text, if the texts are code. */
export const codesOf = (facts: Parameters<typeof factsOf>[0]): ReportFact[] =>
  factsOf(facts).map((fact) => ({ ...fact, isCode: true }));

/** A command that reproduces something. It reads secrets from these variables, because reports are passed on. */
export const reproduction = (again: string, secretVariables: readonly string[] = []): Reproduction => ({
  again,
  ...(secretVariables.length > 0 && {
    first: `export ${secretVariables.map((name) => `${name}=…`).join(' ')} (${secretVariables.length === 1 ? 'the secret' : 'the secrets'} that you gave)`,
  }),
});

/** A section with lines, as a list; empty without lines. */
export const linesSection = (
  title: string,
  lines: readonly string[],
  more: Partial<ReportSection> = {},
): ReportSection[] => (lines.length === 0 ? [] : [{ title, lines, ...more }]);

/** A section with items, as a list; empty without items. */
export const itemsSection = (
  title: string,
  items: readonly ReportItem[],
  more: Partial<ReportSection> = {},
): ReportSection[] => (items.length === 0 ? [] : [{ title, items, ...more }]);

/** The name of a fact as a label on a page: `Scenario`, `v3`. */
export const labelOf = (name: string): string => (/^v\d/.test(name) ? name : capital(name));

/** Whether the cells are signs. The heads of such a table are longer than its columns are wide. */
export const isMatrix = ({ rows }: ReportTable): boolean => rows.some(({ cells }) => cells.some(isSign));

export const isSign = (cell: ReportCell): cell is ReportSign => typeof cell === 'object' && 'sign' in cell;

/** An estimate: `9.8 s`, `12 s`, `2 min`. */
export const roughTime = (ms: number): string => (ms < 90_000 ? seconds(ms) : `${Math.round(ms / 60_000)} min`);

/** `9.8 s`, `12 s`. */
export const seconds = (ms: number): string =>
  ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
