/** The making of a report in tests: the same on each day and machine. */
export const making = {
  at: '2026-01-05T09:30:15.000Z',
  version: '1.2.3',
  command: 'npx faxsim command -- npm test',
  directory: '/home/me/office',
};
