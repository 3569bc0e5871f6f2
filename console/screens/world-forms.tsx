import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { usefulText } from '../form-text.ts';
import { pluralize, zonedText } from '../format.ts';
import { readTime } from '../typed-time.ts';
import { go, world as current } from '../router.ts';
import { defaultWorld } from '../routes.ts';
import { ImportProgress } from '../running.tsx';
import { Field, FormDialog } from '../ui/dialog.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { TimeField } from '../ui/time-field.tsx';
import { toast } from '../ui/toast.tsx';
import { readWorlds } from '../worlds.ts';
import type { WorldSummary } from '../worlds.ts';
import { contentsOf, nameOf, recordsOf } from './world-words.ts';

type WorldDialog =
  | { readonly form: 'make' }
  | { readonly form: 'reset' | 'save' | 'import' | 'close'; readonly world: WorldSummary }
  | { readonly form: 'closeMany'; readonly worlds: readonly WorldSummary[]; readonly onClosed: () => void }
  | { readonly form: 'restore'; readonly world: WorldSummary; readonly snapshot: string };

const open = signal<WorldDialog | undefined>(undefined);

export const openWorldForm = (form: WorldDialog): void => {
  open.value = form;
};
const close = (): void => {
  open.value = undefined;
};

/** The dialogs of the screen. Each names the data that will be lost. */
export function WorldForms() {
  const form = open.value;
  if (form === undefined) return null;
  if (form.form === 'make') return <MakeForm />;
  if (form.form === 'closeMany') return <CloseManyForm {...form} />;
  if (form.form === 'restore') return <RestoreForm {...form} />;
  const Form = { reset: ResetForm, save: SaveForm, import: ImportForm, close: CloseForm }[form.form];
  return <Form world={form.world} />;
}

interface WorldProps {
  readonly world: WorldSummary;
}

/** The JSON of the chosen file, if any. Rejects for invalid JSON. */
async function documentOf(form: FormData): Promise<object | undefined> {
  const file = form.get('file');
  return file instanceof File && file.size > 0 ? exportIn(file) : undefined;
}

/** The parts of an export that the page shows. The time is in ms. */
interface WorldExport {
  readonly clock: { readonly now: number };
  readonly contents: { readonly faxes: readonly unknown[]; readonly deliveries: readonly unknown[] };
}

async function exportIn(file: File): Promise<WorldExport | { readonly data: WorldExport }> {
  const read: unknown = await file
    .text()
    .then(JSON.parse)
    .catch(() => undefined);
  if (typeof read !== 'object' || read === null) throw new Error(`${file.name} must be an export of a world, in JSON`);
  return read as WorldExport | { readonly data: WorldExport }; // the simulator checks all of it
}

const ofJson = '.json,application/json';

/** The pattern of ids of worlds and names of snapshots. */
const namePattern = String.raw`[\w.\-]{1,64}`;
const nameHint = 'Letters, digits, dots, dashes and underscores';

const startOf = (text: string | undefined): string | undefined =>
  text && readTime(text, { now: Date.now(), prefers: 'latest' });

function MakeForm() {
  const [isImporting, setImporting] = useState(false);
  const make = async (form: FormData): Promise<void> => {
    const document = await documentOf(form);
    setImporting(document !== undefined);
    const field = (name: string): string | undefined => usefulText(form, name);
    const input = {
      id: field('id'),
      name: field('name'),
      ...(document === undefined
        ? { fixture: field('fixture'), seed: field('seed'), start_time: startOf(field('start_time')) }
        : { import: document }),
      clock: field('clock'),
    };
    const world = await ask<AnswerOf<'worlds', 'create'>>('/worlds', { method: 'POST', input, of: null });
    await readWorlds();
    toast(`World ${nameOf(world)} is created`);
    go({ screen: 'worlds', id: world.id, query: {} });
  };
  return (
    <FormDialog title="Create a world" submit="Create" onSubmit={make} onClose={close}>
      <p>A world has its own account, faxes, clock, scenarios and keys.</p>
      <Field label="Id" hint="Stands in its address: /w/id. Without one, an id is drawn.">
        <input name="id" pattern={namePattern} title={nameHint} autocomplete="off" spellcheck={false} />
      </Field>
      <Field label="Name" hint="For people">
        <input name="name" autocomplete="off" />
      </Field>
      <Field label="Fixture">
        <select name="fixture">
          <option value="demo">demo: the stories of a dozen businesses</option>
          <option value="empty">empty: an account without faxes</option>
          <option value="large">large: ten thousand faxes</option>
        </select>
      </Field>
      <div class="field-pair">
        <Field label="Seed">
          <input name="seed" type="number" step="1" placeholder="1" />
        </Field>
        <Field label="Clock">
          <select name="clock">
            <option value="real">real time</option>
            <option value="60">a minute in a second</option>
            <option value="manual">frozen</option>
          </select>
        </Field>
      </div>
      <Field label="Start time" hint="By default now">
        <TimeField name="start_time" prefers="latest" />
      </Field>
      <Field label="Or an export" hint="A file that Export made. It takes the place of fixture, seed and start time.">
        <FileInput name="file" accept={ofJson} />
      </Field>
      {isImporting && <ImportProgress />}
    </FormDialog>
  );
}

function ResetForm({ world }: WorldProps) {
  const { id } = world;
  const reset = async (): Promise<void> => {
    const now = await ask<AnswerOf<'worlds', 'reset'>>('/reset', { method: 'POST', of: id });
    await readWorlds();
    toast(`World ${nameOf(now)} is at its start: ${contentsOf(now)}`);
  };
  return (
    <FormDialog title={`Reset ${nameOf(world)}`} submit="Reset" isDanger onSubmit={reset} onClose={close}>
      <Lost world={world} since="start" />
      <p>The world returns to its start: its fixture, its time, and the scenarios of its start. Its snapshots stay.</p>
    </FormDialog>
  );
}

