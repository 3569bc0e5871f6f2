import { expect, test } from '@jest/globals';
import { adviceOn } from '../../console/screens/fax-advice.ts';
import { faxErrors } from '../../src/model/domain/fax-error.ts';
import type { FaxError } from '../../src/model/domain/fax-error.ts';

/** The subject of the advice for each message that tells more than its kind. The first match decides. */
const subjects: readonly (readonly [message: RegExp, advice: RegExp | undefined])[] = [
  [/simulated|^User requested/, /^A test asked for this/],
  [/funds/, /too little money/],
  [/out of paper/i, /out of paper/],
  [/already complete/, /^$/],
  [
    /no fax tone|waiting for (?:the first|initial)|failed to respond/i,
    /^No fax machine responded.* check with its owner/,
  ],
  [/hung up before|waiting for a? ?D[CI]S/, /before it received a page/],
  [/size of image/, /of this size/],
  [/resolution/, /this resolution/],
  [/^Fax machine incompat|not compatible/, /ask for the number of another/],
  [/incompatible destination/i, /cannot take the call/],
  [/call rejected/i, /rejected the call/],
  [/immediate hangup/i, /ended at once/],
  [/not operational|number.*changed/i, /no faxes any more/],
  [/^busy/i, /was busy/],
  [/^no answer|ring timeout/i, /^No one took the call/],
  [/not permitted/, /does not call this number/],
  [/telephony error/i, /^The line could not be reached/],
  [/canceled by user/, /was cancelled/],
  [/timeout exceeded/, /took too long/],
  [/been deleted/, /is gone/],
  [/no pages received/i, /^No page arrived/],
  [/access the url/, /could not read the URL/],
  [/string_data/, /not valid/],
  [/storing the file/, /could not store the file/],
  [/mimetype/i, /format: send a PDF/],
];

const kinds: Readonly<Record<FaxError['type'], RegExp>> = {
  documentConversionError: /^The document cannot be converted/,
  lineError: /^The line could not be reached/,
  faxError: /^A machine answered, but the call broke/,
  fatalError: /^The service itself failed/,
  generalError: /outside of the call/,
};

test.each(faxErrors)('advice on $type $id, $message, agrees with the message', (error) => {
  const subject = subjects.find(([message]) => message.test(error.message));
  expect(adviceOn(error)).toMatch(subject?.[1] ?? kinds[error.type]);
});
