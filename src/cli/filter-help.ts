type FilterEntry = readonly [form: string, meaning: string];

const ofTime: FilterEntry = [
  'since=2d',
  "From then on, by the clock of the world: 2d, 45m, '1 hour ago', 9am, yesterday, or 2026-01-31T09:00:00Z. until= takes the same forms.",
];

const ofNumber: FilterEntry = ['number=0123', 'A number or a part of it.'];

/** The forms of filters, with examples, by the group of their calls. */
export const filterHelp: Readonly<Record<string, readonly FilterEntry[]>> = {
  faxes: [
    [
      'status=failed,partial',
      "The words of the list or of the API, with commas: queued, 'in a batch', 'in progress', success, partial, failed.",
    ],
    ['number=555', 'A number that the fax was sent to, from, or received on, or a part of it, in any notation.'],
    [
      'q=555',
      "Words that are all in the fax, each as a part of a number, an id, a tag, an error, a caller name or a URL: q='busy 555', q='case: 7'.",
    ],
    ofTime,
  ],
  requests: [
    ['status=refused', 'A 4xx or 5xx, or a refusal of v1, whose status is 200. Or a status such as 422, or 4xx.'],
    ['number=555', 'A number that the request or its fax goes to or comes from, or a part of it, in any notation.'],
    ofTime,
  ],
  webhooks: [
    [
      'state=recorded',
      "A word of the list or of the API: pending, delivered, failed, 'not allowed', mailed, recorded.",
    ],
    ofTime,
  ],
  activity: [ofNumber, ofTime],
  tail: [
    [
      'kind=webhook,rule',
      'Kinds of entries, with commas: request, control, fax, webhook, rule, scenario, settings, port_order, clock, world.',
    ],
    ['fax=12', 'What happened to a fax, by its id, its number, or last.'],
    ofNumber,
    ["search='busy 555'", 'Words that are all in the entry. tone=bad: only failures.'],
    ['since=1h', 'First prints all entries from then on, by the clock of the world, not only ten.'],
  ],
};
