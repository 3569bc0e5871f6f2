import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RunningSimulator } from '../../../src/index.ts';
import { emptyStart, observeRun } from '../../../src/lab/achievements/run-record.ts';
import { readHarDocument } from '../../../src/lab/har/har-file.ts';
import { evidenceOfHar } from '../../../src/lab/har/har-evidence.ts';
import { summaryOf } from '../../../src/lab/migrate/sections.ts';
import { ownTransmissions } from '../../../src/lab/parity/side.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';
import { letter, program, simulator } from '../migrate/program.ts';
import type { Program } from '../migrate/program.ts';

let running: RunningSimulator;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [running, receiver] = await Promise.all([simulator(), startReceiver()]);
});
afterAll(() => Promise.all([running.close(), receiver.close()]));

/** A program whose account has a URL for all its webhooks. */
const opened = async (): Promise<Program> => {
  const own = await program(running);
  await own.world.settings.change({ send_callback_url: receiver.url, receive_callback_url: receiver.url });
  return own;
};

/** Sends a fax as the form of the console does. */
async function sendByConsole({ world }: Program): Promise<void> {
  const { key, secret } = world.credentials.live;
  const body = new FormData();
  body.append('to', '+12025550199');
  body.append('file', letter);
  const headers = { 'X-Faxsim-Client': 'console', authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
}

const firstWebhook = async ({ world }: Program): Promise<number> => (await world.webhooks.list())[0]?.id ?? 0;
const end = ({ world }: Program) => world.clock.move({ run_until_idle: '1h' });

/** The webhooks that are evidence, and the others, for each reader of a world. */
async function countsIn(own: Program) {
  const report = await own.report();
  const run = await observeRun(own.world, emptyStart);
  const document = await own.world.requests.export();
  const reader = await running.world();
  const { evidence } = await evidenceOfHar(readHarDocument(document, 'world.har'), reader, []);
  return {
    migrate: [report.webhooks?.count ?? 0, report.webhooks_of_controls],
    har: [evidence.webhooks.length, evidence.webhooksOfControls],
    run: run.deliveries.length,
    letters: ownTransmissions(run).map(({ to }) => to),
  };
}

const ofProgram = '+12025550123';

describe('a webhook is evidence about the program', () => {
  test.each<readonly [cause: string, (own: Program) => Promise<unknown>, letters: readonly string[]]>([
    ['of a fax that it sent', (own) => own.send(), [ofProgram]],
    ['of a fax that a control call receives', ({ world }) => world.simulate.receive({ from: '+12025550177' }), []],
    [
      'of its own fax that a control call ends',
      async (own) => own.world.simulate.finish({ id: await own.send(), error: 17 }),
      [ofProgram],
    ],
  ])('%s', async (_cause, act, letters) => {
    const own = await opened();
    await act(own);
    await end(own);
    expect(await countsIn(own)).toEqual({ migrate: [1, 0], har: [1, 0], run: 1, letters });
  });
});

describe('a webhook is no evidence', () => {
  test.each<readonly [cause: string, (own: Program) => Promise<unknown>]>([
    ['of a fax that the console sent', sendByConsole],
    ['that a control call repeats', async (own) => own.world.webhooks.redeliver({ id: await firstWebhook(own) })],
    [
      'that a control call repeats after it was repeated',
      async (own) => {
        const { id } = await own.world.webhooks.redeliver({ id: await firstWebhook(own) });
        await end(own);
        await own.world.webhooks.redeliver({ id });
      },
    ],
    [
      'that a control call makes up',
      async ({ world }) => {
        const [fax] = (await world.faxes.list()).faxes;
        await world.webhooks.send({ fax: fax?.id ?? 0, url: receiver.url });
      },
    ],
  ])('%s', async (cause, act) => {
    const own = await opened();
    await own.send();
    await end(own);
    await act(own);
    await end(own);
    const others = cause.includes('after') ? 2 : 1;
    expect(await countsIn(own)).toEqual({ migrate: [1, others], har: [1, others], run: 1, letters: [ofProgram] });
  });

  test('of a fax that a control call created, which is no letter of the program either', async () => {
    const own = await opened();
    await own.send();
    await own.world.faxes.create({ to: '+12025550188', status: 'inprogress' });
    await end(own);
    expect(await countsIn(own)).toMatchObject({ migrate: [1, 1], run: 1, letters: [ofProgram] });
  });
});

test('the report says how many webhooks it leaves out, also without any other', async () => {
  const own = await opened();
  await sendByConsole(own);
  await end(own);
  const report = await own.report();
  expect(summaryOf(report)).toBe(
    'The program made no request of v1, v2 or v2.1; 1 request of the console is not counted; 1 webhook by the console or control calls is not counted',
  );
  expect(report).toMatchObject({ webhooks: null, traps: [], gaps: [], tasks: [] });
});

test('a failure that a control call caused is no evidence that the account does not retry', async () => {
  const certainty = async ({ report }: Program) => (await report()).traps.find(({ id }) => id === 'retries')?.certainty;
  const own = await opened();
  await own.world.simulate.finish({ id: await own.send(), error: 17 });
  expect(await certainty(own)).toBe('possible');
  await own.send({ to: '+15555551017' });
  await end(own);
  expect(await certainty(own)).toBe('shown');
});

test('a verdict on webhooks leaves out those of faxes that the console sent, and says so', async () => {
  const own = await opened();
  await own.send();
  await sendByConsole(own);
  await end(own);
  expect(await own.world.webhooks.verify({ exactly: 1 })).toMatchObject({
    passed: true,
    message: expect.stringMatching(/there was 1; 1 webhook of the console is not counted$/),
  });
});
