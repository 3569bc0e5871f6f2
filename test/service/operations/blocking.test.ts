import { describe, expect, test } from '@jest/globals';
import type { BlockingRule } from '../../../src/model/domain/blocking-rule.ts';
import { blockOf } from '../../../src/service/operations/calls.ts';
import { Store } from '../../../src/store/memory/store.ts';
import { blockingRule } from '../../support/examples.ts';
import { someContents } from '../../support/contents.ts';

const withRules = (...blockingRules: BlockingRule[]) => ({ store: new Store({ ...someContents(), blockingRules }) });

describe('a blocking rule of calls that come in', () => {
  const rule = (from: string, to: string) => blockingRule({ direction: 'receive', from, to });
  const call = { from: '+4930901820', to: '+13142666714' };

  test.each([
    [rule('*', '*'), true],
    [rule('DE', '*'), true],
    [rule('DE', '+13142666714'), true],
    [rule('+4930901820', 'US'), true],
    [rule('FR', '*'), false],
    [rule('*', '+13142666715'), false],
    [rule('+13142666714', '+4930901820'), false],
    [blockingRule({ direction: 'send', from: '*', to: '*' }), false],
  ])('%j stops a call from Germany: %p', (given, stops) => {
    expect(blockOf(withRules(given), 'receive', call)).toBe(stops ? given : undefined);
  });

  test('needs to know a number or a country to match it', () => {
    const unknown = { ...call, from: null };
    expect(blockOf(withRules(rule('DE', '*'), rule('+4930901820', '*')), 'receive', unknown)).toBeUndefined();
    expect(blockOf(withRules(rule('*', '*')), 'receive', unknown)).toBeDefined();
  });
});