/** The warning about the data that a change of a world discards. */
const Lost = ({ world, since }: WorldProps & { readonly since: string }) => (
  <p class="problem">
    <strong>This removes all changes since the {since}, and all requests.</strong> The world now holds{' '}
    {contentsOf(world)}.
  </p>
);

function SaveForm({ world }: WorldProps) {
  const save = async (form: FormData): Promise<void> => {
    const name = usefulText(form, 'name') ?? '';
    await ask(`/snapshots/${encodeURIComponent(name)}`, { method: 'PUT', of: world.id });
    await readWorlds();
    toast(`Snapshot ${name} is taken`);
  };
  return (
    <FormDialog title={`Take a snapshot of ${nameOf(world)}`} submit="Take" onSubmit={save} onClose={close}>
      <p>
        The snapshot holds {recordsOf(world)}, the clock and the scenarios, until the program ends. It holds no
        requests.
      </p>
      <Field label="Name" hint={`${nameHint}. A snapshot with the same name is replaced.`}>
        <input name="name" required pattern={namePattern} autocomplete="off" placeholder="before-the-outage" />
      </Field>
    </FormDialog>
  );
}

function RestoreForm({ world, snapshot }: WorldProps & { readonly snapshot: string }) {
  const restore = async (): Promise<void> => {
    await ask(`/snapshots/${encodeURIComponent(snapshot)}/restore`, { method: 'POST', of: world.id });
    await readWorlds();
    toast(`World ${nameOf(world)} is as it was at ${snapshot}`);
  };
  return (
    <FormDialog title={`Restore ${snapshot}`} submit="Restore" isDanger onSubmit={restore} onClose={close}>
      <Lost world={world} since="snapshot" />
      <p>Another snapshot keeps the changes; a bundle keeps the requests too.</p>
    </FormDialog>
  );
}

/** The contents of a chosen export in a sentence, or that the file is no export. */
async function foundIn(file: File): Promise<string> {
  try {
    const read = await exportIn(file);
    const { clock, contents } = 'data' in read ? read.data : read;
    const held = recordsOf({ faxes: contents.faxes.length, webhooks: contents.deliveries.length });
    return `The file holds ${held}, at ${zonedText(clock.now)}.`;
  } catch {
    return `${file.name} is no export of a world.`;
  }
}

function ImportForm({ world }: WorldProps) {
  const [found, setFound] = useState<string>();
  const look = async (file: File | undefined): Promise<void> => setFound(file && (await foundIn(file)));
  const replace = async (form: FormData): Promise<void> => {
    const document = await documentOf(form);
    if (document === undefined) throw new Error('Choose a file, or drop one');
    const now = await ask<AnswerOf<'exchange', 'import'>>('/import', {
      method: 'POST',
      input: { ...document },
      of: world.id,
    });
    await readWorlds();
    toast(`World ${nameOf(now)} is imported: ${contentsOf(now)}`);
  };
  return (
    <FormDialog title={`Import into ${nameOf(world)}`} submit="Import" isDanger onSubmit={replace} onClose={close}>
      <Field label="File" hint="Drop a file that Export made.">
        <FileInput name="file" accept={ofJson} required onFiles={([file]) => void look(file)} />
      </Field>
      {found !== undefined && <p>{found}</p>}
      <p class="problem">
        <strong>This replaces all data of the world:</strong> {contentsOf(world)}.
      </p>
      <ImportProgress world={world.id} />
    </FormDialog>
  );
}

function CloseForm({ world }: WorldProps) {
  const { id } = world;
  const remove = async (): Promise<void> => {
    await ask(`/worlds/${encodeURIComponent(id)}`, { method: 'DELETE', of: null });
    await readWorlds();
    toast(`World ${nameOf(world)} is closed`);
    go({ world: current.value === id ? defaultWorld : current.value, screen: 'worlds', id: undefined, query: {} });
  };
  return (
    <FormDialog title={`Close ${nameOf(world)}`} submit="Close the world" isDanger onSubmit={remove} onClose={close}>
      <p class="problem">
        <strong>This removes {contentsOf(world)}</strong>
        {world.snapshots > 0 && `, ${pluralize(world.snapshots, 'snapshot')}`}, the keys and the address of this world.
      </p>
    </FormDialog>
  );
}

interface ManyProps {
  readonly worlds: readonly WorldSummary[];
  readonly onClosed: () => void;
}

function CloseManyForm({ worlds, onClosed }: ManyProps) {
  const remove = async (): Promise<void> => {
    try {
      for (const { id } of worlds) await ask(`/worlds/${encodeURIComponent(id)}`, { method: 'DELETE', of: null });
    } finally {
      await readWorlds(); // some may be closed where one is refused
    }
    toast(`${pluralize(worlds.length, 'world')} closed`);
    onClosed();
    const isHere = worlds.some(({ id }) => id === current.value);
    go({ world: isHere ? defaultWorld : current.value, screen: 'worlds', id: undefined });
  };
  const sum = (count: 'faxes' | 'webhooks' | 'requests'): number =>
    worlds.reduce((all, world) => all + world[count], 0);
  const contents = contentsOf({ faxes: sum('faxes'), webhooks: sum('webhooks'), requests: sum('requests') });
  const title = `Close ${pluralize(worlds.length, 'world')}`;
  return (
    <FormDialog title={title} submit={title} isDanger onSubmit={remove} onClose={close}>
      <p class="problem">
        <strong>This removes {contents}</strong>, the snapshots, keys and addresses of these worlds.
      </p>
    </FormDialog>
  );
}
