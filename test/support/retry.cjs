/* global jest */
// A machine that does other work too lets a browser or a program wait at times. The first failure is printed with its retry.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
