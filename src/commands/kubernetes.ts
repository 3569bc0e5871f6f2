/** `FAXSIM_PORT=tcp://10.0.0.1:8329`, `FAXSIM_SERVICE_HOST`, `FAXSIM_PORT_8329_TCP_ADDR`. */
const isLink = (variable: string, text: string): boolean =>
  /^FAXSIM_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_)/.test(variable) ||
  (variable === 'FAXSIM_PORT' && /^\w+:\/\//.test(text));

/**
 * The fix for a variable that Kubernetes has set, to end an error message; empty for other variables. Each pod gets
 * such variables for each Service of its namespace. Source: Kubernetes, "Accessing the Service", environment variables.
 */
export function serviceLinkHint(variable: string, text: string): string {
  if (!isLink(variable, text)) return '';
  return '; a Kubernetes Service named faxsim sets it: set enableServiceLinks: false in the pod, or rename the Service';
}
