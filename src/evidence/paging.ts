import { all, documented, v1Reference, v2Reference } from './proof.ts';

const v1Page = documented('v1 reference, paging');

export const v1PageParameters = { page: v1Page, maxperpage: v1Page };
export const pageParameters = all(documented('v2 reference, paging; echoed to official clients'), 'page', 'per_page');

export const rangeParameters = all(v2Reference, 'created_before', 'created_after');
export const v1RangeParameters = all(v1Reference, 'start', 'end');
