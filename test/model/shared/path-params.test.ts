import { describe, expect, test } from '@jest/globals';
import { fillPath, namesInPath, templateOf } from '../../../src/model/shared/urls.ts';

describe('the parameters of a path', () => {
  test.each([
    ['/faxes', [], '/faxes', '/faxes'],
    ['/faxes/:id/file', ['id'], '/faxes/{id}/file', '/faxes/<id>/file'],
    [
      '/atas/:id/phone_numbers/:number',
      ['id', 'number'],
      '/atas/{id}/phone_numbers/{number}',
      '/atas/<id>/phone_numbers/<number>',
    ],
    ['/phax_codes/:id.png', ['id'], '/phax_codes/{id}.png', '/phax_codes/<id>.png'],
  ])('%s has %j', (path, names, template, filled) => {
    expect(namesInPath(path)).toEqual(names);
    expect(templateOf(path)).toBe(template);
    expect(fillPath(path, (name) => `<${name}>`)).toBe(filled);
  });

  test('take any text as it is, even what replacements have a meaning for', () => {
    expect(fillPath('/snapshots/:name', () => '$&:x')).toBe('/snapshots/$&:x');
  });
});
