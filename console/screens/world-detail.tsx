import type { Snapshot } from '../../src/control/client/named-types.ts';
import { ask, askBlob } from '../api.ts';
import { speedText, agoText, zonedText } from '../format.ts';
import { useResource } from '../resource.ts';
import type { Resource } from '../resource.ts';
import { go, world as current } from '../router.ts';
import { defaultWorld } from '../routes.ts';
import { exportWorld } from './exports.ts';
import { saveFile } from '../save-file.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Link } from '../ui/link.tsx';
import { Facts } from '../ui/facts.tsx';
import { shownSecret } from '../ui/printing.ts';
import { Part } from '../ui/split.tsx';
import { SubLine } from '../ui/sub-line.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { worlds } from '../worlds.ts';
import type { WorldSummary } from '../worlds.ts';
import { DetailHead } from './detail-head.tsx';
import { WhyNoWorld } from './no-world.tsx';
import { openWorldForm } from './world-forms.tsx';
import { contentsOf, nameOf } from './world-words.ts';

export function WorldDetail({ id }: { readonly id: string }) {
  const all = worlds.value;
  if (all === undefined) return <Loading what={`world ${id}`} />;
  const world = all.find((known) => known.id === id);
  if (world !== undefined) return <LoadedWorld world={world} />;
  return (
    <article class="detail">
      <DetailHead title={id} />
      <div class="problem">
        <p>
          <strong>There is no world {id}.</strong>
        </p>
        <WhyNoWorld id={id} />
      </div>
    </article>
  );
}

function LoadedWorld({ world }: { readonly world: WorldSummary }) {
  const { id, now, speed, seed, failure, last_used_at: used } = world;
  const snapshots = useResource(`${id} ${world.snapshots}`, (signal) =>
    ask<readonly Snapshot[]>('/snapshots', { of: id, signal }),
  );
  const isHere = id === current.value;
  return (
    <article class="detail">
      <DetailHead title={nameOf(world)}>
        <SubLine of={[contentsOf(world), <time dateTime={now}>{zonedText(now)}</time>]} />
      </DetailHead>
      {failure !== null && <p class="problem lines">{failure}</p>}
      <Actions world={world} isHere={isHere} />
      <div class="detail-columns">
        <div>
          <Part title="Contents">
            <Facts
              facts={{
                Id: id,
                Faxes: countLink(id, 'faxes', world.faxes),
                Webhooks: countLink(id, 'webhooks', world.webhooks),
                Requests: countLink(id, 'requests', world.requests),
                Seed: seed,
                'Last use': used === null ? undefined : agoText(used, Date.now()),
              }}
            />
          </Part>
          <Part title="Clock">
            <Facts facts={{ Time: zonedText(now), Speed: speedText(speed) }} />
          </Part>
          <SnapshotList world={world} snapshots={snapshots} />
        </div>
        <Part title="Address and keys">
          <Access world={world} />
        </Part>
      </div>
    </article>
  );
}

const countLink = (world: string, screen: 'faxes' | 'webhooks' | 'requests', count: number) => (
  <Link to={{ world, screen, id: undefined, query: {} }}>{count.toLocaleString('en')}</Link>
);

function Actions({ world, isHere }: { readonly world: WorldSummary; readonly isHere: boolean }) {
  const { id } = world;
  return (
    <div class="actions" role="group" aria-label="Actions">
      {!isHere && (
        <Button kind="primary" onClick={() => go({ world: id, screen: 'faxes', id: undefined, query: {} })}>
          Switch to this world
        </Button>
      )}
      <Link class="button" to={{ world: id, screen: 'settings', id: undefined, query: {} }}>
        Settings
      </Link>
      <Button onClick={() => openWorldForm({ form: 'save', world })}>Snapshot…</Button>
      <Button onClick={() => exportWorld(id)}>Export</Button>
      <Button onClick={() => bundleWorld(id)}>Bundle</Button>
      <Button onClick={() => openWorldForm({ form: 'import', world })}>Import…</Button>
      <Button kind="danger" onClick={() => openWorldForm({ form: 'reset', world })}>
        Reset…
      </Button>
      {id !== defaultWorld && (
        <Button kind="danger" onClick={() => openWorldForm({ form: 'close', world })}>
          Close…
        </Button>
      )}
    </div>
  );
}

/** Saves a bundle of the world. */
async function bundleWorld(id: string): Promise<void> {
  saveFile(await askBlob('/bundle', { of: id }), `${id}.bundle.json`);
}

interface SnapshotProps {
  readonly world: WorldSummary;
  readonly snapshots: Resource<readonly Snapshot[]>;
}

function SnapshotList({ world, snapshots: { data, error, reload } }: SnapshotProps) {
  const { id } = world;
  const forget = (name: string) => async (): Promise<void> => {
    await ask(`/snapshots/${encodeURIComponent(name)}`, { method: 'DELETE', of: id });
    reload();
  };
  return (
    <Part title="Snapshots">
      {error !== undefined && <Failed error={error} onRetry={reload} />}
      {data?.length === 0 && (
        <p class="muted">None. A snapshot holds the world as it is now, until the program ends.</p>
      )}
      <ul class="rows">
        {data?.map(({ name, now, faxes }) => (
          <li key={name}>
            <span>
              <strong>{name}</strong>
              <br />
              <span class="muted">
                {faxes.toLocaleString('en')} faxes{now !== null && ` · ${zonedText(now)}`}
              </span>
            </span>
            <span class="row-actions">
              <Button onClick={() => openWorldForm({ form: 'restore', world, snapshot: name })}>Restore…</Button>
              <Button kind="quiet" icon="close" label={`Delete the snapshot ${name}`} onClick={forget(name)} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Access({ world: { base_url: url, credentials } }: { readonly world: WorldSummary }) {
  const { live, test } = credentials;
  const copyable = (text: string, what: string) => (
    <span class="copyable">
      <code>{what.endsWith('secret') ? shownSecret(text) : text}</code> <Copy text={text} what={what} />
    </span>
  );
  return (
    <Facts
      facts={{
        'Base URL': copyable(url, 'the base URL'),
        'Live key': copyable(live.key, 'the live key'),
        'Live secret': copyable(live.secret, 'the live secret'),
        'Test key': copyable(test.key, 'the test key'),
        'Test secret': copyable(test.secret, 'the test secret'),
      }}
    />
  );
}
