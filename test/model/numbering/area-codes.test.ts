import { describe, expect, test } from '@jest/globals';
import { parsePhoneNumber } from 'libphonenumber-js/min';
import { areaCodes, findAreaCode } from '../../../src/model/numbering/area-codes.ts';
import { countryOf } from '../../../src/model/numbering/e164.ts';

describe('the table of area codes', () => {
  test('is in ascending order and names no code twice', () => {
    const codes = areaCodes.map((entry) => entry.areaCode);
    expect(codes).toEqual([...new Set(codes)].sort((a, b) => a - b));
  });

  test.each(areaCodes.map((entry) => [entry.areaCode, entry.alpha2] as const))(
    'agrees with the numbering plan that %d lies in %s',
    (areaCode, alpha2) => {
      expect(countryOf(`+1${areaCode}5550123`)).toBe(alpha2);
    },
  );

  test('names cities in alphabetical order, as the service does', () => {
    for (const { city } of areaCodes) expect(city).toBe(city.split(', ').sort().join(', '));
  });

  test('has Canadian and toll free codes', () => {
    expect(areaCodes.filter((entry) => entry.country === 'Canada').length).toBeGreaterThan(5);
    expect(areaCodes.filter((entry) => entry.tollFree).every((entry) => String(entry.areaCode).startsWith('8'))).toBe(
      true,
    );
    expect(areaCodes.filter((entry) => entry.tollFree)).toHaveLength(7);
  });

  test('has every code that the numbering plan places in either country', () => {
    // Codes of persons, machines and services, which lie nowhere.
    const nowhere = /^(?:5(?:00|2[1-9]|3[23]|44|66|77|88)|6(?:00|22|33)|900)$/;
    const known = Array.from({ length: 800 }, (_none, index) => 200 + index).filter(
      (code) =>
        ['US', 'CA'].includes(parsePhoneNumber(`+1${code}5550123`).country ?? '') && !nowhere.test(String(code)),
    );
    expect(areaCodes.map(({ areaCode }) => areaCode)).toEqual(known);
  });

  test('leaves 555 to the reserved numbers', () => {
    expect(findAreaCode(555)).toBeUndefined();
  });

  test('has 401 as the only code of Rhode Island, as recorded', () => {
    expect(areaCodes.filter((entry) => entry.stateCode === 'RI')).toEqual([findAreaCode(401)]);
  });
});

test.each([
  [205, 'Birmingham, Clanton, Jasper', 'Alabama'],
  [206, 'Seattle', 'Washington'],
  [225, 'Baton Rouge', 'Louisiana'],
  [253, 'Kent, Tacoma', 'Washington'],
  [318, 'Bossier City, Monroe, Shreveport', 'Louisiana'],
  [401, 'Cranston, Pawtucket, Providence', 'Rhode Island'],
])('finds %d in %s, %s, as recorded', (areaCode, city, state) => {
  expect(findAreaCode(areaCode)).toMatchObject({ city, state, country: 'United States of America', tollFree: false });
});
