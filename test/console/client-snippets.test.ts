import { expect, test } from '@jest/globals';
import { clientGuides } from '../../console/client-snippets.ts';

const world = { baseUrl: 'https://fax.example.com/w/clinic', key: 'the-key', secret: 'the-secret', projectId: 'p' };

test.each(clientGuides.map(({ id, snippet, api }) => [id, snippet(world), api] as const))(
  'the snippet %s has the address of the world and its keys',
  (id, snippet, api) => {
    const url = id === 'java' ? `https://fax.example.com:%s/w/clinic/${api}/` : world.baseUrl;
    expect(snippet).toContain(url);
    expect(snippet).toContain(world.key);
    expect(snippet).toContain(world.secret);
  },
);
