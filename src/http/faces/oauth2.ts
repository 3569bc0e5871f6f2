import { Refusal } from '../../model/domain/refusal.ts';
import { form, single } from '../../wire/fields.ts';
import { tokenAnswer, tokenRefusal, tokenRefusalShape } from '../../wire/v3/token.ts';
import { refusals } from '../errors.ts';
import { evidenceOf } from '../evidence.ts';
import type { RefusalForm } from '../errors.ts';
import type { Face } from '../face.ts';
import { routeWith } from '../route.ts';
import { makeToken, tokenSeconds } from './access-token.ts';
import { byKeyPair } from './key-pair.ts';

const byBasic = byKeyPair({ basicOnly: true, takesFormEncoded: true, security: [['basic']] });

const grant = single('client_credentials', (text) => (text === 'client_credentials' ? text : undefined), {
  type: 'string',
  enum: ['client_credentials'],
});

const route = routeWith({ messages: {}, recordOf: () => undefined });

const token = route('POST /token', 'createToken', {
  schema: form({ grant_type: grant }),
  perform: ({ credentials: { live }, clock }) => makeToken(live.key, live.secret, clock.now()),
  answer: tokenAnswer(tokenSeconds),
});

const statuses: RefusalForm['statuses'] = { ...refusals.statuses, invalid: 400, unsupported_media_type: 400 };

const tokenRefusals: RefusalForm = {
  statuses,
  bodyOf: ({ kind, message }) => tokenRefusal(kind, message),
  body: () => tokenRefusalShape,
};

/**
 * The endpoint of access tokens, `POST /oauth2/token` by HTTP Basic. The real service has it on a separate host.
 * Source: the documentation of v3; the form of refusals is that of RFC 6749.
 */
export const oauth2Face: Face = {
  name: 'oauth2',
  version: 'v3',
  routes: [token],
  authentication: {
    ...byBasic,
    ownerOf: (request, worlds) => {
      const owner = byBasic.ownerOf(request, worlds);
      const hint = 'There are no tokens for the test API key, which does not exist in v3: use the live one';
      if (owner.isTest) throw new Refusal('unauthorized', hint, { hint });
      return owner;
    },
  },
  body: {
    types: ['application/x-www-form-urlencoded', 'application/json'],
    isFlat: true,
    valuesMax: 1000,
    repeatsAreLists: false,
    skipsOtherJson: false,
  },
  refusals: tokenRefusals,
  scriptedBody: (status, message) => tokenRefusal(status === 401 ? 'unauthorized' : 'fault', message),
  headers: { success: { 'Cache-Control': 'no-store' }, other: {}, isTagged: false },
  overridesMethod: false,
  evidence: evidenceOf('v3'),
  document: {
    title: 'Access tokens of the Sinch Fax API, as faxsim has them',
    description: 'A token by the key id and key secret of a project.',
    meanings: { grant_type: '`client_credentials`.' },
  },
};
