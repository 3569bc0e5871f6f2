import { expect, test } from '@jest/globals';
import { openApiDocumentOf } from '../../src/http/openapi/documents.ts';
import { openSimulator } from '../support/simulator.ts';

test('the calls of the simulator as a whole are refused below a world, and no other call is', async () => {
  const { anyone } = openSimulator();
  const { body } = await anyone.post('/_faxsim/worlds').send({ fixture: 'empty' });
  const { paths } = openApiDocumentOf('control', '') as unknown as { paths: Record<string, Record<string, unknown>> };
  const refused: string[] = [];
  for (const [path, calls] of Object.entries(paths).filter(([path]) => path !== '/events')) {
    // A request that lacks its parameters goes to the route, and changes nothing. An unknown one is refused there.
    const place = `/w/${body.data.id}/_faxsim${path.replaceAll(/\{\w+\}/g, '0')}?unknown=1`;
    for (const method of Object.keys(calls)) {
      const { text } = await anyone[method as 'get'](place);
      if (text.includes('this is a call of the simulator')) refused.push(`${method} ${path}`);
    }
  }
  expect(refused.toSorted()).toEqual([
    'delete /worlds/{id}',
    'get /coverage',
    'get /fax_errors',
    'get /info',
    'get /metrics',
    'get /parity',
    'get /sweep',
    'get /work',
    'get /worlds',
    'post /worlds',
    'put /worlds/{id}',
  ]);
});
