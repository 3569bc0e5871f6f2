import { Refusal } from '../domain/refusal.ts';
import { nearestOrAll } from '../did-you-mean.ts';
import { guideList, guideNames, guideText } from '../guides.ts';
import type { ApiCall } from './api-call.ts';
import { assertOwnHost } from './control-guard.ts';
import { renderedWith } from './response.ts';

/** The paths of the guides, below `/_faxsim`. */
export const guidePaths = ['/docs', '/docs/:name'];

const headers = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/** Renders a guide as plain text, or the list of guides. They hold no data, so they need no token. Throws `not_found`. */
export function showGuide(call: ApiCall, deps: { readonly controlToken: string | undefined }): void {
  assertOwnHost(call, deps);
  const [, name] = /\/docs\/([^/?]+)/.exec(call.path) ?? [];
  const text = name === undefined ? `Guides, at /_faxsim/docs/NAME:\n\n${guideList()}` : guide(name);
  call.rendered = renderedWith(200, headers, { bytes: Buffer.from(text), text: null });
}

function guide(name: string): string {
  const names = guideNames();
  if (names.includes(name)) return guideText(name);
  const message = `there is no such guide${nearestOrAll(name, names) || '; GET /_faxsim/docs lists the guides'}`;
  throw new Refusal('not_found', `Not found: ${message}`, message);
}
