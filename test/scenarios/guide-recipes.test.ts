import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { loadScenario } from '../../src/scenarios/load.ts';
import { account } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';
import { answering } from '../support/posts.ts';
import { projectIn } from '../support/sinch.ts';

const guide = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');

/** The scenario of that name in the guide. */
function recipe(name: string) {
  const [, text] = new RegExp(`^\`\`\`yaml\n(name: ${name}\n.*?)^\`\`\`$`, 'ms').exec(guide) ?? [];
  return loadScenario(`${name}.yaml`, text ?? '');
}

test('the token of the guide is refused at the fourth call of v3, and the call after it works', async () => {
  const world = openSimulator();
  world.simulator.parts.worlds.default.scenarios.switchOn(recipe('short-token'));
  const project = projectIn(world);
  const statuses: number[] = [];
  for (let call = 0; call < 5; call++) statuses.push((await project.get('/faxes')).status);
  expect(statuses).toEqual([200, 200, 200, 401, 200]);
});

test('the webhook of the guide is lost once, and comes with the retry', async () => {
  const world = openSimulator({
    account: account({ sendCallbackUrl: 'http://127.0.0.1:9/hook' }),
    parts: { post: answering(200) },
  });
  world.simulator.parts.worlds.default.scenarios.switchOn(recipe('webhook-lost-once'));
  await world.sent();
  await world.clock.advance(24 * 3_600_000);
  const { body } = await world.anyone.get('/_faxsim/webhooks').expect(200);
  const [delivery] = body.data;
  expect(delivery.attempts.map((attempt: { answer: { status: number } }) => attempt.answer.status)).toEqual([504, 200]);
});
