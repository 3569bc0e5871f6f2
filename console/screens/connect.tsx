import { baseUrl } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { clientGuides, guideName } from '../client-snippets.ts';
import type { ClientGuide } from '../client-snippets.ts';
import { GuideLinks } from '../guides.tsx';
import { route, setQuery } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Breakable, Code } from '../ui/code.tsx';
import { Copy } from '../ui/copy.tsx';
import { Link } from '../ui/link.tsx';
import { Facts } from '../ui/facts.tsx';
import { shownSecret } from '../ui/printing.ts';
import { Part, Split } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { DetailHead } from './detail-head.tsx';
import { useListKeys } from './list-keys.ts';
import { LastRequest } from './last-request.tsx';
import { Latest } from './overview-latest.tsx';
import { useWorld } from './world-data.ts';

/** How each official client reaches the world of the page, with its keys. */
export function ConnectScreen() {
  const { id } = route.value;
  useListKeys(clientGuides, 'client');
  const [first] = clientGuides;
  const guide = clientGuides.find((known) => known.id === id);
  const selected = guide ?? first;
  return (
    <Split
      list={<ClientList chosen={selected} />}
      detail={guide && <Guide guide={guide} />}
      detailLabel={selected === undefined ? 'Client' : guideName(selected)}
      placeholder={selected && <Guide guide={selected} />}
    />
  );
}

function ClientList({ chosen }: { readonly chosen: ClientGuide | undefined }) {
  return (
    <>
      <div class="list-head">
        <h1>Connect</h1>
      </div>
      <ul class="plain-list" aria-label="Clients">
        {clientGuides.map((guide) => (
          <li key={guide.id} class={`row client-row${guide === chosen ? ' chosen' : ''}`}>
            <Link to={{ id: guide.id }} isCurrent={guide === chosen}>
              <strong>{guideName(guide)}</strong>
              <span class="tag">{guide.api}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Guide({ guide }: { readonly guide: ClientGuide }) {
  const found = useWorld();
  const { api, note } = guide;
  return (
    <article class="detail">
      <DetailHead title={guideName(guide)} status={<span class="tag">API {api}</span>}>
        {note}
      </DetailHead>
      {found.error !== undefined && <Failed error={found.error} onRetry={found.reload} />}
      {found.data === undefined ? (
        <Loading what="the keys of this world" />
      ) : (
        <>
          {guide.isLiveOnly !== true && <KeySwitch />}
          <Snippet guide={guide} world={found.data} />
        </>
      )}
    </article>
  );
}

const isTest = (): boolean => route.value.query['keys'] === 'test';

function KeySwitch() {
  const choose = (keys: string) => () => setQuery({ keys }, { replace: true });
  return (
    <div class="segments" role="group" aria-label="Keys">
      <Button kind="quiet" isPressed={!isTest()} onClick={choose('')}>
        Live keys
      </Button>
      <Button kind="quiet" isPressed={isTest()} onClick={choose('test')}>
        Test keys
      </Button>
    </div>
  );
}

interface SnippetProps {
  readonly guide: ClientGuide;
  readonly world: AnswerOf<'worlds', 'show'>;
}

function Snippet({ guide, world: { credentials, project_id: projectId } }: SnippetProps) {
  const { change } = guide;
  const { key, secret } = isTest() && guide.isLiveOnly !== true ? credentials.test : credentials.live;
  const url = baseUrl();
  const withCopy = (text: string, what: string) => (
    <>
      <code>
        <Breakable text={text} />
      </code>{' '}
      <Copy text={text} what={what} />
    </>
  );
  return (
    <>
      <div class="snippet">
        <Code what="the snippet" text={guide.snippet({ baseUrl: url, key, secret: shownSecret(secret), projectId })} />
      </div>
      <div class="detail-columns wide-first">
        <Part title="Address and keys">
          <Facts
            facts={{
              'Base URL': withCopy(url, 'the base URL'),
              Key: withCopy(key, 'the key'),
              Secret: withCopy(shownSecret(secret), 'the secret'),
              'Project of v3': withCopy(projectId, 'the project id'),
            }}
          />
        </Part>
        <div>
          <Part title="The change in one line">
            <code>{change}</code>
            {change.includes('base +') && <p class="muted">base is the base URL.</p>}
          </Part>
          <LastRequest />
          <GuideLinks />
        </div>
      </div>
      <Latest />
    </>
  );
}
