import { answering } from '../support/posts.ts';
import { account, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

/** A world with three faxes and an application that gets webhooks, in which the scenario `given` of these rules is on. */
export function worldWith(rules: string | readonly string[], settings: Parameters<typeof openSimulator>[0] = {}) {
  const world = openSimulator({
    faxes: [1, 2, 3].map((id) => sentFax({ id })),
    account: account({ sendCallbackUrl: 'http://localhost:3000/', webhookToken: 'secret' }),
    ...settings,
    parts: { post: answering(200), ...settings.parts },
  });
  const { scenarios } = world.simulator.parts.worlds.default;
  world.switchOn(...[rules].flat());
  return {
    ...world,
    scenarios,
    /** How often each rule has fired, as `id times`. */
    fired: () => scenarios.report().map(({ rule, fired }) => `${rule} ${fired}`),
    neverFired: () => scenarios.verdicts().neverFired,
    /** The verdicts on the client so far, as `verdict: reason`. */
    verdicts: () => scenarios.verdicts().verdicts.map(({ verdict, because }) => `${verdict}: ${because}`),
  };
}
