import type { RawRequest, RequestRecord } from '../../src/control/client/named-types.ts';
import { ask, baseUrl } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { jestTest, pytestTest, requestCurl, scenarioOf } from './request-copies.ts';
import { isUnmatched } from './request-words.ts';
import { openRewind, RewindForm } from './rewind-form.tsx';

async function curlText(request: RequestRecord): Promise<string> {
  const [raw, { credentials }] = await Promise.all([
    ask<RawRequest>(`/requests/${request.id}/raw`),
    ask<AnswerOf<'worlds', 'show'>>('/world'),
  ]);
  const pair = request.key === 'test' ? credentials.test : credentials.live;
  return requestCurl(request, raw, { baseUrl: baseUrl(), credentials: pair });
}

/** Copies of a request, in the forms in which it is useful elsewhere, and the way back to before it. */
export function RequestActions({ request }: { readonly request: RequestRecord }) {
  const here = { baseUrl: baseUrl() };
  return (
    <div class="actions" role="group" aria-label="Actions">
      <Copy what="the curl command" text={() => curlText(request)}>
        curl
      </Copy>
      {!isUnmatched(request) && (
        <>
          <Copy what="a test for Jest" text={() => jestTest(request, here)}>
            Jest test
          </Copy>
          <Copy what="a test for pytest" text={() => pytestTest(request, here)}>
            pytest
          </Copy>
          <Copy what="a scenario for this request" text={() => scenarioOf(request)}>
            Scenario
          </Copy>
          <Link class="button" to={{ screen: 'scenarios', query: { view: 'edit', request: String(request.id) } }}>
            <Icon name="scenario" />
            Edit as a scenario
          </Link>
        </>
      )}
      <Copy what="the link to this page" text={() => location.href}>
        Link
      </Copy>
      <Button title="Return the world to before this request" onClick={() => openRewind(request.id)}>
        Rewind…
      </Button>
      <RewindForm />
    </div>
  );
}
