/** Scenarios of the library that break webhooks, with their effects. */
export const webhookScenarios: Readonly<Record<string, string>> = {
  'webhook-receiver-down': 'The application answers the first two attempts with 503.',
  'webhook-duplicated': 'Every webhook comes twice, ten seconds apart.',
  'webhook-late': 'Every webhook comes one to three hours late.',
  'webhook-out-of-order': 'Webhooks overtake each other.',
  'webhook-never': 'No webhook ever comes.',
  'webhook-never(times=1)': 'The next webhook is lost, and those after it come. Its page can skip some first.',
  'webhook-badly-signed': 'The first attempt is signed with another token.',
  'webhook-tampered': 'The first attempt is changed after it is signed.',
};
