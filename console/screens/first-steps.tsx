import type { ComponentChildren } from 'preact';
import { baseUrl } from '../api.ts';
import { clientGuides, guideName } from '../client-snippets.ts';
import type { SnippetTarget } from '../client-snippets.ts';
import { go } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Link } from '../ui/link.tsx';
import { Facts } from '../ui/facts.tsx';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { openReceive, openSend } from './fax-forms.tsx';
import { useWorld } from './world-data.ts';

interface StartProps {
  readonly title: string;
  /** The next step for the user, and what the screen will show. */
  readonly children: ComponentChildren;
}

/** Shown in place of an empty list over the whole width. */
const Start = ({ title, children }: StartProps) => (
  <div class="detail first-steps">
    <h2 class="hidden">{title}</h2>
    <div class="detail-columns even">{children}</div>
  </div>
);

/** The commands that send the first request to this world. */
export const FirstRequest = () => <WithKeys>{(target) => <Requests target={target} />}</WithKeys>;

const Requests = ({ target }: { readonly target: SnippetTarget }) => (
  <Start title="No requests yet">
    <Part title="Send the first request">
      <Commands target={target} />
      <p class="muted">
        Each request to the fax API appears here at once. <Link to={{ screen: 'connect', query: {} }}>Connect</Link> has
        the snippets for other clients.
      </p>
    </Part>
    <Part title="What a request tells">
      <Facts
        facts={{
          Request: 'its parameters, headers and files, also in raw form',
          Response: 'its status, its JSON with the evidence of each field, and its time',
          Mistakes: 'what the service ignores, such as a parameter that it does not know',
          Rules: 'the scenario that changed the response, and the rules that would fire now',
          Copies: 'the request as curl, as a test, and as a scenario that makes it fail',
        }}
      />
    </Part>
  </Start>
);

/** A part with the keys of the world. It waits for them as a whole, so that nothing in it moves when they come. */
function WithKeys({ children }: { readonly children: (target: SnippetTarget) => ComponentChildren }) {
  const found = useWorld();
  if (found.error !== undefined) return <Failed error={found.error} onRetry={found.reload} />;
  if (found.data === undefined) return <Loading what="the keys of this world" />;
  const { credentials, project_id: projectId } = found.data;
  return <>{children({ baseUrl: baseUrl(), ...credentials.live, projectId })}</>;
}

const Commands = ({ target }: { readonly target: SnippetTarget }) => (
  <>
    {clientGuides
      .filter(({ language }) => language === 'curl')
      .map((guide) => (
        <div key={guide.id}>
          <h4>
            {guideName(guide)}, API {guide.api}
          </h4>
          <Code text={guide.snippet(target)} what={`the command for ${guide.api}`} />
        </div>
      ))}
  </>
);

/** How to send or receive a first fax, and what will then be shown. */
export const FirstFax = () => <WithKeys>{(target) => <Faxes target={target} />}</WithKeys>;

const Faxes = ({ target: { baseUrl: base, key, secret } }: { readonly target: SnippetTarget }) => (
  <Start title="No faxes yet">
    <Part title="Send the first fax">
      <Code
        text={`echo Hello | curl -u ${key}:${secret} -F to=+12025550123 -F 'file=@-;filename=hello.txt' ${base}/v2.1/faxes`}
        what="the command"
      />
      <p class="muted">
        Send does the same with a form, and Receive brings a fax from outside.{' '}
        <Link to={{ screen: 'connect', query: {} }}>Connect</Link> has the snippets for other clients.
      </p>
    </Part>
    <Part title="What a fax tells">
      <Facts
        facts={{
          Pages: 'pictures of its document, as the recipient gets it',
          Timeline: 'each step on its way, with the next one and its time',
          Failure: 'the error with its id, and the scenario behind it',
          Traces: 'its requests and webhooks',
          Actions: 'finish it, fail it, cancel it or send it again',
        }}
      />
    </Part>
  </Start>
);

/** How to fill the activity, and what it will then show. */
export const FirstActivity = () => (
  <Start title="Nothing has happened yet">
    <Part title="Make something happen">
      <p>
        Everything in this world appears here at once, in its order: requests, faxes, webhooks, rules that fire,
        settings and moves of the clock.
      </p>
      <div class="actions">
        <Button icon="received" kind="primary" onClick={onFaxes(openReceive)}>
          Receive a fax
        </Button>
        <Button icon="sent" onClick={onFaxes(openSend)}>
          Send a fax
        </Button>
        <Link to={{ screen: 'scenarios', id: undefined, query: {} }} class="button">
          Switch a scenario on
        </Link>
      </div>
    </Part>
    <Part title="What an entry tells">
      <Facts
        facts={{
          Time: 'to the millisecond, on the clock of the world',
          Event: 'what happened to which fax, webhook or request, with a link to it',
          Reason: 'why it failed, with the error or the rule behind it',
          Text: 'all entries as text; faxsim tail prints the same in a terminal',
        }}
      />
    </Part>
  </Start>
);

/** Opens a dialog that makes a fax, which is one of the screen of faxes. */
const onFaxes = (openForm: () => void) => (): void => {
  go({ screen: 'faxes', id: undefined, query: {} });
  openForm();
};

/** How to cause a first webhook, and what will then be shown. */
export const FirstWebhook = () => (
  <Start title="No webhooks yet">
    <Part title="Cause the first webhook">
      <p>
        A fax that ends causes a webhook. It goes to the <code>callback_url</code> of the request, or to the URL of the
        account; without a URL it is recorded only.
      </p>
      <div class="actions">
        <Button icon="received" kind="primary" onClick={onFaxes(openReceive)}>
          Receive a fax
        </Button>
        <Button icon="sent" onClick={onFaxes(openSend)}>
          Send a fax
        </Button>
        <Link to={{ screen: 'settings', id: 'send_callback_url', query: {} }} class="button">
          Set the callback URLs
        </Link>
      </div>
      <p class="muted">
        Your application should check the signature:{' '}
        <Link to={{ screen: 'guides', id: 'verification', query: {} }}>the code in six languages</Link>.
      </p>
    </Part>
    <Part title="What a webhook tells">
      <Facts
        facts={{
          Attempts: 'each request with its fields, the answer of your application, and the next retry',
          Failure: 'why an attempt failed, and what to do about it',
          Signature: 'how it is computed, and the mistake behind a wrong one',
          Faults: 'scenarios that lose, delay, repeat or forge webhooks',
        }}
      />
    </Part>
  </Start>
);
