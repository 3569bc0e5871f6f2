import { connect, isIP } from 'node:net';
import { addressPolicy } from '../network/address-policy.ts';
import { nameLookup } from '../network/name-lookup.ts';
import { hostName } from './container.ts';
import type { Finding } from './finding.ts';
import { reasonOf } from './reason.ts';

interface Circumstances {
  readonly isContained: boolean;
  readonly allowHosts: readonly string[];
}

const timeoutMs = 3000;

/** Whether a simulator here would reach a webhook URL. It is connected to, but sent nothing. */
export async function webhookFinding(url: string, { isContained, allowHosts }: Circumstances): Promise<Finding> {
  const wrong = (found: string, advice: string): Finding => ({ about: 'webhook', isWell: false, found, advice });
  if (!/^https?:/i.test(url) || !URL.canParse(url)) {
    return wrong(`${url} is no http or https URL`, 'Webhooks go to URLs such as http://localhost:3000/fax.');
  }
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const policy = addressPolicy(allowHosts);
  const isPublic = `Start faxsim with --allow-hosts ${host}: by itself it calls loopback and private addresses alone.`;
  if (isIP(host) === 0 && !policy.mayLookUp(host)) return wrong(`${host} is a public name`, isPublic);
  const address = await addressOf(host);
  if (address === undefined) {
    return wrong(
      `${host} is not known here`,
      isContained ? inContainer : 'Is it spelt right? A service of compose is known to its network alone.',
    );
  }
  if (!policy.mayCall(host, address)) return wrong(`${host} is ${address}, no private address`, isPublic);
  const number = Number(port) || (protocol === 'https:' ? 443 : 80);
  const failure = await connectFailure(address, number);
  if (failure === undefined)
    return { about: 'webhook', isWell: true, found: `${host} takes connections on port ${number}` };
  return wrong(`no connection to ${host}, port ${number}: ${failure}`, isContained ? inContainer : outside);
}

const inContainer = `In a container, localhost is the container itself: name the application's service, or ${hostName}.`;
const outside = 'Does the application run, on that port, and does it listen on that address?';

async function addressOf(host: string): Promise<string | undefined> {
  if (isIP(host) !== 0) return host;
  const addresses = await nameLookup()(host).catch(() => []);
  return addresses[0]?.address;
}

function connectFailure(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    const end = (failure?: string) => {
      socket.destroy();
      resolve(failure);
    };
    socket.once('connect', () => {
      end();
    });
    socket.once('timeout', () => {
      end(`nothing within ${timeoutMs} ms`);
    });
    socket.once('error', (error) => {
      end(reasonOf(error));
    });
  });
}
