import { courseFaults } from './course-faults.ts';
import { misplacedExpectations } from './expectation-faults.ts';
import type { ExpectingRule } from './expectation-faults.ts';
import { answerFaults } from './answer-faults.ts';
import { excludedEffects } from './exclusions.ts';
import { absenceOf, namesFax, namesNumber } from './facts.ts';
import { effectScopes, scopeOf } from './effects.ts';
import type { EffectScope } from './effects.ts';

/** A rule as its file has it, each part already valid by itself. */
export interface WrittenRule extends ExpectingRule {
  readonly where: Readonly<Record<string, unknown>>;
  readonly state?: string | undefined;
  readonly then?: string | undefined;
  readonly during?: { readonly from?: number | undefined; readonly until?: number | undefined } | undefined;
  readonly do: ExpectingRule['do'] & {
    readonly [effect: string]: unknown;
    readonly respond?: Parameters<typeof answerFaults>[0]['respond'];
    readonly course?: Parameters<typeof courseFaults>[1];
  };
}

export interface RuleFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is wrong between the parts of a rule, each of which is right by itself. */
export function faultsOf(rule: WrittenRule): RuleFault[] {
  const on = typeof rule.on === 'string' ? [rule.on] : rule.on;
  const [place = 'answer', ...others] = new Set(on.map(scopeOf));
  if (others.length > 0)
    return [{ path: ['on'], message: 'cannot listen to answers, faxes, port orders and webhooks at once' }];
  return [
    ...misplaced(rule, place),
    ...contradictions(rule),
    ...excludedEffects(rule.do).map((message) => ({ path: ['do'], message })),
    ...answerFaults(rule.do).map(({ effect, message }) => ({ path: ['do', ...effect], message })),
    ...courseFaults(place, rule.do.course).map(({ step, message }) => ({ path: ['do', 'course', step], message })),
    ...misplacedExpectations(rule).map((message) => ({ path: ['expect'], message })),
    ...(place === 'answer' && !on.includes('*') ? neverDone(rule, on) : []),
    ...Object.keys(rule.where).flatMap((fact) => {
      const message = absenceOf(fact, on);
      return message === undefined ? [] : [{ path: ['where', fact], message }];
    }),
  ];
}

function misplaced({ do: effects }: WrittenRule, scope: EffectScope): RuleFault[] {
  const known: readonly string[] = effectScopes[scope];
  return Object.keys(effects)
    .filter((key) => !known.includes(key))
    .map((key) => ({ path: ['do', key], message: `cannot be here: ${scope} rules have ${known.join(', ')}` }));
}

function contradictions(rule: WrittenRule): RuleFault[] {
  const { during, state, then } = rule;
  const { from = 0, until = Infinity } = during ?? {};
  return [
    ...vainEffects(rule),
    ...(then !== undefined && then === state
      ? [{ path: ['then'], message: 'is the state that it is in already' }]
      : []),
    ...(from >= until ? [{ path: ['during'], message: 'must end after it begins' }] : []),
  ];
}

/** Effects that exclude each other, or need another. */
function vainEffects({ do: effects }: WrittenRule): RuleFault[] {
  const keys = Object.keys(effects);
  const replacing = keys.filter((key) => key === 'fail' || key === 'respond' || key === 'wire');
  const faults: (RuleFault | false)[] = [
    keys.length === 0 && { path: ['do'], message: 'must do something' },
    replacing.length > 1 && {
      path: ['do'],
      message: `cannot have ${replacing.join(' and ')}: they exclude each other, since each is an answer of its own`,
    },
    effects.commit !== undefined &&
      replacing.length === 0 && { path: ['do', 'commit'], message: 'says nothing without fail, respond or wire' },
    effects.retry_after !== undefined &&
      effects.fail === undefined && { path: ['do', 'retry_after'], message: 'has no effect without fail' },
  ];
  return faults.filter((fault) => fault !== false);
}

const readsFile = (operation: string): boolean => operation === 'resendFax' || operation === 'getFaxFile';

const answersFile = (operation: string): boolean =>
  ['getFaxFile', 'attachPhaxCodeToPdf', 'getHostedDocument'].includes(operation);

/** What none of the operations ever has. */
function neverDone({ per, do: effects }: WrittenRule, on: readonly string[]): RuleFault[] {
  const listed = on.join(', ');
  const faults: (RuleFault | false)[] = [
    per === 'fax' && !on.some(namesFax) && { path: ['per'], message: `cannot be fax: none is named by ${listed}` },
    per === 'number' &&
      !on.some(namesNumber) && { path: ['per'], message: `cannot be number: none is named by ${listed}` },
    effects['file'] !== undefined &&
      !on.some(readsFile) && {
        path: ['do', 'file'],
        message: `has no effect on ${listed}: only resendFax and getFaxFile read a file`,
      },
    effects['patch'] !== undefined &&
      on.every(answersFile) && {
        path: ['do', 'patch'],
        message: `cannot change a file: ${listed} answers no JSON`,
      },
  ];
  return faults.filter((fault) => fault !== false);
}
