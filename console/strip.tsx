import { groupBy } from '../src/model/shared/objects.ts';
import { scenarioText } from '../src/model/shared/scenario-text.ts';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './api.ts';
import { moveClock, now, speed, waitingRequests } from './clock.ts';
import {
  changedSettings,
  isStrict,
  scenariosOn,
  settings,
  startCommand,
  textOfValue,
  useConditions,
} from './conditions.ts';
import { clockTime, pluralize, speedText, unbroken, zoneName } from './format.ts';
import { announcement, isClosed, lostSince, startedAgainAt } from './live.ts';
import { useResource } from './resource.ts';
import { route } from './router.ts';
import type { ScreenRoute } from './routes.ts';
import { backToNormal, normalMeaning } from './normal.ts';
import { switchOff } from './scenario-off.ts';
import { briefText, effectText, hitsOf, isOver } from './screens/scenario-words.ts';
import { readStart } from './start.ts';
import type { SimulatorStart } from './start.ts';
import { Button } from './ui/button.tsx';
import { Icon } from './ui/icon.tsx';
import type { IconName } from './ui/icon.tsx';
import { Link } from './ui/link.tsx';
import { useOneLine } from './ui/one-line.ts';

/** A reason why the world behaves differently from usual. */
interface Condition {
  readonly icon: IconName;
  readonly name: string;
  /** The name where there is little room. */
  readonly brief?: string;
  readonly to: Partial<ScreenRoute>;
  /** How often the reason has had an effect. */
  readonly count?: string;
  /** Red only if an expectation is unmet, or a program waits. */
  readonly tone: 'bad' | 'on';
  /** The label and action of the button that ends the condition; undefined if only a restart of the simulator can end it. */
  readonly end?: readonly [words: string, run: () => Promise<unknown>];
}

/** Says that the simulator does not answer, or was started again. */
export const Strip = () => (lostSince.value === undefined ? <StartedAgain /> : <Lost since={lostSince.value} />);

/**
 * The active faults and limits of this world, the clock first, because it stops all others. They stand below the content, which so stays
 * in its place when one comes or goes.
 */
export const Conditions = () => (isClosed.value ? null : <ConditionsOfWorld />);

function ConditionsOfWorld() {
  const conditions = useConditionList();
  const [isOpen, setOpen] = useState(false);
  useAnnouncedEnd(conditions.length);
  useEffect(() => setOpen(false), [route.value]);
  if (conditions.length === 0 || lostSince.value !== undefined) return null;
  const isOne = conditions.length === 1 && speed.value !== 0;
  return (
    <section class={`strip${isOpen ? ' open' : ''}`} aria-label="Changed in this world">
      <h2>Changed in this world</h2>
      {!isOne && (
        <button type="button" class="strip-sum" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span>{unbroken(sumText(conditions))}</span>
        </button>
      )}
      <Rows of={conditions} isOpen={isOpen} onOpen={setOpen} />
      {!isOne && (
        <Button class="normal-button" title={normalMeaning} onClick={backToNormal}>
          Back to normal
        </Button>
      )}
    </section>
  );
}

/** Says that the last change of this world has ended. */
function useAnnouncedEnd(count: number): void {
  const former = useRef(count);
  useEffect(() => {
    if (former.current > 0 && count === 0) announcement.value = 'No change in this world';
    former.current = count;
  }, [count]);
}

