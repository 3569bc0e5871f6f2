import { expect, test } from '@jest/globals';
import { outputLine } from '../../../src/lab/sweep/report/output-line.ts';

const tap = `TAP version 13
# fax 323034823: error 503
# Subtest: sends all jobs
not ok 1 - sends all jobs
  ---
  duration_ms: 14.350774
  location: '/app/t.test.mjs:3:1'
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly deep-equal:
    + actual - expected
    
      [
        'sent',
    +   'failed'
    -   'sent'
      ]
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  operator: 'deepStrictEqual'
  stack: |-
    TestContext.<anonymous> (file:///app/t.test.mjs:3:70)
    Test.runInAsyncScope (node:async_hooks:206:9)
    async Test.processPendingSubtests (node:internal/test_runner/test:526:7)
  ...
1..1
# tests 1
# fail 1
# duration_ms 308.895947
`;

const spec = `✖ counts (0.514123ms)
ℹ tests 1
ℹ fail 1
ℹ duration_ms 182.016972

✖ failing tests:

test at t.test.mjs:4:1
✖ counts (0.514123ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  
  1 !== 2
  
      at TestContext.<anonymous> (file:///app/t.test.mjs:4:28)
      at Test.processPendingSubtests (node:internal/test_runner/test:974:18) {
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    actual: 1,
    expected: 2,
    operator: 'strictEqual',
    diff: 'simple'
  }
`;

const thrown = tap.replace(/error: \|-[^]*?code: /, "error: 'x is not a function'\n  code: ");

const jest = `FAIL ./send.test.js
  ● sends all jobs

    expect(received).toBe(expected) // Object.is equality

    Expected: "sent"
    Received: "failed"

      at Object.toBe (send.test.js:4:20)

Tests:       1 failed, 1 total
`;

const jestDifference = `FAIL ./office.test.js
  ● Console

    console.error
      faxsim: these tests share the world of FAXSIM_URL

      14 | exports.openWorld = async (order) => {
    > 16 |   const world = await simulator.world({ name, ...order });

  ● a letter arrives

    expect(received).toEqual(expected) // deep equality

    - Expected  - 1
    + Received  + 1

      Array [
    -   323053038,
    +   323053044,
      ]

      18 |   await expect(world).toHaveDelivered({ event: 'fax_completed' });
         |                       ^
      20 | test('a failed letter is sent again', async () => {
`;

const jestOfFaxsim = `FAIL ./send.test.js
  ● sends all jobs

    Expected exactly 1 request (operation=sendFax), and there were 2

    request 1, POST /v2.1/faxes, answered 503

Tests:       1 failed, 1 total
`;

const vitestOfFaxsim = ` FAIL  send.test.mjs > sends all jobs
Error: Expected exactly 1 request (operation=sendFax), and there were 2
`;

const jestWithoutMore = `FAIL ./send.test.js
  ● sends all jobs

    the office is closed

Tests:       1 failed, 1 total
`;

const vitest = `\x1b[41m\x1b[1m FAIL \x1b[22m\x1b[49m office.test.mjs\x1b[2m > \x1b[22ma letter arrives
\x1b[31m\x1b[1mAssertionError\x1b[22m: expected [ 1, 1 ] to deeply equal [ 1 ]\x1b[39m

\x1b[32m- Expected\x1b[39m
\x1b[31m+ Received\x1b[39m

\x1b[2m Test Files \x1b[22m \x1b[1m\x1b[31m1 failed\x1b[39m\x1b[22m
`;

const unittest = `F
======================================================================
FAIL: test_sends (test_dunning.DunningTest)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/app/test_dunning.py", line 28, in test_sends
    self.assertEqual(len(dunning.resent), 1)
AssertionError: 0 != 1

----------------------------------------------------------------------
Ran 1 test in 0.123s

FAILED (failures=1)
`;

test.each([
  ['TAP of node --test', tap, "Expected values to be strictly deep-equal: + 'failed' - 'sent'"],
  ['TAP with an error', thrown, 'x is not a function'],
  ['node --test', spec, 'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 1 !== 2'],
  ['Jest', jest, 'Expected: "sent", Received: "failed"'],
  ['Jest, with a difference', jestDifference, 'expect(received).toEqual(expected) - 323053038, + 323053044,'],
  ['Jest, with a matcher of faxsim', jestOfFaxsim, 'Expected exactly 1 request (operation=sendFax), and there were 2'],
  ['Jest, with another error', jestWithoutMore, 'the office is closed'],
  [
    'Vitest, with a matcher of faxsim',
    vitestOfFaxsim,
    'Expected exactly 1 request (operation=sendFax), and there were 2',
  ],
  ['Vitest, in colours', vitest, 'AssertionError: expected [ 1, 1 ] to deeply equal [ 1 ]'],
  ['unittest', unittest, 'AssertionError: 0 != 1'],
])('the output of %s is shown by its failed assertion', (_name, output, line) => {
  const ending = { how: 'failed', detail: 'exit code 1', ms: 1, output } as const;
  expect(outputLine({ ending })).toBe(line);
});
