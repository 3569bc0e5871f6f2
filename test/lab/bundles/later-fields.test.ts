import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { withReplayHost } from '../../../src/cli/replay.ts';
import { readBundle } from '../../../src/lab/bundles/bundle-file.ts';
import { compare } from '../../../src/lab/bundles/compare.ts';
import { replayBundle } from '../../../src/lab/bundles/replay.ts';
import { answerFields } from '../../../src/wire/answer-fields.ts';
import type { AnswerFields } from '../../../src/wire/answer-fields.ts';
import type { Bundle, BundledRequest } from '../../../src/worlds/history/bundle.ts';

let former: Bundle;
let again: Bundle;

/** The bundle of an earlier faxsim, with a list of its faxes, and its replay. */
beforeAll(async () => {
  const { bundle } = JSON.parse(await readFile(join(__dirname, '../../support/former-format.json'), 'utf8'));
  former = readBundle(bundle, 'former.json');
  const replayed = await withReplayHost(former, (host) => replayBundle(former, host));
  const list = listIn(replayed.bundle);
  former = { ...former, steps: [...former.steps, list] };
  again = { ...replayed.bundle, steps: [...replayed.bundle.steps, list] };
});

/** A request for a list, as one of the bundle's requests, with the faxes of its webhooks. */
function listIn({ steps }: Bundle): BundledRequest {
  const request = steps.find((step) => step.kind === 'request')!;
  const faxes = steps.flatMap((step) => (step.kind === 'webhook' ? [step.fields['fax']] : []));
  const body = `{"success":true,"message":"Retrieved faxes","data":[${faxes.join()}]}`;
  return { ...request, method: 'GET', operation: 'listFaxes', answer: { ...request.answer, body } };
}

/** The fields of a faxsim that has a memo in the faxes of v2.1. */
const withMemo: AnswerFields = {
  revision: 2,
  later: { 'v2.1 Fax': { memo: 2 } },
  known: { ...answerFields.known, 'v2.1 Fax': [...answerFields.known['v2.1 Fax']!, 'memo'] },
};

/** The bundle with other texts in the answers and webhooks that show a fax. */
const changed = (bundle: Bundle, change: (text: string) => string): Bundle => ({
  ...bundle,
  answer_fields: 2,
  steps: bundle.steps.map((step) => {
    if (step.kind === 'request')
      return { ...step, answer: { ...step.answer, body: step.answer.body && change(step.answer.body) } };
    if (step.kind !== 'webhook') return step;
    return { ...step, fields: { ...step.fields, fax: change(step.fields['fax'] ?? '') } };
  }),
});

const addMemo = (text: string) => text.replaceAll('"num_pages":', '"memo":null,"num_pages":');

const differing = (one: Bundle, other: Bundle, fields?: AnswerFields) =>
  compare(one, other, fields).filter(({ grade }) => grade === 'differs');

describe('a bundle whose faxsim did not know a field', () => {
  test('has no difference for it, in answers, lists and webhooks, also the other way round', () => {
    const newer = changed(again, addMemo);
    expect(differing(former, newer).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['request', 'webhook']));
    expect(differing(former, newer, withMemo)).toEqual([]);
    expect(differing(newer, former, withMemo)).toEqual([]);
  });

  test('has none in the part of a long list, whose size and digest say nothing then', () => {
    const cut = (bundle: Bundle, tag: string): Bundle => ({
      ...bundle,
      steps: bundle.steps.map((step) => {
        if (step.kind !== 'request' || step.method !== 'GET') return step;
        const { body } = step.answer;
        return {
          ...step,
          answer: { ...step.answer, tag, bytes: body?.length ?? 0, body: body?.slice(0, 300) ?? null },
        };
      }),
    });
    const newer = cut(changed(again, addMemo), 'b');
    expect(differing(cut(former, 'a'), newer)).not.toEqual([]);
    expect(differing(cut(former, 'a'), newer, withMemo)).toEqual([]);
    const other = cut(
      changed(again, (text) => addMemo(text).replaceAll('+1202', '+1203')),
      'b',
    );
    expect(differing(cut(former, 'a'), other, withMemo)).not.toEqual([]);
  });
});

describe('a difference of fields that counts', () => {
  test.each(['id', 'num_pages', 'cost', 'caller_name', 'recipients', 'barcodes'])('%s, which is gone', (name) => {
    const without = (text: string) => text.replaceAll(`"${name}":`, `"gone":`);
    expect(differing(former, changed(again, without), withMemo)).not.toEqual([]);
  });

  test('a field that the faxsim of the bundle had', () => {
    const known: Bundle = { ...former, answer_fields: 2 };
    expect(differing(known, changed(again, addMemo), withMemo)).not.toEqual([]);
    expect(differing(changed(former, addMemo), { ...again, answer_fields: 2 }, withMemo)).not.toEqual([]);
  });

  test('another value of a later field, or the field in another record', () => {
    const other = changed(again, (text) => addMemo(text).replaceAll('"memo":null', '"memo":"a"'));
    expect(differing(changed(former, addMemo), other, withMemo)).not.toEqual([]);
    const misplaced = changed(again, (text) => text.replaceAll('"bitrate":', '"memo":null,"bitrate":'));
    expect(differing(former, misplaced, withMemo)).not.toEqual([]);
  });

  test('a tag with the name of a later field', () => {
    const tagged = changed(again, (text) => text.replaceAll('"tags":{}', '"tags":{"memo":"a"}'));
    expect(differing(former, tagged, withMemo)).not.toEqual([]);
  });
});