interface RowsProps {
  readonly of: readonly Condition[];
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** The conditions that fit into one line, or all. */
function Rows({ of: conditions, isOpen, onOpen }: RowsProps) {
  const { ref, fitting } = useOneLine(conditions.length);
  const others = conditions.length - fitting;
  return (
    <ul ref={ref}>
      {conditions.map((condition, index) => (
        <Row key={condition.name} condition={condition} isOut={!isOpen && index >= fitting} />
      ))}
      {others > 0 && (
        <li>
          <Button kind="quiet" onClick={() => onOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `and ${others} more`}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** The kinds of conditions of which there may be many. */
const nouns: Readonly<Partial<Record<IconName, string>>> = { scenario: 'scenario', settings: 'setting' };

/** `Changed: clock ×60, busy-line · +1 202 555 0177, 2 settings`: all conditions, for a phone. Many of a kind are counted. */
function sumText(conditions: readonly Condition[]): string {
  const kinds = groupBy(conditions, ({ icon, name }) => nouns[icon] ?? name);
  const texts = [...kinds].map(([kind, [{ name, brief = name }, ...others]]) =>
    others.length === 0 ? brief : pluralize(others.length + 1, kind),
  );
  return `Changed: ${texts.join(', ')}`;
}

interface RowProps {
  readonly condition: Condition;
  /** Whether the line has no room for it. */
  readonly isOut: boolean;
}

function Row({ condition: { icon, name, to, count, tone, end }, isOut }: RowProps) {
  return (
    <li class={`mark ${tone}${isOut ? ' out' : ''}`}>
      <Icon name={icon} />
      <span class="strip-words">
        <Link to={{ id: undefined, query: {}, ...to }} title={count === undefined ? name : `${name} · ${count}`}>
          {unbroken(name)}
        </Link>
        {count !== undefined && (
          <span class="strip-count">
            <span class="between">· </span>
            {count.replace(/^hidden by .*/s, 'hidden')}
          </span>
        )}
      </span>
      {end !== undefined && (
        <Button kind="quiet" isLocal={false} icon="close" label={`${end[0]}: ${name}`} onClick={end[1]}>
          <span class="end-word">{end[0]}</span>
        </Button>
      )}
    </li>
  );
}

function useConditionList(): readonly Condition[] {
  const { limited, unauthorized } = useConditions();
  const rate = speed.value;
  const limit = settings.value?.rate_limit ?? null;
  const waiting = waitingRequests.value;
  return [
    ...when(waiting > 0, () => ({
      icon: 'request',
      tone: 'bad',
      to: { screen: 'clock' },
      name: `${pluralize(waiting, 'request')} ${waiting === 1 ? 'waits' : 'wait'} for the clock`,
    })),
    ...when(rate !== undefined && rate !== 1, () => ({
      icon: 'clock',
      tone: 'on',
      to: { screen: 'clock' },
      name: `clock ${speedText(rate ?? 1)}`,
      end: ['Real time', () => moveClock({ speed: 'real' })],
    })),
    ...scenariosOn.value
      .filter(({ end, hasFailed }) => hasFailed || !isOver(end, now.value)) // others have no effect any more
      .map(({ name, rules, end, hasFailed }): Condition => ({
        icon: 'scenario',
        tone: hasFailed ? 'bad' : 'on',
        name: scenarioText(name),
        brief: briefText(name),
        to: { screen: 'scenarios', id: name },
        count: isOver(end, now.value)
          ? `${pluralize(hitsOf({ rules }), 'hit')} · failed`
          : effectText({ rules }, now.value),
        end: ['Switch off', () => switchOff([name])],
      })),
    ...when(limit !== null, () => ({
      icon: 'request',
      tone: 'on',
      to: { screen: 'requests', query: { status: '429' } },
      name: `rate limit ${String(limit)}`,
      count: `${limited.toLocaleString('en')} refused`,
      end: ['Lift', () => ask('/settings', { method: 'PATCH', input: { rate_limit: null } })],
    })),
    ...changedSettings.value
      .filter(({ name }) => name !== 'rate_limit' || limit === null)
      .map(({ name, value, start_value: before, secret: isSecret }): Condition => ({
        icon: 'settings',
        tone: 'on',
        to: { screen: 'settings', id: name },
        name,
        count: valueWord(value, isSecret),
        end: ['Set back', () => ask('/settings', { method: 'PATCH', input: { [name]: before } })],
      })),
    ...when(isStrict.value, () => ({
      icon: 'connect',
      tone: 'on',
      to: { screen: 'requests', query: { status: '401' } },
      name: 'strict authentication',
      count: `${unauthorized.toLocaleString('en')} refused, by --strict-auth`,
    })),
  ];
}

/** The value of a setting in a few characters; `set` for a secret. */
function valueWord(value: unknown, isSecret: boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = textOfValue(value);
  if (text === '') return 'not set';
  return isSecret ? 'set' : text.replace(/^(.{24}).{2,}$/s, '$1…');
}

const when = (is: boolean, condition: () => Condition): readonly Condition[] => (is ? [condition()] : []);

/** Says that the simulator was restarted, because the page stays open, and its data change without a visible cause. */
export function StartedAgain() {
  const at = startedAgainAt.value;
  const text = at === undefined ? '' : `faxsim was started again at ${clockTime(at)} ${zoneName()}`;
  const { data: start } = useResource(text, readStart);
  useEffect(() => {
    if (text !== '') announcement.value = text;
  }, [text]);
  if (at === undefined) return null;
  return (
    <section class="strip again" aria-label="Another start">
      <p>
        <strong>{text}.</strong> What you see is of this start. {start && keptText(start)}
      </p>
      <Button onClick={() => (startedAgainAt.value = undefined)}>Dismiss</Button>
    </section>
  );
}

const keptText = ({ dataDirectory }: SimulatorStart): ComponentChildren =>
  dataDirectory === undefined ? (
    'What was there before is gone: no data directory keeps it.'
  ) : (
    <>
      The default world is that of the data directory <code>{dataDirectory}</code>; its requests and all other worlds of
      before are gone.
    </>
  );

/** Says that the simulator does not answer, so that the page shows its last state. */
function Lost({ since }: { readonly since: number }) {
  const text = `faxsim on ${location.host} has not answered since ${clockTime(since)} ${zoneName()}`;
  useEffect(() => {
    announcement.value = `${text}. What you see is of then`;
    return () => (announcement.value = 'faxsim answers again');
  }, []);
  return (
    <section class="strip lost" aria-label="No connection">
      <p>
        <strong>{text}.</strong> What you see is of then, and nothing can be changed. The page tries again every few
        seconds.
        {startCommand.value !== undefined && <StartCommand>{startCommand.value}</StartCommand>}
      </p>
    </section>
  );
}

const StartCommand = ({ children }: { readonly children: ComponentChildren }) => (
  <>
    {' '}
    To start it again: <code>{children}</code>
  </>
);
