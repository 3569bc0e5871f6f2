import type { Page, PageRequest } from '../../model/domain/page.ts';
import { areaCodes } from '../../model/numbering/area-codes.ts';
import type { AreaCode } from '../../model/numbering/area-codes.ts';
import { allCountries } from '../../model/numbering/countries.ts';
import type { Country } from '../../model/numbering/countries.ts';
import { pageOf } from './page.ts';
import type { OperationContext } from './operation-context.ts';

export interface AreaCodeQuery {
  readonly tollFree?: boolean | undefined;
  /** A calling code. */
  readonly countryCode?: number | undefined;
  /** Alpha-2. */
  readonly country?: string | undefined;
  /** "LA". */
  readonly state?: string | undefined;
}

/** One page of the area codes that numbers can be had in, by code ascending. */
export function listAreaCodes(_context: OperationContext, query: AreaCodeQuery & PageRequest): Page<AreaCode> {
  return pageOf(areaCodesOf(query), query);
}

/** All of them. */
export function listAllAreaCodes(_service: OperationContext, query: AreaCodeQuery): readonly AreaCode[] {
  return areaCodesOf(query);
}

function areaCodesOf({ tollFree, countryCode, country, state }: AreaCodeQuery): readonly AreaCode[] {
  return areaCodes.filter(
    (entry) =>
      (tollFree === undefined || entry.tollFree === tollFree) &&
      (countryCode === undefined || entry.countryCode === countryCode) &&
      (country === undefined || entry.alpha2 === country) &&
      (state === undefined || entry.stateCode === state),
  );
}

/** One page of all countries. */
export function listCountries(_service: OperationContext, request: PageRequest): Page<Country> {
  return pageOf(allCountries, request);
}

/** The countries that faxes can be sent to. */
export function listSupportedCountries(): readonly Country[] {
  return allCountries.filter(({ sendSupport }) => sendSupport === 'full');
}
