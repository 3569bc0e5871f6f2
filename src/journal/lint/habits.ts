import { hint, warning } from './remark.ts';
import type { Check } from './remark.ts';

/** How a client says who it is. */
export const credentials: Check = ({ observed, details, params }) => {
  if (observed.version === null) return [];
  const areParams = 'api_key' in params || 'api_secret' in params;
  return [
    ...(areParams && observed.version === 'v2.1'
      ? [
          warning(
            'credentials-as-parameters',
            'api_key',
            'v2.1 of the real service is believed to take Basic authentication only, as faxsim does with --strict-auth',
          ),
        ]
      : []),
    ...(details.hasCredentialsInQuery
      ? [
          hint(
            'credentials-in-query',
            'api_secret',
            'Credentials in a URL end up in logs: send them in the body, or as Basic authentication',
          ),
        ]
      : []),
    ...(areParams && observed.authorization !== undefined
      ? [
          hint(
            'credentials-twice',
            'api_key',
            'Basic authentication wins: the parameters api_key and api_secret are not looked at',
          ),
        ]
      : []),
    ...(observed.version === 'v1' && observed.authorization !== undefined && !areParams
      ? [
          hint(
            'basic-in-v1',
            null,
            'v1 documents the parameters api_key and api_secret; whether it takes Basic authentication is not known',
          ),
        ]
      : []),
  ];
};

/** JSON bodies were only ever seen to send faxes. */
export const jsonBody: Check = ({ observed }) => {
  const isJson = observed.bodyBytes > 0 && /^application\/json/i.test(observed.contentType ?? '');
  const isKnown = observed.operation === null || (observed.operation === 'sendFax' && observed.version !== 'v1');
  if (!isJson || isKnown) return [];
  return [hint('json-body', null, 'Whether the real service reads JSON here is not known: it documents form fields')];
};

export const late: Check = ({ observed }) =>
  observed.isLate ? [hint('late', null, 'The client had closed the connection before the answer')] : [];
