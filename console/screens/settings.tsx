import type { DescribedSetting, UrlCheck } from '../../src/control/client/named-types.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasWords, searchedWords, withNumbers } from '../../src/model/shared/searched-words.ts';
import { ask, messageOf } from '../api.ts';
import { route, world } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Link } from '../ui/link.tsx';
import { isPrinted, shownSecret } from '../ui/printing.ts';
import { SearchField } from '../ui/search-field.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useSettings } from './world-data.ts';
import { settingWords } from './setting-words.ts';

interface Section {
  readonly title: string;
  readonly has: (setting: DescribedSetting) => boolean;
}

const isOfWebhooks = ({ name }: DescribedSetting): boolean => /callback|webhook/.test(name);

/** The columns of a wide window: changeable settings, and read-only ones. */
const columns: readonly (readonly Section[])[] = [
  [
    { title: 'Webhooks', has: (setting) => setting.where === 'account' && isOfWebhooks(setting) },
    { title: 'Account and faxes', has: (setting) => setting.where === 'account' && !isOfWebhooks(setting) },
  ],
  [{ title: 'At the start of the simulator', has: ({ where }) => where !== 'account' }],
];

/** Each setting of the world with its value, default and meaning. The settings of the start are read-only. */
export function SettingsScreen() {
  const { data, error, reload } = useSettings();
  const { id, query } = route.value;
  const words = searchedWords(query['q'] ?? '');
  const found = data?.filter((setting) => hasWords(wordsOf(setting), words));
  return (
    <div class="settings-screen">
      <h1>
        Settings of <bdi>{world.value}</bdi>
      </h1>
      <p class="muted">
        They apply to this world from now on. A reset restores those of its start. The callback URL of a number, and one
        in a request, take precedence over the URLs here.
      </p>
      <SearchField label="Search settings" placeholder="A name, a meaning or a value" filters={[]} />
      {error !== undefined && data === undefined && <Failed error={error} onRetry={reload} />}
      {error === undefined && data === undefined && <Loading what="the settings" />}
      {found?.length === 0 && <p class="muted">No setting is found.</p>}
      <div class="settings-columns">
        {columns.map((sections, index) => (
          <div key={index}>
            {sections.map((section) => (
              <SectionPart key={section.title} {...section} all={found ?? []} sought={id} onChange={reload} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface SectionProps extends Section {
  readonly all: readonly DescribedSetting[];
  /** The name of the setting in the address. */
  readonly sought: string | undefined;
  readonly onChange: () => void;
}

function SectionPart({ title, has, all, sought, onChange }: SectionProps) {
  const settings = all.filter(has);
  if (settings.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="settings">
        {settings.map((setting) => (
          <Row key={setting.name} setting={setting} isSought={setting.name === sought} onChange={onChange} />
        ))}
      </ul>
    </section>
  );
}

const wordsOf = ({ name, meaning, flag, value }: DescribedSetting): string =>
  withNumbers(`${name} ${settingWords(name)} ${meaning} ${flag} ${textOf(value)}`);

interface RowProps {
  readonly setting: DescribedSetting;
  /** Whether the address names this setting. */
  readonly isSought: boolean;
  readonly onChange: () => void;
}

function Row({ setting, isSought, onChange }: RowProps) {
  const { name, meaning, where, flag } = setting;
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isSought) return;
    element.current?.scrollIntoView({ block: 'center' });
    element.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [isSought]);
  return (
    <li ref={element} class={`${where === 'account' ? '' : 'read-only'}${isSought ? ' sought' : ''}`.trim()}>
      <div>
        <Link to={{ id: name }} class="setting-name">
          <code>{name}</code>
        </Link>{' '}
        {isChanged(setting) && <span class="mark on">changed</span>}
        <p id={`meaning-${name}`}>{meaning}</p>
        <p class="muted">
          Default: {defaultOf(setting)} · <code>{flag}</code>
        </p>
      </div>
      {where === 'account' && !isPrinted.value ? (
        <Control setting={setting} onChange={onChange} />
      ) : (
        <Value setting={setting} />
      )}
    </li>
  );
}

const isChanged = ({ value, default: unset, default_text: text }: DescribedSetting): boolean =>
  text !== 'that of the fixture' && text !== 'the current time' && textOf(value) !== textOf(unset);

const defaultOf = ({ type, default: unset, default_text: text }: DescribedSetting): string =>
  text !== '' ? text : unset === null ? 'none' : type === 'boolean' ? (unset === true ? 'on' : 'off') : textOf(unset);

function Value({ setting: { value, type, secret: isSecret } }: { readonly setting: DescribedSetting }) {
  const text = type === 'boolean' ? (value === true ? 'on' : 'off') : textOf(value);
  const shown = isSecret ? shownSecret(text) : text;
  return text === '' ? (
    <span class="muted">not set</span>
  ) : (
    <span class="copyable">
      <code>{shown}</code> <Copy text={text} what="the value" />
    </span>
  );
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
};

/** The control of a changeable value. A choice changes at once; a text with Enter, its button, or when the field loses focus. */
function Control({ setting, onChange }: Omit<RowProps, 'isSought'>) {
  const { name, value, type, choices, default: unset } = setting;
  const [fault, setFault] = useState('');
  const change = async (to: unknown): Promise<void> => {
    setFault('');
    try {
      await ask('/settings', { method: 'PATCH', input: { [name]: to } });
      toast(to === null ? `${name} is unset` : `${name} is ${textOf(to)}`);
      onChange();
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  const described = { 'aria-label': name, 'aria-describedby': `meaning-${name}`, 'aria-invalid': fault !== '' };
  return (
    <div class="setting-control">
      {type === 'boolean' ? (
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            {...described}
            checked={value === true}
            onChange={(event) => void change(event.currentTarget.checked)}
          />
          {value === true ? 'on' : 'off'}
        </label>
      ) : choices.length > 0 ? (
        <select {...described} value={textOf(value)} onChange={(event) => void change(event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <TextControl setting={setting} described={described} onChange={change} />
      )}
      <span class="row-actions">
        {name.endsWith('callback_url') && value !== null && <TestUrl url={textOf(value)} />}
        {isChanged(setting) && (
          <Button icon="reset" label={`Set ${name} to its default`} onClick={() => change(unset)} />
        )}
      </span>
      {fault !== '' && (
        <small class="field-fault" role="alert">
          {fault}
        </small>
      )}
    </div>
  );
}

interface TextControlProps {
  readonly setting: DescribedSetting;
  readonly described: object;
  readonly onChange: (value: unknown) => Promise<void>;
}

function TextControl({ setting, described, onChange }: TextControlProps) {
  const { value, placeholder, name, default: unset } = setting;
  const shown = textOf(value);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const sent = useRef<string | undefined>(undefined); // Enter leaves the field as well
  const save = (): void => {
    if (text === shown || sent.current === text) return;
    sent.current = text;
    void onChange(text.trim() === '' ? unset : text).finally(() => (sent.current = undefined));
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save();
  };
  return (
    <form onSubmit={submit}>
      <input
        {...described}
        onChange={({ currentTarget: { validity } }) => validity.valid && save()}
        value={text}
        placeholder={name.endsWith('_url') ? 'http://localhost:3000/fax' : (placeholder ?? '')}
        autocomplete="off"
        spellcheck={false}
        required={text === '' && setting.default_text === 'that of the fixture'}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {text !== shown && (
        <Button isSubmit kind="primary" label={`Save ${name}`}>
          Save
        </Button>
      )}
    </form>
  );
}

/** Whether webhooks reach a URL. */
function TestUrl({ url }: { readonly url: string }) {
  const test = async (): Promise<void> => {
    const {
      is_well: isWell,
      found,
      advice,
    } = await ask<UrlCheck>('/webhooks/check', { method: 'POST', input: { url } });
    toast(advice === null ? found : `${found}: ${advice}`, isWell ? 'good' : 'bad');
  };
  return <Button icon="connect" label={`Test ${url}`} onClick={test} />;
}
