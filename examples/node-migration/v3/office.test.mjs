import { testOffice } from '../work-day.mjs';
import { Office } from './office.mjs';

// Under faxsim, the variables of its own say where the service is.
const { FAXSIM_URL, FAXSIM_PROJECT_ID, FAXSIM_API_KEY, FAXSIM_API_SECRET } = process.env;
testOffice(Office, {
  SINCH_BASE_URL: FAXSIM_URL,
  SINCH_PROJECT_ID: FAXSIM_PROJECT_ID,
  SINCH_KEY_ID: FAXSIM_API_KEY,
  SINCH_KEY_SECRET: FAXSIM_API_SECRET,
});
