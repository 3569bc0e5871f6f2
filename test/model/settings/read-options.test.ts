import { expect, test } from '@jest/globals';
import { readOptions } from '../../../src/model/settings/read-options.ts';

test.each([6000, '10080'])('the port %j, which fetch blocks, is refused with the reason', (port) => {
  expect(() => readOptions({ port })).toThrow(
    `port must be an integer from 0 to 65535, got ${JSON.stringify(port)} ` +
      '(fetch and browsers refuse to call this port: take another)',
  );
  expect(() => readOptions({ httpsPort: port })).toThrow('httpsPort must be');
});
