const busy = `name: my-busy-number
description: One number is busy, and all others are reached.
params: { number: '+12125550140' }
rules:
  - id: busy
    on: fax
    where: { fax.direction: sent, to: { contains: '\${number}' } }
    do:
      course:
        - { after: pace, status: inprogress }
        - { after: pace, status: failure, error: 17, to: { contains: '\${number}' } }
`;

const failing = `name: my-failing-call
description: The first call of one operation fails, and the next one works.
params: { times: 1 }
rules:
  - id: down
    on: sendFax # or any other operation, such as listFaxes; '*' for all
    times: '\${times}'
    do: { fail: unavailable }
    expect: { retries: { min: 1 } }
`;

const late = `name: my-late-webhook
description: The first attempt of each webhook comes late.
params: { delay: 10m }
rules:
  - id: late
    on: webhook
    where: { attempt: 1 }
    do: { delay: '\${delay}' }
`;

const lost = `name: my-lost-webhook
description: The first webhook of an event never comes.
params: { event: fax_completed, times: 1 }
rules:
  - id: lost
    on: webhook
    where: { event: '\${event}' }
    times: '\${times}'
    do: { drop: true }
`;

/** The texts that a new scenario can begin with, by what they do. The first is there without a choice. */
export const templates: Readonly<Record<string, string>> = {
  'A busy number': busy,
  'A failing operation': failing,
  'A late webhook': late,
  'A lost webhook': lost,
};
