/** The abbreviations that promtool refuses, and the words that are no base units of Prometheus. */
const abbreviations = ['s', 'ms', 'us', 'ns', 'sec', 'min', 'b', 'kb', 'mb', 'gb', 'tb', 'pb', 'm', 'h', 'd'];
const otherUnits = ['milliseconds', 'microseconds', 'nanoseconds', 'minutes', 'hours', 'days', 'weeks', 'kilobytes'];
const otherSizes = ['megabytes', 'gigabytes', 'bits', 'percent', 'cents'];
const units = [...abbreviations, ...otherUnits, ...otherSizes];
const kinds = ['counter', 'gauge', 'histogram', 'summary'];
const endsOfHistogram = /_(?:bucket|sum|count)$/;

interface Family {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The faults that `promtool check metrics` finds by the naming rules of Prometheus, one line each. */
export function faultsOfMetrics(text: string): string[] {
  return familiesOf(text).flatMap((family) => faultsOf(family).map((fault) => `${family.name} ${fault}`));
}

/** The lines of a text by the metric that they are about, with a histogram's samples under its own name. */
function familiesOf(text: string): Family[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const histograms = new Set(lines.flatMap((line) => /^# TYPE (\S+) histogram$/.exec(line)?.[1] ?? []));
  const nameOf = (line: string): string => {
    const [, name = ''] = /^(?:# (?:HELP|TYPE) )?([^\s{]+)/.exec(line) ?? [];
    const base = name.replace(endsOfHistogram, '');
    return histograms.has(base) ? base : name;
  };
  return [...new Set(lines.map(nameOf))].map((name) => ({
    name,
    lines: lines.filter((line) => nameOf(line) === name),
  }));
}

function faultsOf({ name, lines }: Family): string[] {
  const words = name.split('_');
  const helps = lines.filter((line) => /^# HELP \S+ \S/.test(line));
  const [type, ...others] = lines.flatMap((line) => /^# TYPE \S+ (\S+)$/.exec(line)?.[1] ?? []);
  const samples = lines.filter((line) => !line.startsWith('#'));
  const labels = samples.flatMap((line) =>
    [...line.matchAll(/[{,]([^{,=]+)="(?:[^"\\]|\\.)*"/g)].map(([, it = '']) => it),
  );
  const isPlain = type !== 'histogram' && type !== 'summary';
  return [
    ...(helps.length === 1 ? [] : ['has no HELP, or several']),
    ...(type === undefined || others.length > 0 ? ['has no TYPE, or several'] : []),
    ...(type === 'counter' && !name.endsWith('_total') ? ['is a counter without _total'] : []),
    ...(type !== 'counter' && name.endsWith('_total') ? ['has _total and is no counter'] : []),
    ...(isPlain && endsOfHistogram.test(name) ? ['ends as a histogram does'] : []),
    ...(isPlain && labels.includes('le') ? ['has the label le and is no histogram'] : []),
    ...(isPlain && labels.includes('quantile') ? ['has the label quantile and is no summary'] : []),
    ...words.filter((word) => kinds.includes(word)).map((word) => `has its type ${word} in its name`),
    ...words.filter((word) => units.includes(word)).map((word) => `has ${word}, which is no base unit`),
    ...(/^[a-z][a-z0-9_]*$/.test(name) ? [] : ['is not in snake case']),
    ...[...new Set(labels)].filter((it) => !/^(?!__)[a-z_][a-z0-9_]*$/.test(it)).map((it) => `has the label ${it}`),
    ...(new Set(samples.map((line) => line.replace(/ \S+$/, ''))).size < samples.length ? ['has a sample twice'] : []),
  ];
}
