import { testOffice } from '../work-day.mjs';
import { Office } from './office.mjs';

testOffice(Office, process.env);
